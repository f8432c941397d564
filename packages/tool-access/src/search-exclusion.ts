import { isWithin } from './folded-path.js';
import type { LeftOut, LeftOutPlace } from './left-out.js';
import { allBut } from './name-glob.js';
import { toLiteralGlob, toSearchGlob } from './search-glob.js';

const WILDCARD = /[*?[\]{}]/;
// What stands in a class of the search tool as it is.
const PLAIN = /^[a-z0-9._-]+$/;

/**
 * Writes globs that keep a content search of `folder` (canonical and folded) out of what is to be left out, one text for
 * Grep's `glob`: the host splits it at spaces, hands each part to ripgrep and lets later parts win; a leading slash means
 * the folder. Empty when nothing of it can be there; undefined when a name cannot be said in globs of that kind.
 *
 * @example
 * searchExclusion({ names: ['*.pem'], folderNames: [], kept: [], places: [] }, '/repo') // '!**\/*.[pP][eE][mM]'
 */
export function searchExclusion({ names, kept, places }: LeftOut, folder: string): string | undefined {
  const globs: (string | undefined)[] = [];
  const written = names.flatMap((name) => nameGlobs(name, kept));
  const [simple, others] = [written.filter(isSimple), written.filter((name) => !isSimple(name))];
  if (simple.length > 0) globs.push(simple.length === 1 ? `**/${simple[0]}` : `**/{${simple.join(',')}}`);
  globs.push(...others.map((name) => name && `**/${name}`));
  for (const place of places) globs.push(...placeGlobs(place, folder));
  return globs.includes(undefined) ? undefined : globs.map((glob) => `!${glob}`).join(' ');
}

// Only globs without braces of their own may stand within braces.
function isSimple(glob: string | undefined): glob is string {
  return glob !== undefined && !/[{},]/.test(glob);
}

// A name that kept names begin with is spelt out letter by letter; a kept one with wildcards cannot be, and yields.
function nameGlobs(text: string, kept: readonly string[]): (string | undefined)[] {
  const prefix = /^([^*?[\]{}]+)\*$/.exec(text)?.[1];
  if (prefix !== undefined) {
    const plain = kept.filter((name) => PLAIN.test(name) && name.startsWith(prefix));
    if (plain.length > 0)
      return allBut(
        prefix,
        plain.map((name) => name.slice(prefix.length)),
      );
  }
  if (!WILDCARD.test(text)) return [toLiteralGlob(text)];
  // Brackets and braces may be part of the name itself.
  return /[[{]/.test(text) ? [toSearchGlob(text), toLiteralGlob(text)] : [toSearchGlob(text)];
}

function placeGlobs({ forms, globs }: LeftOutPlace, base: string): (string | undefined)[] {
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
