// @ts-check
import { benchEngine, benchMemory } from './engine.mjs';
import { benchImports } from './imports.mjs';
import { benchIsolated } from './isolated.mjs';
import { benchShell } from './shell.mjs';
import { benchSixGuards } from './six-guards.mjs';

/** @type {{ title: string, rows: { what: string, ratio: number, goal?: number }[] }[]} */
const reports = [
  { title: 'The engine', rows: await benchEngine() },
  { title: 'The memory of the engine, in bytes', rows: benchMemory() },
  { title: 'Shell commands', rows: await benchShell() },
  { title: 'A process that loads a package', rows: benchImports() },
  { title: 'A thread of its own', rows: await benchIsolated() },
  { title: 'The six guards, file system included', rows: await benchSixGuards() },
];

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
