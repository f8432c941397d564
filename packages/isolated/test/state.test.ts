import { createRunner, memoryStore, type Store } from '@hookloom/core';
import { toolCall } from '@hookloom/testing';
import { afterAll, expect, it } from 'vitest';
import { isolated } from '../src/index.js';

const module = new URL('./plugins/well-behaved.mjs?counts', import.meta.url);
const plugin = await isolated(module, { execArgv: [] });
afterAll(() => plugin.close());

const call = (id: number) => toolCall('Bash', { command: 'ls' }, { tool_use_id: `${id}` });
const key = { session: 'session-1', plugin: 'counts' };
const callsIn = async (store: Store) => ((await store.get(key)) as { calls: string[] }).calls.length;

/** A store as one across processes is: everything takes a while. */
function slowStore(): Store {
  const inner = memoryStore();
  const wait = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
  let last = Promise.resolve<unknown>(undefined);
  return {
    get: async (of) => {
      await wait();
      return inner.get(of);
    },
    update: (of, change) => {
      last = last
        .catch(() => undefined)
        .then(wait)
        .then(() => inner.update(of, change));
      return last;
    },
    clear: (session) => inner.clear(session),
  };
}

it.each([
  ['in memory', memoryStore],
  ['that takes its time', slowStore],
])('40 calls at once count 40 in a store %s', async (_, makeStore) => {
  const store = makeStore();
  const runner = createRunner(plugin, { store, onOutcome: () => undefined });
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, id) => runner.run(call(id))));
  expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
  expect(await callsIn(store)).toBe(40);
});

it('two runners on one store count together', async () => {
  const store = memoryStore();
  const runners = [1, 2].map(() => createRunner(plugin, { store, onOutcome: () => undefined }));
  await Promise.all(
    runners.flatMap((runner, index) => [1, 2, 3].map((id) => runner.run(call(index * 10 + id)))),
  );
  expect(await callsIn(store)).toBe(6);
});

it('a store that fails is a failure of the plugin, as without a thread', async () => {
  const store = { ...memoryStore(), update: () => Promise.reject(new Error('disk full')) };
  const runner = createRunner(plugin, { store, onOutcome: () => undefined });
  const outcome = await runner.run(call(1));
  expect(outcome.verdict.decision).toBe('deny');
  expect(outcome.failures[0]?.code).toBe('STATE_UNAVAILABLE');
});
