// @ts-check
// The size of each package's own code, minified and gzipped, against its budget; of each plugin against the goal.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

// A package may grow by so much before its budget has to be changed on purpose.
const TOLERANCE = 1.1;

/** @type {{ [name: string]: undefined | { budget: number, goal?: number } }} */
const budgets = JSON.parse(readFileSync(new URL('size-budget.json', import.meta.url), 'utf8'));

/**
 * @param {string} name
 * @param {string} [exported] one export, with what it needs; all of the package without
 */
async function sizeOf(name, exported = '*') {
  const folder = fileURLToPath(new URL(`../packages/${name}/`, import.meta.url));
  const names = exported === '*' ? '*' : `{ ${exported} }`;
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from './dist/index.js'`, resolveDir: folder },
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

/**
 * The largest plugin of a package that holds several.
 * @param {string} name
 */
async function largestPlugin(name) {
  const factories = Object.entries(await import(`../packages/${name}/dist/index.js`)).filter(
    ([, value]) => typeof value === 'function',
  );
  const sizes = await Promise.all(factories.map(async ([key]) => ({ key, size: await sizeOf(name, key) })));
  return sizes.reduce((a, b) => (b.size > a.size ? b : a));
}

console.log('\nOwn code, minified and gzipped, in bytes; dependencies are not in it\n');
let over = 0;
for (const name of readdirSync(new URL('../packages', import.meta.url))) {
  const { budget, goal } = budgets[name] ?? { budget: 0 };
  const size = await sizeOf(name);
  const fits = size <= budget * TOLERANCE;
  if (!fits) over += 1;
  const largest = name.startsWith('plugins-') ? await largestPlugin(name) : { key: 'all of it', size };
  const met = goal !== undefined && largest.size <= goal ? 'met' : 'not met yet';
  const aim = goal === undefined ? '' : `goal ${goal}, ${met}: ${largest.key} ${largest.size}`;
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
