// @ts-check
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createRunner } from '@hookloom/core';
import compose from 'koa-compose';
import pTimeout from 'p-timeout';
import { noop, PAYLOAD, plugins } from './noops.mjs';
import { sliceRatiosOf } from './slices.mjs';

/** @typedef {() => Promise<void>} Next */

const SIZES = [1, 6, 20, 100];

/** What our engine costs, against bare koa-compose and against a p-timeout around each layer. */
export async function benchEngine() {
  const layers = Array(6).fill(noop);
  const bare = compose(layers);
  const timed = compose(
    layers.map(
      (layer) => (/** @type {unknown} */ ctx, /** @type {Next} */ next) =>
        pTimeout(layer(ctx, next), { milliseconds: 5000 }),
    ),
  );
  const runners = SIZES.map((size) => ({ size, runner: createRunner(plugins(size)) }));
  const result = await sliceRatiosOf({
    bare: () => bare({}),
    timed: () => timed({}),
    ...Object.fromEntries(runners.map(({ size, runner }) => [`of ${size}`, () => runner.run(PAYLOAD)])),
  });
  const ratioOf = (/** @type {string} */ name) => result[name]?.ratio ?? Number.NaN;
  return [
    { what: 'koa-compose, six no-op layers', ratio: 1 },
    { what: 'the same, a p-timeout around each layer', ratio: ratioOf('timed') },
    ...SIZES.map((size) => ({
      what: `Hookloom, ${size} no-op plugin${size === 1 ? '' : 's'}`,
      ratio: ratioOf(`of ${size}`),
      ...(size === 6 ? { goal: 8 } : {}),
    })),
    {
      what: '  six, against a p-timeout per layer (= 1)',
      ratio: ratioOf('of 6') / ratioOf('timed'),
      goal: 0.1,
    },
    {
      what: '  cost of a plugin among 100, against among 6 (= 1)',
      ratio: ratioOf('of 100') / 100 / (ratioOf('of 6') / 6),
      goal: 1.5,
    },
  ];
}

/** What one event takes of memory: allocated until its outcome is out, and kept after a collection. */
export function benchMemory() {
  const worker = fileURLToPath(new URL('engine-memory.mjs', import.meta.url));
  // With so much room for new objects nothing is collected while it is counted.
  const flags = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'];
  return SIZES.flatMap((size) => {
    const output = execFileSync(process.execPath, [...flags, worker, String(size)], { encoding: 'utf8' });
    const { allocated, kept } = JSON.parse(output);
    const plugins = `${size} no-op plugin${size === 1 ? '' : 's'}`;
    return [
      { what: `${plugins}: bytes allocated an event`, ratio: allocated, goal: 4000 + 2000 * size },
      { what: `${plugins}: bytes kept an event, after collection`, ratio: kept, goal: 10 },
    ];
  });
}
