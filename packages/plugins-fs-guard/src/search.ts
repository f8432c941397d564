import { foldPath, isWithin } from '@hookloom/tool-access';
import picomatch from 'picomatch';
import { allBut, bothCases } from './name-glob.js';
import { isNamePattern, type Pattern, type Protection } from './protection.js';

const WILDCARD = /[*?[\]{}]/;

/**
 * Writes globs that keep a content search of `folder` (canonical) out of what is protected, one text for Grep's `glob`:
 * the host splits it at spaces, hands each part to ripgrep and lets later parts win; a leading slash means the folder.
 * Undefined when a pattern cannot be said in globs of that kind.
 */
export async function exclusionFor(protection: Protection, folder: string): Promise<string | undefined> {
  const parts: string[] = [];
  const names = protection.deny.flatMap((pattern) => nameGlobs(pattern, protection.allow));
  if (names.length > 0) parts.push(names.length === 1 ? `!**/${names[0]}` : `!**/{${names.join(',')}}`);
  const base = foldPath(folder, protection.platform);
  for (const { path, forms, matches } of await protection.places()) {
    if (matches !== undefined) {
      // A path with wildcards is left out by its last part, in all of the folder: rather too much than too little.
      const last = path.slice(path.lastIndexOf('/') + 1);
      if (/^\**$/.test(last)) return undefined;
      parts.push(`!**/${safe(bothCases(last))}`, `!**/${safe(bothCases(last))}/**`);
    }
    for (const form of forms) {
      if (!isWithin(form, base) || form === base) continue;
      const inside = bothCases(literal(form.slice(base.endsWith('/') ? base.length : base.length + 1)));
      parts.push(`!/${inside}`, `!/${inside}/**`);
    }
  }
  return parts.join(' ');
}

// A name that exempt names begin with is spelt out letter by letter; an exemption with wildcards cannot be, and yields.
function nameGlobs(pattern: Pattern, allow: readonly Pattern[]): string[] {
  if (!isNamePattern(pattern)) return [];
  const { text } = pattern;
  const exempt = allow.flatMap((each) =>
    isNamePattern(each) && !WILDCARD.test(each.text) ? [each.text] : [],
  );
  const prefix = /^([^*?[\]{}]+)\*$/.exec(text)?.[1];
  if (prefix === undefined) return [safe(bothCases(text))];
  const endings = exempt.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return endings.length === 0 ? [safe(bothCases(text))] : allBut(prefix, endings).map(safe);
}

// Spaces and commas would split the host's list of globs.
function safe(glob: string): string {
  return glob.replace(/\s/g, '?');
}

function literal(text: string): string {
  return text.replace(/[\s*?[\]{}!\\,]/g, '?');
}

/** Tells whether a Grep's `glob` asks for protected names themselves, and not only for a wider set that holds some. */
export function asksForProtected(glob: string, protection: Protection): boolean {
  return partsOf(glob).some((part) => isAimed(part, protection));
}

function partsOf(glob: string): string[] {
  return glob
    .split(/\s+/)
    .flatMap((part) => (part.includes('{') ? [part] : part.split(',')))
    .filter((part) => part !== '' && !part.startsWith('!'));
}

function isAimed(part: string, protection: Protection): boolean {
  const last = /\{[^}]*\/[^}]*\}/.test(part) ? part : part.slice(part.lastIndexOf('/') + 1);
  const folded = foldPath(last, protection.platform);
  let matches: (name: string) => boolean;
  try {
    matches = picomatch(folded, { dot: true, nonegate: true });
  } catch {
    return false;
  }
  const takes = (list: readonly Pattern[], name: string) =>
    list.some((pattern) => isNamePattern(pattern) && pattern.matches(name));
  return (
    samplesOf(protection).some(
      ({ protectedNames, others }) =>
        protectedNames.some((name) => !takes(protection.allow, name) && matches(name)) &&
        !others.some((name) => !takes(protection.deny, name) && matches(name)),
    ) ||
    (!WILDCARD.test(folded) && takes(protection.deny, folded) && !takes(protection.allow, folded))
  );
}

interface Samples {
  readonly protectedNames: readonly string[];
  readonly others: readonly string[];
}

const LIKELY_ENDINGS = [
  '',
  'local',
  'production',
  'development',
  'test',
  'staging',
  'prod',
  'dev',
  'bak',
  'x',
];

/** Names that each name pattern protects, and names near them that it does not. */
function samplesOf({ deny }: Protection): Samples[] {
  return deny.flatMap((pattern) => {
    if (!isNamePattern(pattern)) return [];
    const start = /^[^*?[\]{}]*/.exec(pattern.text)?.[0] ?? '';
    const endings = WILDCARD.test(pattern.text) ? LIKELY_ENDINGS : [''];
    const protectedNames = endings.map((ending) => start + ending).filter(pattern.matches);
    const stem = start.replace(/[^a-z0-9]+$/, '');
    const nearby = [...stem].map((_, length) => `${stem.slice(0, length)}zz`);
    return [{ protectedNames, others: [...nearby, ...protectedNames.map((name) => `x${name}`)] }];
  });
}
