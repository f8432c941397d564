// @ts-check
// The size of each package's own code, minified and gzipped, against its budget.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

// A package may grow by so much before its budget has to be changed on purpose.
const TOLERANCE = 1.1;

/** @type {{ [name: string]: undefined | { budget: number, goal?: number } }} */
const budgets = JSON.parse(readFileSync(new URL('size-budget.json', import.meta.url), 'utf8'));

/** @param {string} name */
async function sizeOf(name) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../packages/${name}/dist/index.js`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

console.log('\nOwn code, minified and gzipped, in bytes; dependencies are not in it\n');
let over = 0;
for (const name of readdirSync(new URL('../packages', import.meta.url))) {
  const { budget, goal } = budgets[name] ?? { budget: 0 };
  const size = await sizeOf(name);
  const fits = size <= budget * TOLERANCE;
  if (!fits) over += 1;
  const aim =
    goal === undefined ? '' : `goal ${String(goal).padStart(5)}, ${size <= goal ? 'met' : 'not met yet'}`;
  console.log(
    `  ${name.padEnd(26)}${String(size).padStart(7)}   budget ${String(budget).padStart(6)}   ${fits ? aim : 'OVER THE BUDGET'}`.trimEnd(),
  );
}
if (over > 0) {
  console.log(
    `\n${over} over the budget by more than a tenth. Make it smaller, or raise bench/size-budget.json.`,
  );
}
process.exitCode = over === 0 ? 0 : 1;
