import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLanes } from './lanes.js';

it('whatever the keys and the times, all is done once, in order of its key, within the concurrency', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(3)), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (items, concurrency) => {
        const done: (readonly [string, number])[] = [];
        let running = 0;
        let most = 0;
        const lanes = createLanes<readonly [string, number]>(concurrency, async (item) => {
          most = Math.max(most, ++running);
          for (let turns = items[item[1]]?.[1] ?? 0; turns > 0; turns -= 1) await new Promise(setImmediate);
          running -= 1;
          done.push(item);
        });
        for (const [index, [key]] of items.entries()) lanes.add([key, index], key);
        while (lanes.waiting > 0 || running > 0) await new Promise(setImmediate);
        expect(done.length).toBe(items.length);
        expect(most).toBeLessThanOrEqual(concurrency);
        for (const key of 'abcde') {
          const order = done.filter((item) => item[0] === key).map((item) => item[1]);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
      },
    ),
    { numRuns: 200 },
  );
});

it('an item that was removed is never worked on', async () => {
  const done: string[] = [];
  const lanes = createLanes<string>(1, async (item) => {
    await new Promise(setImmediate);
    done.push(item);
  });
  for (const item of ['one', 'two', 'three']) lanes.add(item, 'key');
  lanes.remove('two');
  while (done.length < 2) await new Promise(setImmediate);
  expect(done).toEqual(['one', 'three']);
});
