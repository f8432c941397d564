import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { type SearchScope, scopeReaches } from '@hookloom/tool-access';
import picomatch from 'picomatch';
import type { Protection } from './protection.js';
import { trackedBy } from './tracked.js';

const MOST_ENTRIES = 50_000;

// Other people's packages and git's own data: no place for a project's protected files, and most of all entries.
const PASSED_BY = new Set(['node_modules', '.git']);

/** What lies below a folder: the first protected path found, none, or more than can be looked through. */
export type Reach = { readonly found: string } | 'nothing' | 'too-much';

/** What a call reaches: all of a folder (canonical) that its scope does not leave out, or what a glob lets it list. */
export interface Scope extends Omit<SearchScope, 'glob'> {
  readonly folder: string;
  readonly glob: string | undefined;
}

/** Looks for something protected below a folder, without following links, by at most 50,000 entries. */
export async function reachOf(
  { folder, glob, ...scope }: Scope,
  protection: Protection,
  signal: AbortSignal,
): Promise<Reach> {
  if (glob === undefined) {
    const place = await protection.placeIn(folder);
    if (place !== undefined) return { found: place };
    if (!protection.needsLook) return 'nothing';
  }
  const lists = glob === undefined ? () => true : compileListing(glob, folder);
  const isTracked = scope.tracked ? await trackedBy(folder) : () => true;
  const isReached = (path: string) =>
    lists(path) && scopeReaches(scope, relative(folder, path)) && isTracked(path);
  let left = MOST_ENTRIES;
  const folders = [folder];
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    const entries = await entriesOf(current);
    left -= entries.length;
    if (left < 0 || signal.aborted) return 'too-much';
    for (const entry of entries) {
      const path = join(current, entry.name);
      if ((await protection.covers(path)) && isReached(path)) return { found: path };
      if (entry.isDirectory() && !PASSED_BY.has(entry.name)) folders.push(path);
    }
  }
  return 'nothing';
}

// What cannot be read here cannot be read by the tool either.
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function compileListing(glob: string, folder: string): (path: string) => boolean {
  const pattern =
    isAbsolute(glob) || glob.startsWith('~') ? '**' : glob.replace(/^(?:\.\/)+/, '').replaceAll('[!', '[^');
  const matches = picomatch([pattern, `${pattern}/**`], { dot: true, nonegate: true });
  return (path) => matches(relative(folder, path).split(sep).join('/'));
}
