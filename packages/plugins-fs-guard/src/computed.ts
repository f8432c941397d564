import { baseName, foldPath } from '@hookloom/tool-access';
import { isNamePattern, type Protection } from './protection.js';

const ENDINGS = ['', 'local', 'production', 'x'];

function matcherOf(pattern: string): RegExp {
  const source = pattern.split('*').map((text) => text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`, 's');
}

/** Names that a pattern of names protects, enough to try another pattern on. */
function samplesOf(text: string): string[] {
  return text.includes('*') ? ENDINGS.map((ending) => text.replaceAll('*', ending)) : [text];
}

/** Whether a path of which parts are not known (`*`, each of any length) may name something protected. */
export async function mayBeProtected(pattern: string, protection: Protection): Promise<boolean> {
  const folded = foldPath(pattern, protection.platform);
  // The folder or a file of a process: it may lead anywhere.
  if (/^\/proc\/[^/]*\*[^/]*\/(?:cwd|root|fd|task)(?:\/|$)/.test(folded)) return true;
  const last = matcherOf(baseName(folded));
  for (const each of protection.deny) {
    if (isNamePattern(each) && samplesOf(each.text).some((name) => last.test(name))) return true;
  }
  const known = folded.slice(0, folded.indexOf('*'));
  return (await protection.places()).some(({ forms }) =>
    forms.some((form) => form.startsWith(known) || known.startsWith(form.endsWith('/') ? form : `${form}/`)),
  );
}

/** Whether a path is protected by its name, whatever stands for the parts that are not known. */
export async function isProtectedAnywhere(pattern: string, protection: Protection): Promise<boolean> {
  if (baseName(pattern).includes('*')) return false;
  return protection.covers(`/${pattern.replaceAll('*', '?')}`);
}
