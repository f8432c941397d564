import { allBut, foldPath, isWithin, toLiteralGlob, toSearchGlob } from '@hookloom/tool-access';
import { isNamePattern, type NamePattern, type Pattern, type Place, type Protection } from './protection.js';

const WILDCARD = /[*?[\]{}]/;
// What stands in a class of the search tool as it is.
const PLAIN = /^[a-z0-9._-]+$/;

/**
 * Writes globs that keep a content search of `folder` (canonical) out of what is protected, one text for Grep's `glob`:
 * the host splits it at spaces, hands each part to ripgrep and lets later parts win; a leading slash means the folder.
 * Undefined when a pattern cannot be said in globs of that kind.
 */
export async function exclusionFor(protection: Protection, folder: string): Promise<string | undefined> {
  const globs: (string | undefined)[] = [];
  const names = protection.deny
    .filter(isNamePattern)
    .flatMap((pattern) => nameGlobs(pattern, protection.allow));
  const [simple, others] = [names.filter(isSimple), names.filter((name) => !isSimple(name))];
  if (simple.length > 0) globs.push(simple.length === 1 ? `**/${simple[0]}` : `**/{${simple.join(',')}}`);
  globs.push(...others.map((name) => name && `**/${name}`));
  const base = foldPath(folder, protection.platform);
  for (const place of await protection.places()) globs.push(...placeGlobs(place, base));
  return globs.includes(undefined) ? undefined : globs.map((glob) => `!${glob}`).join(' ');
}

// Only globs without braces of their own may stand within braces.
function isSimple(glob: string | undefined): glob is string {
  return glob !== undefined && !/[{},]/.test(glob);
}

// A name that exempt names begin with is spelt out letter by letter; an exemption with wildcards cannot be, and yields.
function nameGlobs({ text }: NamePattern, allow: readonly Pattern[]): (string | undefined)[] {
  const prefix = /^([^*?[\]{}]+)\*$/.exec(text)?.[1];
  if (prefix !== undefined) {
    const exempt = allow.flatMap((each) => (isNamePattern(each) && PLAIN.test(each.text) ? [each.text] : []));
    const endings = exempt.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    if (endings.length > 0) return allBut(prefix, endings);
  }
  if (!WILDCARD.test(text)) return [toLiteralGlob(text)];
  // Brackets and braces may be part of the name itself.
  return /[[{]/.test(text) ? [toSearchGlob(text), toLiteralGlob(text)] : [toSearchGlob(text)];
}

function placeGlobs({ forms, globs }: Place, base: string): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const below = (path: string) => path.slice(base.endsWith('/') ? base.length : base.length + 1);
  for (const form of forms) {
    if (!isWithin(form, base) || form === base) continue;
    const inside = toLiteralGlob(below(form));
    found.push(`/${inside}`, `/${inside}/**`);
  }
  for (const [start, rest] of globs) {
    const wild = toSearchGlob(rest);
    // A search that begins below the pattern's start is kept from its last part anywhere: rather too much than too little.
    const last = toSearchGlob(rest.slice(rest.lastIndexOf('/') + 1));
    const written = isWithin(start, base)
      ? wild && join(toLiteralGlob(below(start)), wild)
      : last && `**/${last}`;
    if (isWithin(start, base) || isWithin(base, start)) found.push(written, written && `${written}/**`);
  }
  return found;
}

function join(start: string, rest: string): string {
  return start === '' ? `/${rest}` : `/${start}/${rest}`;
}

/** Tells whether a Grep's `glob` asks for a protected name itself: such a search would find nothing, so it is denied. */
export function asksForProtected(glob: string, protection: Protection): boolean {
  const takes = (list: readonly Pattern[], name: string) =>
    list.some((pattern) => isNamePattern(pattern) && pattern.matches(name));
  return partsOf(glob)
    .flatMap(expandBraces)
    .map((part) => foldPath(part.slice(part.lastIndexOf('/') + 1), protection.platform))
    .some((name) => !WILDCARD.test(name) && takes(protection.deny, name) && !takes(protection.allow, name));
}

function partsOf(glob: string): string[] {
  return glob
    .split(/\s+/)
    .flatMap((part) => (part.includes('{') ? [part] : part.split(',')))
    .filter((part) => part !== '' && !part.startsWith('!'));
}

function expandBraces(part: string): string[] {
  const [all, before, list, after] = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(part) ?? [];
  if (all === undefined) return [part];
  return (list as string)
    .split(',')
    .flatMap((each) => expandBraces(`${before}${each}${after}`))
    .slice(0, 200);
}
