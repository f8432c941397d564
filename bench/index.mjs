// @ts-check
import { benchEngine, benchMemory } from './engine.mjs';
import { benchImports } from './imports.mjs';
import { benchIsolated } from './isolated.mjs';
import { benchShell } from './shell.mjs';
import { benchSixGuards } from './six-guards.mjs';
import { benchStart } from './start.mjs';

/** @typedef {{ what: string, ratio: number, goal?: number }} Row */

/** @type {Record<string, [title: string, bench: () => Row[] | Promise<Row[]>]>} */
const BENCHES = {
  engine: ['The engine', benchEngine],
  memory: ['The memory of the engine, in bytes', benchMemory],
  shell: ['Shell commands', benchShell],
  imports: ['A process that loads a package', benchImports],
  isolated: ['A thread of its own', benchIsolated],
  guards: ['The six guards, file system included', benchSixGuards],
  start: ['Hooks as processes, and as requests', benchStart],
};

const wanted = process.argv.slice(2);
const reports = [];
for (const [name, [title, bench]] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) reports.push({ title, rows: await bench() });
}

let missed = 0;
for (const { title, rows } of reports) {
  console.log(`\n${title} (ratios within this run, where nothing else is said; a goal is an upper bound)\n`);
  for (const { what, ratio, goal } of rows) {
    const met = goal === undefined || ratio <= goal;
    if (!met) missed += 1;
    const verdict = goal === undefined ? '' : `goal ${goal}   ${met ? 'met' : 'MISSED'}`;
    console.log(
      `  ${what.padEnd(64)}${ratio.toFixed(ratio < 1000 ? 3 : 0).padStart(9)}   ${verdict}`.trimEnd(),
    );
  }
}
console.log(missed === 0 ? '\nAll goals met.' : `\n${missed} goals missed.`);
process.exitCode = missed === 0 ? 0 : 1;
