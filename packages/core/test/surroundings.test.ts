import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { createRunner } from '../src/index.js';
import { call, failuresOf, plugin, run, sleep } from './stack.js';

it('many plugins at work at once listen to the host without a warning of Node, and leave no listener', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  const host = new AbortController();
  const stack = Array.from({ length: 20 }, (_, index) =>
    plugin(`busy-${index}`, async (ctx, next) => {
      ctx.signal.throwIfAborted();
      await sleep(2);
      await next();
      await sleep(1);
    }),
  );
  const runner = createRunner(stack, { onOutcome: () => undefined });
  await runner.run(call(), { signal: host.signal });
  await sleep(1);
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
  expect(getEventListeners(host.signal, 'abort')).toEqual([]);
});

it('an object that something added to every object makes no payload a bad one', async () => {
  try {
    Object.assign(Object.prototype, { polluted: {} });
    expect(failuresOf(await run(plugin('a', (ctx) => ctx.allow())))).toEqual([]);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'polluted');
  }
});
