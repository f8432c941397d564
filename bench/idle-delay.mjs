// @ts-check
// An event loop with nothing to do: what it is late by, the machine is to blame for.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
parentPort?.once('message', () => {
  delay.disable();
  parentPort?.postMessage(delay.percentile(99) / 1e6);
});
