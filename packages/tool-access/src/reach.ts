import { type Dirent, promises } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { SearchScope } from './access.js';
import { type Caller, canonicalPath } from './canonical-path.js';
import { scopeReaches } from './search-scope.js';
import { trackedBy } from './tracked.js';

const MOST_ENTRIES = 50_000;

// Other people's packages and git's own data: most of all entries, and hardly ever what is looked for.
const PASSED_BY = new Set(['node_modules', '.git']);

/** What lies below a folder: the first path of those looked for that is reached, none, or more than can be looked through. */
export type Reach = { readonly found: string } | 'nothing' | 'too-much';

/** What is looked for below a folder. */
export interface Sought {
  /** Whether a path is one of those that are looked for; what a link leads to is asked about on its own. */
  readonly isSought: (path: string, isLink: boolean) => Promise<boolean>;
  /** Whether one may lie in a folder. */
  readonly mayHold: (folder: string) => Promise<boolean>;
  /** Whether one may lie anywhere: then all folders are entered but for node_modules and .git. */
  readonly anywhere: boolean;
}

/** On whose behalf it is looked, and how long. */
export interface Asking {
  readonly payload: Caller;
  readonly signal: AbortSignal;
}

/** A folder on the way, where it is, and the folders that links before it led to: none of them is entered twice. */
interface Stop {
  readonly path: string;
  readonly real: string;
  readonly led: readonly string[];
}

/**
 * Looks on the disk for what a search of a folder (canonical) reaches, by at most 50,000 entries. Links are followed where
 * the scope says so.
 */
export async function findReached(
  folder: string,
  scope: SearchScope,
  { isSought, mayHold, anywhere }: Sought,
  { payload, signal }: Asking,
): Promise<Reach> {
  const { follows, tests } = scope;
  const isTracked = scope.tracked ? await trackedBy(folder) : () => true;
  const reaches = (path: string, isFolder: boolean) =>
    scopeReaches(scope, relative(folder, path).replaceAll(sep, '/') + (isFolder ? '/' : '')) &&
    isTracked(path);
  let left = MOST_ENTRIES;
  const stops: Stop[] = [{ path: folder, real: folder, led: [folder] }];
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    const entries = await entriesOf(stop.real);
    // Another user may read what this one cannot.
    if (entries === undefined && (await mayHold(stop.real))) return 'too-much';
    if (entries === undefined) continue;
    left -= entries.length;
    if (left < 0 || signal.aborted) return 'too-much';
    for (const entry of entries) {
      const path = join(stop.path, entry.name);
      const own = join(stop.real, entry.name);
      const isLink = entry.isSymbolicLink();
      const isReached = reaches(path, entry.isDirectory());
      const isOne = async () => (await isSought(own, isLink)) || (own !== path && isSought(path, isLink));
      if (isReached && (await isOne()) && (!tests?.empty || (await isEmpty(own)))) return { found: path };
      const isUsual = (anywhere || follows !== undefined) && !PASSED_BY.has(entry.name);
      if (entry.isDirectory() && (isUsual || (await mayHold(own)))) {
        stops.push({ path, real: own, led: stop.led });
      }
      if (!isLink || follows === undefined) continue;
      const real = await canonicalPath(own, payload);
      const leadsToFolder = real !== undefined && (await isFolder(real));
      if (leadsToFolder && follows !== 'all') continue;
      // Where it leads cannot be told, so it may lead anywhere.
      if (reaches(path, leadsToFolder) && (real === undefined || (await isSought(real, false)))) {
        return { found: path };
      }
      if (real === undefined || !leadsToFolder || stop.led.includes(real)) continue;
      stops.push({ path, real, led: [...stop.led, real] });
    }
  }
  return 'nothing';
}

async function isEmpty(path: string): Promise<boolean> {
  try {
    const { size } = await promises.stat(path);
    return (await isFolder(path)) ? (await promises.readdir(path)).length === 0 : size === 0;
  } catch {
    return true;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await promises.stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function entriesOf(folder: string): Promise<Dirent[] | undefined> {
  try {
    return await promises.readdir(folder, { withFileTypes: true });
  } catch (error) {
    return /^(?:EACCES|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '') ? undefined : [];
  }
}
