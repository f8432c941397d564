// @ts-check
// Runs events in a process of its own, and writes the bytes that each allocated and that each left behind.
import { createRunner } from '@hookloom/core';
import { PAYLOAD, plugins } from './noops.mjs';

const runner = createRunner(plugins(Number(process.argv[2])));
const collect = globalThis.gc ?? (() => {});

/** @param {number} events */
async function run(events) {
  for (let event = 0; event < events; event += 1) {
    await runner.run(PAYLOAD);
    // As between two events of a real agent, the loop turns now and then.
    if (event % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

async function settle() {
  await new Promise((resolve) => setImmediate(resolve));
  collect();
}

const EVENTS = 500;
await run(5000);
await settle();
const before = process.memoryUsage().heapUsed;
await run(EVENTS);
const after = process.memoryUsage().heapUsed;
await settle();
const first = process.memoryUsage().heapUsed;
await run(60 * EVENTS);
await settle();
const second = process.memoryUsage().heapUsed;
console.log(
  JSON.stringify({
    allocated: Math.round((after - before) / EVENTS),
    kept: Math.max(0, Math.round((second - first) / (60 * EVENTS))),
  }),
);
