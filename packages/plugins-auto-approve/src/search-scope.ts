import type { Dirent } from 'node:fs';
import { promises } from 'node:fs';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { isSecretFile } from './secret-files.js';

const MOST_ENTRIES = 20_000;

/**
 * Tells whether a content search of a folder (canonical) would reach a file that may hold secrets. Its glob is read as the
 * host does: split at spaces, at commas where there are no braces, the last part that matches wins.
 * A folder with more than 20,000 entries counts as one that would, since it cannot be looked through.
 */
export async function reachesSecret(
  folder: string,
  glob: string | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const isSearched = compileGlob(glob);
  let left = MOST_ENTRIES;
  const folders = [folder];
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    const entries = await entriesOf(current);
    left -= entries.length;
    if (left < 0 || signal.aborted) return true;
    for (const entry of entries) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (isSecretFile(path) && isSearched(relative(folder, path).split(sep).join('/'))) return true;
    }
  }
  return false;
}

// What cannot be read here cannot be read by the tool either.
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await promises.readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function compileGlob(glob: string | undefined): (path: string) => boolean {
  const parts = (glob ?? '')
    .split(/\s+/)
    .flatMap((part) => (part.includes('{') ? [part] : part.split(',')))
    .filter((part) => part !== '');
  const rules = parts.map((part) => {
    const excludes = part.startsWith('!');
    return { excludes, matches: compilePart(excludes ? part.slice(1) : part) };
  });
  const onlyListed = rules.some(({ excludes }) => !excludes);
  return (path) => {
    const last = rules.findLast(({ matches }) => matches(path));
    return last === undefined ? !onlyListed : !last.excludes;
  };
}

// As in .gitignore: without a slash within it a part means a name in any folder; a folder that matches goes as a whole.
function compilePart(part: string): (path: string) => boolean {
  const anchored = part.replace(/\/$/, '').slice(0, -1).includes('/') || part.startsWith('/');
  const bare = part.replace(/^\//, '').replaceAll('[!', '[^');
  const globs = anchored ? [bare, `${bare}/**`] : [bare, `**/${bare}`, `${bare}/**`, `**/${bare}/**`];
  return picomatch(globs, { dot: true, nonegate: true });
}
