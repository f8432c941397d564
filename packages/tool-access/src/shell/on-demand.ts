import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as shell from './index.js';

// To read all of it takes a process longer than to start, and many never meet a command. A program that is put together by
// a bundler has no such file beside it: bundlers take `#shell` for the module itself.
const FILE = fileURLToPath(new URL('./shell.cjs', import.meta.url));
const require = createRequire(import.meta.url);
const first = stamp();
let loaded: typeof shell | undefined;

// What reads commands was there when this process began; whoever changed it since may be the one who is watched.
function stamp(): string {
  const { dev, ino, size, ctimeMs } = statSync(FILE);
  return `${dev} ${ino} ${size} ${ctimeMs}`;
}

function load(): typeof shell {
  if (loaded === undefined) {
    if (stamp() !== first)
      throw new Error(`${FILE} was changed after it was to be used; start the process anew`);
    loaded = require(FILE) as typeof shell;
  }
  return loaded;
}

export const analyse: typeof shell.analyse = (...args) => load().analyse(...args);
export const readOnlyCommand: typeof shell.readOnlyCommand = (...args) => load().readOnlyCommand(...args);
export const startedPrograms: typeof shell.startedPrograms = (...args) => load().startedPrograms(...args);
