import { EVENTS, isGateEvent } from '@hookloom/core';

const GATES = new RegExp(EVENTS.filter(isGateEvent).join('|'));

// Modules of Node by which nothing can be started, and nothing loaded that could start it.
const CALM = [
  'assert',
  'async_hooks',
  'buffer',
  'constants',
  'crypto',
  'events',
  'fs',
  'os',
  'path',
  'perf_hooks',
].concat([
  'process',
  'querystring',
  'stream',
  'string_decoder',
  'timers',
  'timers/promises',
  'url',
  'util',
  'zlib',
]);

/** How many digits the head of a cache has for the length of each part. */
export const LENGTH_DIGITS = 10;

/**
 * The code at the head of a bundle. It starts the program in `main`, and the one in `shell` once that asks for it, and keeps
 * stdout from children as soon as anything asks for a module that may start some. (To ask for fs.promises redirects its
 * writes.) What the program asks `performance` for is the time, mostly, for which Node would load all of its module. Where
 * it fails there is no program to answer: exit code 2 blocks, and is kept for the gate events.
 * @param id tells a cache made for these programs; `undefined` for programs that Node itself compiles.
 */
export function launcherOf(id: string | undefined): string {
  return `'use strict';
const fs = require('node:fs');
${id === undefined ? '' : "const { Script } = require('node:vm');\nconst { openSync, fstatSync, readSync, closeSync } = fs;\nconst scripts = [];"}

try {
  const program = { exports: {} };
  const calm = new Set(${JSON.stringify(CALM)});
  let kept = ${id === undefined};
  const keep = (id) => {
    if (id.endsWith('fs/promises')) return fs.promises;
    if (kept || calm.has(id.replace('node:', ''))) return;
    kept = true;
    program.exports.keepFromStdout?.();
  };
  const load = Object.assign((id) => (keep(id), require(id)), require);
  const { getBuiltinModule } = process;
  if (getBuiltinModule) process.getBuiltinModule = (id) => (keep(id), getBuiltinModule(id));
  const time = clock();
  const start = (part, holder, module, ...more) =>
    ${id === undefined ? 'holder' : 'compile(part, holder)'}(module.exports, load, module, __filename, __dirname, time, ...more);
  let commands;
  const loadShell = () => {
    if (commands === undefined) {
      const loaded = { exports: {} };
      start(1, shell, loaded, undefined, textIn(catalogue));
      commands = loaded.exports;
    }
    return commands;
  };
  start(0, main, program, loadShell);
  if (kept) program.exports.keepFromStdout();
  if (require.main === module) program.exports.run(process.argv.slice(2));
  ${id === undefined ? '' : 'else module.exports = { program: program.exports, caches };'}
} catch (error) {
  console.error('hookloom: the bundle could not be started, so nothing was checked', error);
  process.exitCode = ${GATES}.test(process.argv.join(' ')) ? 2 : 1;
}

function textIn(holder) {
  const text = holder.toString();
  return text.slice(text.indexOf('/*') + 2, -3).replaceAll('*\\u0001/', '*/');
}

function clock() {
  const now = () => process.uptime() * 1000;
  const get = (_, key) => {
    if (key === 'now') return now;
    const value = performance[key];
    return typeof value === 'function' ? value.bind(performance) : value;
  };
  return new Proxy({}, { get });
}
${id === undefined ? '' : compilerOf(id)}`;
}

// Only the part that is asked for is read.
function compilerOf(id: string): string {
  const head = id.length + 2 * LENGTH_DIGITS;
  return `
function compile(part, holder) {
  const cachedData = cached(part);
  const script = new Script(textIn(holder), { filename: __filename, cachedData });
  scripts[part] = script;
  return script.runInThisContext();
}

function caches() {
  return [0, 1].map((part) => scripts[part]?.createCachedData() ?? cached(part) ?? Buffer.alloc(0));
}

function cached(part) {
  try {
    const file = openSync(__filename + '.cache', 'r');
    try {
      const { mode, size } = fstatSync(file);
      if (process.platform !== 'win32' && mode & 0o022) return undefined;
      const head = Buffer.alloc(${head});
      readSync(file, head, 0, ${head}, 0);
      const [, id, ...digits] = /^(.{${id.length}})(.{${LENGTH_DIGITS}})(.{${LENGTH_DIGITS}})$/.exec(head.latin1Slice()) ?? [];
      const [main, shell] = digits.map(Number);
      if (id !== '${id}' || size !== ${head} + 2 * (main + shell)) return undefined;
      const length = part === 0 ? main : shell;
      const bytes = Buffer.allocUnsafe(2 * length);
      readSync(file, bytes, 0, 2 * length, part === 0 ? ${head} : ${head} + 2 * main);
      const once = bytes.subarray(0, length);
      return length > 0 && once.equals(bytes.subarray(length)) ? once : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
`;
}
