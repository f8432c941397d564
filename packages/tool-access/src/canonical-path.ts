import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

const MOST_LINKS = 40;

/**
 * Finds where a path really leads: every link followed, also a dangling one, and a missing end put on its deepest
 * existing folder. `cwd` is the agent's: `/proc/self/cwd` names another folder in this process than in the tool's.
 */
export async function canonicalPath(path: string, cwd: string): Promise<string> {
  return follow(
    path.replace(/^\/proc\/(?:self|thread-self|\d+)\/cwd(?=\/|$)/, () => cwd),
    MOST_LINKS,
  );
}

async function follow(path: string, links: number): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Missing, not readable or not a folder: the tool would meet the same, so what exists above it decides.
    const parent = dirname(path);
    if (parent === path) return path;
    const folder = await follow(parent, links);
    const target = await targetOf(join(folder, basename(path)));
    if (target === undefined || links === 0) return join(folder, basename(path));
    return follow(resolve(folder, target), links - 1);
  }
}

async function targetOf(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch {
    return undefined;
  }
}
