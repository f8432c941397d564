// A plugin that goes wrong in the way that the command asks for. `?role` makes it of that role.
import { definePlugin, onTool } from '@hookloom/core';

const role = new URL(import.meta.url).search.slice(1) || 'guard';
let calls = 0;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const FAULTS = {
  'loops without end': () => {
    for (;;);
  },
  'loops in promises without end': async () => {
    for (;;) await undefined;
  },
  'loops in timers without end': async () => {
    for (;;) await sleep(1);
  },
  'backtracks without end': () => /^(a+)+$/.test(`${'a'.repeat(60)}!`),
  'never settles': () => new Promise(() => {}),
  'blocks the thread': () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  'exits the process': () => process.exit(0),
  'exits the process with an error': () => process.exit(1),
  'exits it in a timer': () =>
    new Promise(() => {
      setTimeout(() => process.exit(0), 5);
    }),
  'throws in a timer': () =>
    new Promise(() => {
      setTimeout(() => {
        throw new RangeError('secret');
      }, 5);
    }),
  'leaves a rejection to nobody': async () => {
    Promise.reject(new RangeError('secret'));
    await sleep(1000);
  },
  'fills 2 GB of heap': () => {
    const held = [];
    while (held.length < 2e6) held.push(new Array(128).fill(held.length));
  },
  'fills 2 GB of heap with texts': () => {
    const held = [];
    while (held.length < 2e6) held.push(`${held.length}`.repeat(200).split('').join(','));
  },
  'recurses without end': () => {
    const recurse = () => recurse() + 1;
    recurse();
  },
};

export const NAMES = Object.keys(FAULTS);

const LATER = {
  'throws after its answer': () => {
    throw new RangeError('secret');
  },
  'exits after its answer': () => process.exit(0),
};

export default definePlugin({
  name: 'faulty',
  role,
  timeout: '400ms',
  hooks: {
    PreToolUse: onTool('Bash', async (ctx) => {
      calls += 1;
      const { command } = ctx.input;
      if (command === 'sleep') await sleep(250);
      if (command === 'deny') return ctx.deny('denied by rule');
      if (command === 'count') return ctx.note(`call ${calls}`);
      if (LATER[command] !== undefined) setTimeout(LATER[command], 30);
      await FAULTS[command]?.();
    }),
  },
});
