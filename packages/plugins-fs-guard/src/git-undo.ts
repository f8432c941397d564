import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isWithin, type Program, startedPrograms } from '@hookloom/tool-access';

/** The states of a file, as `git status` tells them, that a git command would undo. */
interface Undoes {
  readonly command: string;
  readonly folder: string;
  readonly untracked: boolean;
  readonly ignored: boolean;
  readonly changed: boolean;
}

const GLOBAL_WITH_VALUE = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);
const MILLISECONDS = 2000;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Finds a file that a git command in a tool call would take away or put back, because git does not hold it as it stands:
 * `git clean` and `git stash -u` for one that is not tracked, `git stash`, `git checkout .`, `git restore .` and
 * `git reset --hard` for one that was changed. `undefined` when there is none.
 */
export async function undoneByGit(
  input: unknown,
  cwd: string,
  files: readonly string[],
): Promise<{ readonly command: string; readonly file: string } | undefined> {
  const { command } = input as { command?: unknown };
  if (typeof command !== 'string') return undefined;
  for (const program of startedPrograms(command, { cwd }).programs) {
    const undoes = undoesOf(program, cwd);
    const file = undoes && (await fileIn(undoes, files));
    if (undoes !== undefined && file !== undefined) return { command: undoes.command, file };
  }
  return undefined;
}

function undoesOf({ name, args }: Program, cwd: string): Undoes | undefined {
  if (name !== 'git') return undefined;
  let folder = cwd;
  let at = 0;
  for (; args[at]?.startsWith('-'); at++) {
    if (args[at] === '-C') folder = resolve(folder, args[at + 1] ?? '.');
    if (GLOBAL_WITH_VALUE.has(args[at] as string)) at += 1;
  }
  const [subcommand, ...rest] = args.slice(at);
  const has = (letter: string, ...words: string[]) =>
    rest.some((word) => word !== undefined && (words.includes(word) || isFlag(word, letter)));
  const common = { command: `git ${subcommand}`, folder, untracked: false, ignored: false, changed: false };
  if (subcommand === 'clean') {
    const ignored = has('x') || has('X');
    return has('n', '--dry-run') ? undefined : { ...common, untracked: !has('X'), ignored };
  }
  if (subcommand === 'stash') {
    const verb = rest.find((word) => !word?.startsWith('-'));
    if (verb !== undefined && verb !== 'push' && verb !== 'save') return undefined;
    const ignored = has('a', '--all');
    return { ...common, changed: true, untracked: ignored || has('u', '--include-untracked'), ignored };
  }
  const isWhole =
    (subcommand === 'reset' && has('', '--hard')) ||
    (subcommand === 'restore' && !(has('S', '--staged') && !has('W', '--worktree'))) ||
    (subcommand === 'checkout' && (has('f', '--force', '.', ':/', '--') || rest.some(isFolder(folder))));
  return isWhole ? { ...common, changed: true } : undefined;
}

function isFlag(word: string, letter: string): boolean {
  return letter !== '' && /^-[A-Za-z]+$/.test(word) && word.includes(letter);
}

function isFolder(cwd: string): (word: string | undefined) => boolean {
  return (word) => word !== undefined && !word.startsWith('-') && existsSync(resolve(cwd, word));
}

async function fileIn({ folder, ...undoes }: Undoes, files: readonly string[]): Promise<string | undefined> {
  const root = repositoryOf(folder);
  const inside = files.filter((file) => root !== undefined && isWithin(file, root) && existsSync(file));
  if (root === undefined || inside.length === 0) return undefined;
  const asked = ['status', '--porcelain', '--untracked-files=all', '--ignored', '-z', '--', ...inside];
  try {
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
    const options = { cwd: root, timeout: MILLISECONDS, maxBuffer: MOST_BYTES, env };
    // A monitor of the repository's own would be a program that runs here.
    // Loaded when it is needed: it takes longer than all the rest of a short process.
    const { execFile } = await import('node:child_process');
    const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', ...asked], options);
    const lines = stdout.split('\0').filter((line) => line !== '');
    return lines.find((line) => isUndone(line.slice(0, 2), undoes))?.slice(3);
  } catch (error) {
    // Where git itself fails, the command would too; where it is only slow, nothing is known.
    return (error as { killed?: boolean }).killed ? inside[0] : undefined;
  }
}

function isUndone(state: string, { untracked, ignored, changed }: Omit<Undoes, 'folder'>): boolean {
  if (state === '??') return untracked;
  return state === '!!' ? ignored : changed;
}

function repositoryOf(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current;
    if (current === dirname(current)) return undefined;
  }
}
