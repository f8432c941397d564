import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHooks, createRunner, memoryStore } from '../src/index.js';
import { call, failuresOf, plugin, run, sleep } from './stack.js';

const hang = () => new Promise<void>(() => undefined);
const rewrites = plugin('rewrites', (ctx) => ctx.rewrite({ x: 1 }), { role: 'rewriter' });

describe('a plugin’s own time', () => {
  it('includes what it took to judge before, when it judges again', async () => {
    const slow = plugin('slow', () => sleep(60), { timeout: '100ms' });
    const outcome = await run([slow, rewrites]);
    expect(failuresOf(outcome)).toEqual(['slow: PLUGIN_TIMEOUT']);
    expect(outcome.plugins[0]?.milliseconds).toBeGreaterThanOrEqual(100);
  });

  it('that it spends without giving the loop a turn is over all the same, and then it has failed', async () => {
    const busy = plugin(
      'busy',
      (ctx) => {
        const until = performance.now() + 30;
        while (performance.now() < until);
        ctx.allow('fine');
      },
      { timeout: '10ms' },
    );
    const outcome = await run(busy);
    expect(failuresOf(outcome)).toEqual(['busy: PLUGIN_TIMEOUT']);
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('goes on after the rest of the stack, though that was denied', async () => {
    const outer = plugin(
      'outer',
      async (_ctx, next) => {
        await next();
        await hang();
      },
      { timeout: '30ms', role: 'observer' },
    );
    const outcome = await run([outer, plugin('denies', (ctx) => ctx.deny('no')), rewrites]);
    expect(failuresOf(outcome)).toEqual(['outer: PLUGIN_TIMEOUT']);
  });

  it('goes on after a plugin that denied and then asked for the rest', async () => {
    const outer = plugin(
      'outer',
      async (_ctx, next) => {
        await next();
        await hang();
      },
      { timeout: '30ms', role: 'observer' },
    );
    const denies = plugin('denies', async (ctx, next) => {
      ctx.deny('no');
      await next();
    });
    expect(failuresOf(await run([outer, denies]))).toEqual(['outer: PLUGIN_TIMEOUT']);
  });

  it('does not include what plugins within take to judge again', async () => {
    const outer = plugin('outer', async (_ctx, next) => next(), { timeout: '60ms', role: 'observer' });
    const slow = plugin('slow', (ctx) => (ctx.judgingAgain ? sleep(120) : undefined));
    const outcome = await run([outer, plugin('quick', () => undefined), slow, rewrites]);
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.plugins[0]?.milliseconds).toBeLessThan(60);
  });

  it('goes on in the nearest plugin that is still at work, past those that have returned', async () => {
    const outer = plugin(
      'outer',
      async (_ctx, next) => {
        await next();
        await hang();
      },
      { timeout: '40ms', role: 'observer' },
    );
    const returned = plugin('returned', () => undefined);
    const floating = plugin('floating', (_ctx, next) => void next());
    const outcome = await run([outer, returned, floating, plugin('slow', () => sleep(200))]);
    expect(failuresOf(outcome)).toEqual(['outer: PLUGIN_TIMEOUT']);
    expect(outcome.plugins[0]?.milliseconds).toBeLessThan(200);
  });

  it('does not end early because a timer does', async () => {
    const real = setTimeout;
    const early = ((fire: () => void, after: number) => real(fire, after / 4)) as typeof setTimeout;
    const timeouts = vi.spyOn(globalThis, 'setTimeout').mockImplementation(early);
    const outcome = await run(plugin('slow', hang, { timeout: '60ms' }));
    timeouts.mockRestore();
    expect(failuresOf(outcome)).toEqual(['slow: PLUGIN_TIMEOUT']);
    expect(outcome.plugins[0]?.milliseconds).toBeGreaterThanOrEqual(60);
  });
});

describe('judging again', () => {
  it('leaves out who has judged what will run', async () => {
    const asked: string[] = [];
    const guard = (name: string) => plugin(name, () => void asked.push(name));
    const outcome = await run([guard('before'), rewrites, guard('after')]);
    expect(asked).toEqual(['before', 'after', 'before']);
    expect(outcome.plugins.map(({ judgedAgain }) => judgedAgain)).toEqual([true, false, false]);
  });

  it('takes in who let the rest go on and returned before that was rewritten', async () => {
    const floating = plugin('floating', (_ctx, next) => void next());
    const outcome = await run([floating, rewrites, plugin('slow', () => sleep(5))]);
    expect(outcome.plugins[0]?.judgedAgain).toBe(true);
  });

  it('ends with the first who denies then', async () => {
    const asked: string[] = [];
    const guard = (name: string) =>
      plugin(name, (ctx) => {
        asked.push(name);
        if (ctx.judgingAgain) ctx.deny('no');
      });
    await run([guard('one'), guard('two'), rewrites]);
    expect(asked).toEqual(['one', 'two', 'one']);
  });

  it('does not silence what the plugin says once the rest has come back', async () => {
    const outcome = await run([
      plugin('says', async (ctx, next) => {
        if (ctx.judgingAgain) return;
        await next();
        ctx.ask('look at it');
      }),
      rewrites,
    ]);
    expect(outcome.verdict).toMatchObject({ decision: 'ask', votes: [{ plugin: 'says' }] });
  });

  it('has no rest of the stack, and its clock runs on after next', async () => {
    const impatient = plugin(
      'impatient',
      async (ctx, next) => {
        if (!ctx.judgingAgain) return;
        await next();
        await hang();
      },
      { timeout: '30ms' },
    );
    const count = vi.fn();
    const outcome = await run([impatient, rewrites, plugin('counts', count)]);
    expect(failuresOf(outcome)).toEqual(['impatient: PLUGIN_TIMEOUT']);
    expect(count).toHaveBeenCalledTimes(1);
  });
});

describe('a plugin’s signal', () => {
  const runWith = (signal: AbortSignal, ...stack: ReturnType<typeof plugin>[]) =>
    createRunner(stack, { onOutcome: () => undefined }).run(call(), { signal });

  it('aborts at once with the host’s, for the host’s reason', async () => {
    const host = new AbortController();
    const seen: unknown[] = [];
    await runWith(
      host.signal,
      plugin('reads', (ctx) => {
        const { signal } = ctx;
        host.abort('enough');
        seen.push(signal.aborted, signal.reason);
      }),
    );
    expect(seen).toEqual([true, 'enough']);
  });

  it('aborts for a plugin that waits for the rest of the stack, which fails alone', async () => {
    const host = new AbortController();
    let reason: unknown;
    const outcome = await runWith(
      host.signal,
      plugin(
        'waits',
        async (ctx, next) => {
          const { signal } = ctx;
          await next();
          reason = signal.reason;
        },
        { role: 'observer' },
      ),
      plugin('works', async () => {
        setTimeout(() => host.abort('enough'), 5);
        await hang();
      }),
    );
    expect(reason).toBe('enough');
    expect(failuresOf(outcome)).toEqual(['works: PLUGIN_ABORTED']);
    expect(outcome.failures[0]?.message).toBe('the host gave up on it');
  });

  it('does not abort, nor listen to the host, once the plugin has returned', async () => {
    const host = new AbortController();
    const signals: AbortSignal[] = [];
    const kept: (() => AbortSignal)[] = [];
    const outcome = await runWith(
      host.signal,
      plugin(
        'returned',
        (ctx) => {
          signals.push(ctx.signal);
        },
        { role: 'observer' },
      ),
      plugin('late', (ctx) => void kept.push(() => ctx.signal), { role: 'observer' }),
      plugin('works', async () => {
        setTimeout(() => host.abort('enough'), 5);
        await hang();
      }),
    );
    expect(failuresOf(outcome)).toEqual(['works: PLUGIN_ABORTED']);
    expect(signals[0]?.aborted).toBe(false);
    expect(getEventListeners(host.signal, 'abort')).toEqual([]);
    const other = new AbortController();
    await runWith(
      other.signal,
      plugin('keeps', (ctx) => void kept.push(() => ctx.signal)),
    );
    expect(kept.map((read) => read().aborted)).toEqual([true, false]);
    expect(getEventListeners(other.signal, 'abort')).toEqual([]);
  });

  it('aborts with a TimeoutError when its time is up', async () => {
    let reason: unknown;
    const slow = plugin(
      'slow',
      (ctx) => {
        ctx.signal.addEventListener('abort', () => {
          reason = ctx.signal.reason;
        });
        return hang();
      },
      { timeout: '10ms' },
    );
    await run(slow);
    expect(reason).toMatchObject({ name: 'TimeoutError', message: 'it took longer than 10 ms' });
  });

  it('leaves no listener on the host’s for events that were over at once', async () => {
    const host = new AbortController();
    const quick = plugin('quick', async (_ctx, next) => next());
    const runner = createRunner([quick, plugin('quicker', async () => undefined)], {
      onOutcome: () => undefined,
    });
    await Promise.all(Array.from({ length: 3 }, () => runner.run(call(), { signal: host.signal })));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(getEventListeners(host.signal, 'abort')).toEqual([]);
  });
});

describe('what lies beneath', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('a clock that breaks while a plugin is at work is a refusal, and nobody waits for ever', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const breaks = plugin('breaks', async () => {
      await sleep(1);
      vi.spyOn(performance, 'now').mockImplementation(() => {
        throw new Error('x');
      });
    });
    const callback = createHooks(breaks).PreToolUse?.[0]?.hooks[0];
    const answer = await callback?.(call() as never, undefined, undefined as never);
    expect(answer).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason:
          'hookloom: it failed (a fault of its own), so this is blocked. Tell the person.',
      },
    });
  });

  it('a next that comes after its plugin’s time does nothing', async () => {
    const asked = vi.fn();
    let late: Promise<void> | undefined;
    await run([
      plugin('late', (_ctx, next) => void setImmediate(() => (late = next())), { role: 'observer' }),
      plugin('counts', asked),
      plugin('slow', () => sleep(10)),
    ]);
    await late;
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('a promise of another make is waited for, and its rejection is the plugin’s', async () => {
    const foreign = {
      then: (_ok: unknown, no: (error: unknown) => void) => setTimeout(() => no(new RangeError('x')), 5),
    };
    const outcome = await run(plugin('foreign', (() => foreign) as never));
    expect(outcome.failures).toMatchObject([{ code: 'PLUGIN_THREW', message: 'it threw RangeError' }]);
  });

  it('the state of a payload without a session is kept under an empty name', async () => {
    const store = memoryStore();
    const get = vi.spyOn(store, 'get');
    await run(
      plugin('p', () => undefined, { state: () => 0 }),
      { ...call(), session_id: undefined },
      { store },
    );
    expect(get).toHaveBeenCalledWith({ session: '', plugin: 'p' });
  });
});
