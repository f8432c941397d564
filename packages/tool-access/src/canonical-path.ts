import { lstat, readlink, realpath } from 'node:fs/promises';
import { join, parse, resolve, sep } from 'node:path';

const MOST_LINKS = 40;

/**
 * Finds where a path really leads: every link followed, also a dangling one, and a missing end put on its deepest existing
 * folder. `cwd` is the agent's: what `/proc/self` names in this process is another thing in the tool's. Undefined when it
 * cannot be told: a loop of links, or a name under /proc that only the tool's own process could follow.
 */
export async function canonicalPath(path: string, cwd: string): Promise<string | undefined> {
  const own = withoutProcSelf(path, cwd);
  if (own === undefined) return undefined;
  const real = await realpath(own).catch(() => undefined);
  // Without a link on the way there is nothing that this process could see otherwise than the tool's.
  return real === own || isOwnStream(own) ? own : follow(own, cwd);
}

/** Goes from folder to folder, so that a link into /proc is read as the tool's process would read it. */
async function follow(path: string, cwd: string): Promise<string | undefined> {
  const { root } = parse(path);
  let folder = root;
  let left = path.slice(root.length).split(sep).filter(Boolean);
  for (let links = 0; left.length > 0; ) {
    const [name, ...rest] = left as [string, ...string[]];
    const next = join(folder, name);
    const target = await targetOf(next);
    if (target === undefined) {
      folder = next;
      left = rest;
      continue;
    }
    links += 1;
    const led = links > MOST_LINKS ? undefined : withoutProcSelf(resolve(folder, target), cwd);
    if (led === undefined) return undefined;
    left = [...led.slice(root.length).split(sep).filter(Boolean), ...rest];
    folder = root;
  }
  return folder;
}

async function targetOf(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch {
    // Missing, not readable or below a file: the tool would meet the same.
    return undefined;
  }
}

// A program's own streams lead to what was opened before, not to a file that the path could tell.
function isOwnStream(path: string): boolean {
  return /^\/(?:dev\/(?:stdin|stdout|stderr|fd(?:\/.*)?)|proc\/(?:thread-)?self\/fd(?:\/.*)?)$/.test(path);
}

function withoutProcSelf(path: string, cwd: string): string | undefined {
  if (!path.startsWith('/proc/')) return path;
  const [, place, rest = ''] = /^\/proc\/(?:thread-)?self\/(cwd|root)(\/.*)?$/.exec(path) ?? [];
  if (place !== undefined) return place === 'cwd' ? join(cwd, rest) : rest || '/';
  // A thread of the tool's process is none of this one's.
  return /^\/proc\/[^/]+\/task\//.test(path) ? undefined : path;
}
