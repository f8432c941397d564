#!/usr/bin/env node
import { toRunArguments } from './run/arguments.js';

const run = toRunArguments(process.argv.slice(2));
if (run !== undefined) await (await import('./run/run-configured.js')).runConfigured(run);
else {
  const code = await (await import('./program.js')).runProgram(process.argv);
  // A config may hold the process by a timer or a socket: what was asked for is done.
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('', done));
  process.exit(code);
}
