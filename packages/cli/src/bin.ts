#!/usr/bin/env node
import { toRunArguments } from './run/arguments.js';

const run = toRunArguments(process.argv.slice(2));
if (run !== undefined) await (await import('./run/run-configured.js')).runConfigured(run);
else process.exitCode = await (await import('./program.js')).runProgram(process.argv);
