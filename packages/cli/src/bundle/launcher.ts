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

/** What sets bundles apart: how their programs are held. */
export interface Holding {
  /** What has to be at hand before anything else runs. */
  readonly early: string;
  /** Whether stdout is kept from children from the start. */
  readonly kept: boolean;
  /** Defines `start(part, ...)`, which runs a part with the arguments that it is given. */
  readonly start: string;
  /** What it exports when it is not the main module. */
  readonly exported: string;
  readonly functions: string;
}

/**
 * The code at the head of a bundle. It starts the program, and what reads commands once that is asked for, and keeps stdout from children as soon as anything
 * asks for a module that may start some. (To ask for fs.promises redirects its writes.) What the program asks `performance`
 * for is the time, mostly, for which Node would load all of its module. Where it fails there is no program to answer: exit
 * code 2 blocks, and is kept for the gate events.
 */
export function launcherOf({ early, kept, start, exported, functions }: Holding): string {
  return `'use strict';
const fs = require('node:fs');
${early}

try {
  const program = { exports: {} };
  const calm = new Set(${JSON.stringify(CALM)});
  let kept = ${kept};
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
  ${start}
  let commands;
  const shellOnDemand = () => {
    if (commands === undefined) {
      const loaded = { exports: {} };
      start(1, loaded.exports, load, loaded, __filename, __dirname, time, undefined);
      commands = loaded.exports;
    }
    return commands;
  };
  start(0, program.exports, load, program, __filename, __dirname, time, shellOnDemand);
  if (kept) program.exports.keepFromStdout();
  if (require.main === module) program.exports.run(process.argv.slice(2));
  else module.exports = ${exported};
} catch (error) {
  console.error('hookloom: the bundle could not be started, so nothing was checked', error);
  process.exitCode = ${GATES}.test(process.argv.join(' ')) ? 2 : 1;
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
${functions}`;
}
