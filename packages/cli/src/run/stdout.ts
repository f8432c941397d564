import childProcess, { type ForkOptions, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const STDOUT = 1;
const STDERR = 2;
const { writeSync } = fs;

/**
 * Gives stdout to the answer alone. From now on whatever else this process writes there goes to stderr: after one stray
 * line the host takes the whole for plain text, and runs the tool. Covered are console and process.stdout, descriptor 1
 * by node:fs, and children that would inherit it.
 * @returns a function that writes the answer and returns when it is written.
 */
export function reserveStdout(): (text: string) => void {
  // Neither stream is made before somebody asks for it; console asks at its first line.
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
  for (const name of WRITERS) redirect(fs, name, toStderr);
  for (const name of OPENERS) redirect(fs, name, toStderrPath);
  for (const name of PROMISED) redirect(fs.promises, name, toStderrPath);
  for (const name of STARTERS) redirect(childProcess, name, withStdioElsewhere);
  redirectForks();
  syncBuiltinESMExports();
  return writeAnswer;
}

const WRITERS = [
  ...['write', 'writeSync', 'writev', 'writevSync'],
  ...['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'],
];
const OPENERS = ['open', 'openSync', 'createWriteStream'];
const PROMISED = ['open', 'writeFile', 'appendFile'];
const STARTERS = ['spawn', 'spawnSync', 'execSync', 'execFileSync'];
const STDOUT_PATHS: ReadonlySet<unknown> = new Set(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

type Functions = Record<string, (...args: unknown[]) => unknown>;

/** Puts a function in place of a module's, which changes each argument before the original gets it. */
function redirect(module: object, name: string, change: (argument: unknown) => unknown): void {
  const functions = module as Functions;
  const original = functions[name];
  if (original === undefined) return;
  const redirected = function (this: unknown, ...args: unknown[]) {
    // The content to write may be any value; what says where to comes first, or is an object of options.
    return Reflect.apply(
      original,
      this,
      args.map((argument, i) => (i === 0 || isOptions(argument) ? change(argument) : argument)),
    );
  };
  // util.promisify looks for a symbol on the function.
  functions[name] = Object.defineProperties(redirected, Object.getOwnPropertyDescriptors(original));
}

function isOptions(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && ('stdio' in argument || 'fd' in argument);
}

function toStderr(target: unknown): unknown {
  return target === STDOUT || STDOUT_PATHS.has(target) ? STDERR : target;
}

function toStderrPath(target: unknown): unknown {
  if (STDOUT_PATHS.has(target)) return '/dev/stderr';
  return isOptions(target) && (target as { fd?: unknown }).fd === STDOUT
    ? { ...(target as object), fd: STDERR }
    : target;
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

function writeAnswer(text: string): void {
  let bytes: Uint8Array = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(STDOUT, bytes));
    } catch (error) {
      // A pipe that is full for the moment.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
