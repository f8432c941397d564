import { getEventListeners } from 'node:events';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunner, type Stack } from '../src/index.js';
import { call, failuresOf, plugin, sleep } from './stack.js';

const timeouts = vi.spyOn(globalThis, 'setTimeout');
const immediates = vi.spyOn(globalThis, 'setImmediate');

beforeEach(() => {
  timeouts.mockClear();
  immediates.mockClear();
});
afterAll(() => {
  timeouts.mockRestore();
  immediates.mockRestore();
});

/** Runs a stack so often at once, and gives the timers that were made until the loop has turned three times. */
async function timersOf(stack: Stack, events = 1) {
  const runner = createRunner(stack, { onOutcome: () => undefined });
  await Promise.all(Array.from({ length: events }, () => runner.run(call())));
  const looks = immediates.mock.calls.length;
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return { timers: timeouts.mock.calls.length, looks };
}

describe('no timer is armed for a plugin that settles at once:', () => {
  it('one that returns makes none, nor is the loop asked to look again', async () => {
    const stack = Array.from({ length: 20 }, (_, index) => plugin(`p${index}`, (ctx) => ctx.ask('sure?')));
    expect(await timersOf(stack, 20)).toEqual({ timers: 0, looks: 0 });
  });

  it('one that resolves within microtasks makes none, and the loop looks once for all events together', async () => {
    const stack = Array.from({ length: 20 }, (_, index) =>
      plugin(`p${index}`, async (ctx, next) => {
        await Promise.resolve();
        await next();
        await Promise.resolve();
        ctx.ask('sure?');
      }),
    );
    expect(await timersOf(stack, 20)).toEqual({ timers: 0, looks: 1 });
  });

  it('one that judges again makes none', async () => {
    const stack = [
      plugin('judges', async (_ctx, next) => next()),
      plugin('rewrites', async (ctx) => ctx.rewrite({ x: 1 }), { role: 'rewriter' }),
    ];
    expect(await timersOf(stack)).toEqual({ timers: 0, looks: 1 });
  });

  it('one that waits for the rest of the stack makes none while it waits, and one that is at work makes one', async () => {
    const stack = [
      ...Array.from({ length: 5 }, (_, index) => plugin(`waits-${index}`, async (_ctx, next) => next())),
      plugin('works', () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))),
    ];
    expect((await timersOf(stack)).timers).toBe(1);
  });

  it('the host’s signal is listened to no sooner either', async () => {
    const host = new AbortController();
    let listeners: number[] = [];
    const count = () => getEventListeners(host.signal, 'abort').length;
    const runner = createRunner(
      [
        plugin('first', async (_ctx, next) => {
          listeners = [count()];
          await next();
          listeners.push(count());
        }),
        plugin('second', async () => undefined),
        plugin('works', async () => {
          await sleep(5);
          listeners.push(count());
        }),
        plugin('works-too', async () => {
          await sleep(5);
          listeners.push(count());
        }),
      ],
      { onOutcome: () => undefined },
    );
    const outcome = await runner.run(call(), { signal: host.signal });
    expect(failuresOf(outcome)).toEqual([]);
    // One for the run, whoever is at work.
    expect(listeners).toEqual([0, 1, 1, 1]);
    expect(count()).toBe(0);
  });
});
