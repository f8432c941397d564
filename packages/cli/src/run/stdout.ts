import fs from 'node:fs';

/** The descriptors of the two streams. */
export const STDOUT = 1;
export const STDERR = 2;
const { writeSync } = fs;

/**
 * Gives stdout to the answer alone. From now on whatever else this process writes there goes to stderr: after one stray
 * line the host takes the whole for plain text, and runs the tool. Covered are console and process.stdout, descriptor 1
 * by node:fs; `keepFromStdout` covers children.
 * @returns a function that writes the answer and returns when it is written.
 */
export function reserveStdout(): (text: string) => void {
  // Neither stream is made before somebody asks for it; console asks at its first line.
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
  for (const name of WRITERS) redirect(fs, name, toStderr);
  for (const name of OPENERS) redirect(fs, name, toStderrPath);
  redirectPromised();
  return writeAnswer;
}

const WRITERS = [
  ...['write', 'writeSync', 'writev', 'writevSync'],
  ...['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'],
];
const OPENERS = ['open', 'openSync', 'createWriteStream'];
const PROMISED = ['open', 'writeFile', 'appendFile'];
const STDOUT_PATHS: ReadonlySet<unknown> = new Set(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

type Functions = Record<string, (...args: unknown[]) => unknown>;

/** Puts a function in place of a module's, which changes each argument before the original gets it. */
export function redirect(module: object, name: string, change: (argument: unknown) => unknown): void {
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

/** Redirects the promised writes once somebody asks for them; until then they are not loaded. */
function redirectPromised(): void {
  const get = Object.getOwnPropertyDescriptor(fs, 'promises')?.get;
  if (get === undefined) return;
  let done = false;
  const getRedirected = () => {
    const promises = get.call(fs);
    if (!done) for (const name of PROMISED) redirect(promises, name, toStderrPath);
    done = true;
    return promises;
  };
  Object.defineProperty(fs, 'promises', { configurable: true, enumerable: true, get: getRedirected });
}

/** Tells whether an argument is one of options that may name a descriptor. */
export function isOptions(argument: unknown): boolean {
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

function writeAnswer(text: string): void {
  let bytes: Uint8Array = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(STDOUT, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      // A pipe that is full for the moment.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
