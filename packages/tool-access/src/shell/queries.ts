import { userHome } from '../path-text.js';
import { analyse, type Setting, type ShellOptions } from './analysis.js';
import type { Program } from './report.js';
import { secretAmong } from './secrets.js';

/** Where a command is to run, and how it is read. */
export interface CommandOptions extends ShellOptions {
  /** The directory that relative paths start from. */
  readonly cwd: string;
  /** The directory that `~` stands for; the user's home when absent. */
  readonly home?: string;
}

/** Whether a command may be approved without asking, and why not. */
export interface ReadOnlyAnswer {
  readonly readOnly: boolean;
  readonly why: string;
}

/** The programs that a command starts. */
export interface StartedPrograms {
  readonly programs: readonly Program[];
  /** A function that starts itself over and over. */
  readonly forks: boolean;
  /** False when part of the command could not be read, or runs code that it does not show. */
  readonly complete: boolean;
}

function settingOf(options: CommandOptions): Setting {
  return { cwd: options.cwd, home: options.home, shell: options };
}

/**
 * Whether a command only reads, and only this machine. True only when all of it is read and every command, option,
 * redirect, substitution and variable in it is known to be harmless; a read of what may be a secret is not.
 * @throws Error when the file of this package that reads commands was changed on the disk since the process began.
 *
 * @example
 * readOnlyCommand('git status && touch x', { cwd: '/repo' }) // { readOnly: false, why: 'touch …' }
 */
export function readOnlyCommand(command: string, options: CommandOptions): ReadOnlyAnswer {
  const { impure, touched } = analyse(command, settingOf(options));
  const { problems, accesses } = touched;
  const why =
    impure ?? problems[0]?.message ?? secretAmong(accesses, { ...options, home: options.home ?? userHome() });
  return why === undefined ? { readOnly: true, why: 'it only reads' } : { readOnly: false, why };
}

/**
 * The programs that a command starts, in whatever disguise: behind wrappers, in `bash -c`, in substitutions.
 * @throws Error as `readOnlyCommand` does.
 *
 * @example
 * startedPrograms("nohup bash -c 'claude -p x' &", { cwd: '/repo' }).programs.map(({ name }) => name)
 * // ['nohup', 'bash', 'claude']
 */
export function startedPrograms(command: string, options: CommandOptions): StartedPrograms {
  const { programs, forks, touched } = analyse(command, settingOf(options));
  return { programs, forks, complete: touched.complete };
}
