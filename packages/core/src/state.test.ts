import { describe, expect, it } from 'vitest';
import { call, failuresOf, payloadOf, plugin, run, sleep } from '../test/stack.js';
import { definePlugin } from './plugin.js';
import { createRunner } from './runner.js';
import { memoryStore, type Store } from './state.js';

const counter = definePlugin({
  name: 'counter',
  role: 'observer',
  state: () => ({ calls: 0 }),
  hooks: {
    PreToolUse: async (ctx) => {
      await ctx.update((state) => ({ calls: state.calls + 1 }));
      ctx.note(`call ${ctx.state.calls}`);
    },
  },
});

async function noteOf(runner: ReturnType<typeof createRunner>, session: string): Promise<string | undefined> {
  const outcome = await runner.run({ ...call(), session_id: session });
  return outcome.notes[0]?.text;
}

describe('state', () => {
  it('is private to the plugin and the session', async () => {
    const runner = createRunner(counter);
    expect(await noteOf(runner, 'a')).toBe('call 1');
    expect(await noteOf(runner, 'a')).toBe('call 2');
    expect(await noteOf(runner, 'b')).toBe('call 1');
  });

  it('ends with the session, but not when the session is left to be resumed', async () => {
    const runner = createRunner(counter);
    await noteOf(runner, 'a');
    await runner.run(payloadOf('SessionEnd', { session_id: 'a', reason: 'resume' }));
    expect(await noteOf(runner, 'a')).toBe('call 2');
    await runner.run(payloadOf('SessionEnd', { session_id: 'a', reason: 'clear' }));
    expect(await noteOf(runner, 'a')).toBe('call 1');
  });

  it('counts exactly under parallel calls', async () => {
    const runner = createRunner(counter);
    await Promise.all(Array.from({ length: 50 }, () => runner.run(call())));
    expect(await noteOf(runner, 'session-1')).toBe('call 51');
  });

  it('is a snapshot that cannot be changed by hand', async () => {
    const outcome = await run(
      plugin('mutates', (ctx) => void Object.assign(ctx.state, { calls: 9 }), {
        state: () => ({ calls: 0 }),
      }),
    );
    expect(failuresOf(outcome)).toEqual(['mutates: PLUGIN_THREW']);
  });

  it('that is no JSON data is a failure of the plugin', async () => {
    const outcome = await run(
      plugin('odd', async (ctx) => void (await ctx.update(() => ({ when: new Date(0) }))), {
        state: () => ({ when: undefined as Date | undefined }),
      }),
    );
    expect(failuresOf(outcome)).toEqual(['odd: STATE_INVALID']);
  });

  it('a store that fails is a failure of the plugins that need it, and of no other', async () => {
    const broken: Store = {
      get: () => Promise.reject(new Error('disk')),
      update: () => Promise.reject(new Error('disk')),
      clear: () => undefined,
    };
    const outcome = await run(
      [
        plugin('needs', () => undefined, { state: () => 0 }),
        plugin('other', (ctx) => ctx.allow(), { role: 'approver' }),
      ],
      call(),
      { store: broken },
    );
    expect(failuresOf(outcome)).toEqual(['needs: STATE_UNAVAILABLE']);
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('an asynchronous store works, and its time is the plugin’s own', async () => {
    const memory = memoryStore();
    const slow: Store = {
      get: async (key) => {
        await sleep(40);
        return memory.get(key);
      },
      update: async (key, change) => memory.update(key, change),
      clear: (session) => memory.clear(session),
    };
    const runner = createRunner(counter, { store: slow });
    expect(await noteOf(runner, 'a')).toBe('call 1');
    const impatient = plugin('impatient', () => undefined, { state: () => 0, timeout: '10ms' });
    expect(failuresOf(await run(impatient, call(), { store: slow }))).toEqual(['impatient: PLUGIN_TIMEOUT']);
  });
});

describe('memoryStore', () => {
  it('forgets the least recently used session first', () => {
    const store = memoryStore({ sessions: 2 });
    const key = (session: string) => ({ session, plugin: 'p' });
    store.update(key('a'), () => 1);
    store.update(key('b'), () => 2);
    store.get(key('a'));
    store.update(key('c'), () => 3);
    expect([store.get(key('a')), store.get(key('b')), store.get(key('c'))]).toEqual([1, undefined, 3]);
  });

  it('refuses a bound below one', () => {
    expect(() => memoryStore({ sessions: 0 })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  });
});
