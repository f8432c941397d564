import type { Dirent } from 'node:fs';
import { promises } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Caller, canonicalPath, type SearchScope, scopeReaches, trackedBy } from '@hookloom/tool-access';
import picomatch from 'picomatch';
import type { Protection } from './protection.js';

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

/** A folder on the way, and the folders that links before it led to: none of them is entered twice. */
interface Stop {
  readonly path: string;
  readonly led: readonly string[];
}

/** On whose behalf it is looked, and how long. */
export interface Asking {
  readonly payload: Caller;
  readonly signal: AbortSignal;
}

/** Looks for something protected below a folder, by at most 50,000 entries; links are followed where the scope says so. */
export async function reachOf(
  { folder, glob, ...scope }: Scope,
  protection: Protection,
  { payload, signal }: Asking,
): Promise<Reach> {
  if (glob === undefined) {
    const place = await protection.placeIn(folder);
    if (place !== undefined) return { found: place };
    if (!protection.needsLook && scope.follows === undefined) return 'nothing';
  }
  const lists = glob === undefined ? () => true : compileListing(glob, folder);
  const isTracked = scope.tracked ? await trackedBy(folder) : () => true;
  const isReached = (path: string) =>
    lists(path) && scopeReaches(scope, relative(folder, path)) && isTracked(path);
  let left = MOST_ENTRIES;
  const stops: Stop[] = [{ path: folder, led: [folder] }];
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    const entries = await entriesOf(stop.path);
    left -= entries.length;
    if (left < 0 || signal.aborted) return 'too-much';
    for (const entry of entries) {
      const path = join(stop.path, entry.name);
      if ((await protection.covers(path)) && isReached(path)) return { found: path };
      if (entry.isDirectory() && !PASSED_BY.has(entry.name)) stops.push({ path, led: stop.led });
      if (!entry.isSymbolicLink() || scope.follows === undefined) continue;
      const real = await canonicalPath(path, payload);
      const leadsToFolder = real !== undefined && (await isFolder(real));
      if (leadsToFolder && scope.follows !== 'all') continue;
      // Where it leads cannot be told, so it may lead anywhere.
      if ((real === undefined || (await protection.covers(real))) && isReached(path)) return { found: path };
      if (real === undefined || !leadsToFolder || stop.led.includes(real)) continue;
      const place = isReached(path) ? await protection.placeIn(real) : undefined;
      if (place !== undefined) return { found: place };
      stops.push({ path, led: [...stop.led, real] });
    }
  }
  return 'nothing';
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await promises.stat(path)).isDirectory();
  } catch {
    return false;
  }
}

// What cannot be read here cannot be read by the tool either.
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await promises.readdir(folder, { withFileTypes: true });
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
