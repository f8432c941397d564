// @ts-check
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROUNDS = 15;
const cwd = fileURLToPath(new URL('.', import.meta.url));

/** What a process takes that loads a package and ends, against one that does nothing. */
export function benchImports() {
  const names = readdirSync(new URL('../packages', import.meta.url)).map((name) => `@hookloom/${name}`);
  /** @type {Map<string, string[]>} */
  const programs = new Map([['node -e 0', ['-e', '0']]]);
  for (const name of names) programs.set(name, ['--input-type=module', '-e', `import '${name}'`]);
  /** @type {Map<string, number>} */
  const best = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, args] of programs) {
      const before = performance.now();
      execFileSync(process.execPath, args, { cwd });
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - before));
    }
  }
  const base = best.get('node -e 0') ?? Number.NaN;
  return [...best].map(([what, time]) => ({ what, ratio: time / base }));
}
