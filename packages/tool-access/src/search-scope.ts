import { posix } from 'node:path';
import type { SearchScope } from './access.js';
import { isFound } from './search-tests.js';
import { patternRegExp } from './shell/pattern.js';

const RULES = { globstar: true, braces: true } as const;

function matches(glob: string, path: string): boolean {
  const folder = glob.endsWith('/');
  const plain = glob.replace(/\/+$/, '').replace(/^\.\//, '/');
  // A glob without a slash is for names; one with a slash is for the path from the folder.
  const pattern = plain.includes('/') ? (plain.startsWith('/') ? plain.slice(1) : plain) : plain;
  const matcher = patternRegExp(pattern.replace(/\/\*\*$/, ''), RULES);
  if (!matcher) return false;
  const parts = path.split('/');
  const last = folder ? parts.length - 1 : parts.length;
  for (let end = 1; end <= last; end += 1) {
    if (plain.includes('/')) {
      if (matcher.test(parts.slice(0, end).join('/')) || matcher.test(`./${parts.slice(0, end).join('/')}`))
        return true;
    } else if (matcher.test(parts[end - 1] as string)) return true;
  }
  return false;
}

function regExp(source: string): RegExp | undefined {
  const folded = source.startsWith('(?i)');
  try {
    return new RegExp(folded ? source.slice(4) : source, folded ? 'i' : '');
  } catch {
    return undefined;
  }
}

function printedForms(path: string): string[] {
  return [path, `./${path}`, `/${path}`];
}

/**
 * Whether a search of that scope reaches a file, given by its path from the folder that the search starts in; a path that
 * ends in a slash is a folder, an empty one the search's own. What cannot be decided counts as reached. What git tracks and ignores, and file types, are
 * the caller's to know.
 *
 * @example
 * scopeReaches({ hidden: false }, '.env') // false: hidden files are left out
 */
export function scopeReaches(scope: SearchScope, path: string): boolean {
  const { depth = Number.POSITIVE_INFINITY, tests } = scope;
  const isFolder = path === '' || path.endsWith('/');
  const parts = path.split('/').filter((part) => part !== '');
  const reaches = (end: number) => {
    const taken = parts.slice(0, end);
    if (end > depth || (tests && !isFound(tests, taken, isFolder || end < parts.length))) return false;
    return isLeftIn(scope, end === 0 ? (tests?.start ?? '.') : taken.join('/'));
  };
  // A folder that is found may bring all that is below it.
  const brings = tests?.whole === true && !tests.empty;
  return reaches(parts.length) || (brings && parts.some((_, end) => reaches(end)));
}

function isLeftIn(scope: SearchScope, path: string): boolean {
  const { include, exclude, excludeFiles, keep, hidden, changed, type, like, unlike } = scope;
  if (type === 'd' || changed) return false;
  const isOut =
    exclude?.some((glob) => matches(glob, path)) ||
    excludeFiles?.some((glob) => patternRegExp(glob, { extended: false })?.test(posix.basename(path)));
  if (isOut && !keep?.some((glob) => matches(glob, path))) return false;
  if (include && !include.some((glob) => matches(glob.replace(/\/$/, ''), path))) return false;
  // An `include` that names a hidden file wins over the rule that leaves hidden files out.
  if (hidden === false && !include && path.split('/').some((part) => part.startsWith('.'))) return false;
  if (
    like?.some((source) => regExp(source) && !printedForms(path).some((form) => regExp(source)?.test(form)))
  )
    return false;
  return !unlike?.some((source) => printedForms(path).some((form) => regExp(source)?.test(form)));
}
