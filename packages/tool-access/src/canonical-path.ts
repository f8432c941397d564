import { lstatSync, readlinkSync, realpath, realpathSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { promisify } from 'node:util';

// The promised functions of node:fs are a module of their own, which takes time to load.
const realPathOf = promisify(realpath.native);
const MOST_LINKS = 40;
// The guards of one stack ask in a row; where one of them waits for a person, the disk may have changed in between.
const FRESH = 50;

/** Who asks: the payload of a call, or whatever else holds its working directory. */
export interface Caller {
  readonly cwd: string;
}

interface Answers {
  readonly at: number;
  readonly byPath: Map<string, Promise<string | undefined>>;
}

const answersTo = new WeakMap<Caller, Answers>();

/**
 * Finds where a path really leads: every link followed, also a dangling one, and a missing end put on its deepest existing
 * folder. `from` is the agent's working directory: what `/proc/self` names in this process is another thing in the tool's.
 * It may be the payload of a call: then whoever asks with the same payload in the same moment shares the answer. Undefined
 * when it cannot be told: a loop of links, or a name under /proc that only the tool's own process could follow.
 */
export function canonicalPath(path: string, from: string | Caller): Promise<string | undefined> {
  if (typeof from === 'string') return resolveLinks(path, from);
  let answers = answersTo.get(from);
  if (!answers || performance.now() - answers.at > FRESH) {
    answers = { at: performance.now(), byPath: new Map() };
    answersTo.set(from, answers);
  }
  let answer = answers.byPath.get(path);
  if (!answer) {
    answer = resolveLinks(path, from.cwd);
    answers.byPath.set(path, answer);
  }
  return answer;
}

// The first question goes to another thread, because a disk may keep silent. Where it answers, to wait for the next few
// costs less than to be told.
async function resolveLinks(path: string, cwd: string): Promise<string | undefined> {
  const own = withoutProcSelf(path, cwd);
  if (own === undefined) return undefined;
  const real = await realPathOf(own).catch(() => undefined);
  // Without a link on the way there is nothing that this process could see otherwise than the tool's.
  if (real === own || isOwnStream(own)) return own;
  return real === undefined && isMissingFrom(dirname(own), own) ? own : follow(own, cwd);
}

/** Tells whether a folder is its own real path and holds no link, or nothing at all, of that name: the usual new file. */
function isMissingFrom(folder: string, path: string): boolean {
  try {
    return realpathSync.native(folder) === folder && targetOf(path) === undefined;
  } catch {
    return false;
  }
}

/** Goes from folder to folder, so that a link into /proc is read as the tool's process would read it. */
function follow(path: string, cwd: string): string | undefined {
  const { root } = parse(path);
  let folder = root;
  let left = path.slice(root.length).split(sep).filter(Boolean);
  for (let links = 0; left.length > 0; ) {
    const [name, ...rest] = left as [string, ...string[]];
    const next = join(folder, name);
    const target = targetOf(next);
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

function targetOf(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
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
