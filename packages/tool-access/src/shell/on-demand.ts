import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as shell from './index.js';

// To read all of it takes a process longer than to start, and many never meet a command. A program that is put together by
// a bundler has no such file beside it: bundlers take `#shell` for the module itself.
const MISSING =
  'what reads commands is not there: bundle @hookloom/tool-access with the condition `module`, or leave it out of the bundle';
const file = locate();
const first = file && stampOf(file);
let loaded: typeof shell | undefined;

/** A bundler that does not know the condition `module` may have put this file elsewhere; that is told at the first command. */
function locate(): string | undefined {
  try {
    return fileURLToPath(new URL('./shell.cjs', import.meta.url));
  } catch {
    return undefined;
  }
}

// What reads commands was there when this process began; whoever changed it since may be the one who is watched.
function stampOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino} ${stats.size} ${stats.ctimeMs}`;
}

function load(): typeof shell {
  if (loaded !== undefined) return loaded;
  if (file === undefined || first === undefined) throw new Error(MISSING);
  if (stampOf(file) !== first)
    throw new Error(`${file} was changed after it was to be used; start the process anew`);
  loaded = createRequire(import.meta.url)(file) as typeof shell;
  return loaded;
}

export const analyse: typeof shell.analyse = (...args) => load().analyse(...args);
export const readOnlyCommand: typeof shell.readOnlyCommand = (...args) => load().readOnlyCommand(...args);
export const startedPrograms: typeof shell.startedPrograms = (...args) => load().startedPrograms(...args);
