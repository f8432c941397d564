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
 * The code at the head of a bundle. It compiles the program from the comment that holds it, with the code cache where
 * that is the program's own, and keeps stdout from children as soon as anything asks for a module that may start some. (To ask for fs.promises redirects
 * its writes.)
 * Where it fails there is no program to answer: exit code 2 blocks, and is kept for the gate events.
 * @param id tells a cache made for this program. V8 by itself knows a program by its length alone.
 * @param imports whether the program loads modules that are known at run time only.
 */
export function launcherOf(id: string, imports: boolean): string {
  return `'use strict';
const fs = require('node:fs');
const { Script, constants } = require('node:vm');

try {
  const text = held.toString();
  const script = new Script(text.slice(text.indexOf('/*') + 2, -3).replaceAll('*\\u0001/', '*/'), {
    filename: __filename,
    cachedData: cache(),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const program = { exports: {} };
  const calm = new Set(${JSON.stringify(CALM)});
  let kept = ${imports};
  const keep = (id) => {
    if (id.endsWith('fs/promises')) return fs.promises;
    if (kept || calm.has(id.replace('node:', ''))) return;
    kept = true;
    program.exports.keepFromStdout?.();
  };
  const load = Object.assign((id) => (keep(id), require(id)), require);
  const { getBuiltinModule } = process;
  if (getBuiltinModule) process.getBuiltinModule = (id) => (keep(id), getBuiltinModule(id));
  script.runInThisContext()(program.exports, load, program, __filename, __dirname);
  if (kept) program.exports.keepFromStdout();
  if (require.main === module) program.exports.run(process.argv.slice(2));
  else module.exports = { script, program: program.exports };
} catch (error) {
  console.error('hookloom: the bundle could not be started, so nothing was checked', error);
  process.exitCode = ${GATES}.test(process.argv.join(' ')) ? 2 : 1;
}

function cache() {
  try {
    const file = fs.openSync(__filename + '.cache', 'r');
    try {
      if (process.platform !== 'win32' && fs.fstatSync(file).mode & 0o022) return undefined;
      const bytes = fs.readFileSync(file);
      return bytes.latin1Slice(0, ${id.length}) === '${id}' ? bytes.subarray(${id.length}) : undefined;
    } finally {
      fs.closeSync(file);
    }
  } catch {
    return undefined;
  }
}
`;
}
