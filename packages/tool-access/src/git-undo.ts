import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryOf } from './repository.js';
import { startedPrograms } from './shell/index.js';
import type { Program } from './shell/report.js';

/** A git command that takes away or puts back files of the work tree which git does not hold as they stand. */
export interface GitUndo {
  /** What it is called, such as `git clean`. */
  readonly command: string;
  /** The folder of the repository. */
  readonly repository: string;
  /** Whether it undoes a file in that state, as `git status --porcelain` writes it: `??`, `!!`, ` M`. */
  readonly undoes: (state: string) => boolean;
}

/** The kinds of states that are undone. */
interface Undone {
  readonly untracked?: boolean;
  readonly ignored?: boolean;
  readonly changed?: boolean;
}

const GLOBAL_WITH_VALUE = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);

/**
 * The git commands in a command that undo what git does not hold: `git clean` and `git stash -u` what is not tracked,
 * `git stash`, `git checkout .`, `git restore .` and `git reset --hard` what was changed.
 *
 * @example
 * gitUndoes('git add . && git stash', '/repo') // [{ command: 'git stash', repository: '/repo', undoes }]
 */
export function gitUndoes(command: string, cwd: string): GitUndo[] {
  return startedPrograms(command, { cwd }).programs.flatMap((program) => undoOf(program, cwd) ?? []);
}

function undoOf({ name, args }: Program, cwd: string): GitUndo | undefined {
  if (name !== 'git') return undefined;
  let folder = cwd;
  let at = 0;
  for (; args[at]?.startsWith('-'); at++) {
    if (args[at] === '-C') folder = resolve(folder, args[at + 1] ?? '.');
    if (GLOBAL_WITH_VALUE.has(args[at] as string)) at += 1;
  }
  const [subcommand = '', ...rest] = args.slice(at);
  const undone = undoneBy(subcommand, rest, folder);
  const repository = undone && repositoryOf(folder);
  if (!undone || repository === undefined) return undefined;
  const { untracked = false, ignored = false, changed = false } = undone;
  const undoes = (state: string) => (state === '??' ? untracked : state === '!!' ? ignored : changed);
  return { command: `git ${subcommand}`, repository, undoes };
}

function undoneBy(subcommand: string, rest: Program['args'], folder: string): Undone | undefined {
  const has = (letter: string, ...words: string[]) =>
    rest.some((word) => word !== undefined && (words.includes(word) || isFlag(word, letter)));
  if (subcommand === 'clean') {
    const ignored = has('x') || has('X');
    return has('n', '--dry-run') ? undefined : { untracked: !has('X'), ignored };
  }
  if (subcommand === 'stash') {
    const verb = rest.find((word) => !word?.startsWith('-'));
    if (verb !== undefined && verb !== 'push' && verb !== 'save') return undefined;
    const ignored = has('a', '--all');
    return { changed: true, untracked: ignored || has('u', '--include-untracked'), ignored };
  }
  const isWhole =
    (subcommand === 'reset' && has('', '--hard')) ||
    (subcommand === 'restore' && !(has('S', '--staged') && !has('W', '--worktree'))) ||
    (subcommand === 'checkout' && (has('f', '--force', '.', ':/', '--') || rest.some(isFolderIn(folder))));
  return isWhole ? { changed: true } : undefined;
}

function isFlag(word: string, letter: string): boolean {
  return letter !== '' && /^-[A-Za-z]+$/.test(word) && word.includes(letter);
}

function isFolderIn(cwd: string): (word: string | undefined) => boolean {
  return (word) => word !== undefined && !word.startsWith('-') && existsSync(resolve(cwd, word));
}
