import childProcess, { type ForkOptions, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isOptions, redirect, STDERR, STDOUT } from './stdout.js';

const STARTERS = ['spawn', 'spawnSync', 'execSync', 'execFileSync'];

/**
 * Sends to stderr what children would write to a stdout that they inherit, and makes every redirection hold for modules
 * that are loaded by `import`. Its own loading takes time: a bundle calls it once something asks for such modules. Call it
 * after `reserveStdout`.
 */
export function keepFromStdout(): void {
  for (const name of STARTERS) redirect(childProcess, name, withStdioElsewhere);
  redirectForks();
  void fs.promises;
  syncBuiltinESMExports();
}

function withStdioElsewhere(argument: unknown): unknown {
  if (!isOptions(argument)) return argument;
  const { stdio } = argument as SpawnOptions;
  if (stdio === 'inherit') return { ...(argument as object), stdio: ['inherit', STDERR, 'inherit'] };
  if (!Array.isArray(stdio)) return argument;
  const moved = stdio.map((entry) => (isStdout(entry) ? STDERR : entry));
  if (moved[STDOUT] === 'inherit') moved[STDOUT] = STDERR;
  return { ...(argument as object), stdio: moved };
}

function isStdout(entry: unknown): boolean {
  return entry === STDOUT || (entry as { fd?: unknown } | null)?.fd === STDOUT;
}

/** A fork inherits stdout unless it is told otherwise. */
function redirectForks(): void {
  const { fork } = childProcess;
  const redirected = (path: string | URL, ...rest: [(readonly string[])?, ForkOptions?]) => {
    const args = rest.find((argument) => Array.isArray(argument));
    const options = rest.find((argument): argument is ForkOptions => isPlain(argument)) ?? {};
    const { stdio = options.silent ? 'pipe' : ['inherit', STDERR, 'inherit', 'ipc'] } = options;
    const told = stdio === 'inherit' ? ['inherit', STDERR, 'inherit', 'ipc'] : stdio;
    return fork(path, args, withStdioElsewhere({ ...options, stdio: told }) as ForkOptions);
  };
  Object.assign(childProcess, { fork: redirected });
}

function isPlain(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && !Array.isArray(argument);
}
