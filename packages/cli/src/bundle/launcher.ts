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

/**
 * The code at the head of a bundle. It starts the program that `held` holds, and keeps stdout from children as soon as
 * anything asks for a module that may start some. (To ask for fs.promises redirects its writes.) What the program asks
 * `performance` for is the time, mostly, for which Node would load all of its module. Where it fails there is no program to
 * answer: exit code 2 blocks, and is kept for the gate events.
 * @param id tells a cache made for this program; `undefined` for a program that Node itself compiles.
 */
export function launcherOf(id: string | undefined): string {
  return `'use strict';
const fs = require('node:fs');

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
  ${id === undefined ? 'held' : 'const script = compile();\n  script.runInThisContext()'}(program.exports, load, program, __filename, __dirname, clock(), textIn(catalogue));
  if (kept) program.exports.keepFromStdout();
  if (require.main === module) program.exports.run(process.argv.slice(2));
  ${id === undefined ? '' : 'else module.exports = { script, program: program.exports };'}
} catch (error) {
  console.error('hookloom: the bundle could not be started, so nothing was checked', error);
  process.exitCode = ${GATES}.test(process.argv.join(' ')) ? 2 : 1;
}

function textIn(held) {
  const text = held.toString();
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

function compilerOf(id: string): string {
  return `
function compile() {
  return new (require('node:vm').Script)(textIn(held), { filename: __filename, cachedData: cache() });
}

function cache() {
  try {
    const file = fs.openSync(__filename + '.cache', 'r');
    try {
      if (process.platform !== 'win32' && fs.fstatSync(file).mode & 0o022) return undefined;
      const bytes = fs.readFileSync(file);
      if (bytes.latin1Slice(0, ${id.length}) !== '${id}') return undefined;
      const middle = (bytes.length + ${id.length}) / 2;
      const cached = bytes.subarray(${id.length}, middle);
      return cached.equals(bytes.subarray(middle)) ? cached : undefined;
    } finally {
      fs.closeSync(file);
    }
  } catch {
    return undefined;
  }
}
`;
}
