import type { LooseContext } from './row.js';

/** One way to take the whole process along, or to hold it up. */
export interface KillingRow {
  /** Completes "a plugin that …". */
  readonly that: string;
  readonly does: (ctx: LooseContext) => unknown;
  /** What the agent sees: a sight, or nothing, because the process that would answer is gone or stuck. */
  readonly sees: 'goes on' | 'nothing';
  /** How the process ends: its exit code, the signal that ended it, or not at all. */
  readonly ends: number | NodeJS.Signals | 'never';
  /** The application listens for unhandled rejections. */
  readonly handled?: true;
}

function endlessly(): { then: (resolve: (value: unknown) => void) => void } {
  return { then: (resolve) => resolve(endlessly()) };
}

/** What no code in the same process can hold: see docs/reliability.md. */
export const KILLING: readonly KillingRow[] = [
  { that: 'exits the process', does: () => process.exit(7), sees: 'nothing', ends: 7 },
  { that: 'aborts the process', does: () => process.abort(), sees: 'nothing', ends: 'SIGABRT' },
  {
    that: 'kills the process',
    does: () => process.kill(process.pid, 'SIGKILL'),
    sees: 'nothing',
    ends: 'SIGKILL',
  },
  {
    that: 'loops for ever',
    does: () => {
      for (;;);
    },
    sees: 'nothing',
    ends: 'never',
  },
  { that: 'resolves to thenables without an end', does: endlessly, sees: 'nothing', ends: 'never' },
  {
    that: 'fills the heap',
    does: () => {
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(100_000).fill(kept.length));
    },
    sees: 'nothing',
    ends: 'SIGABRT',
  },
  {
    that: 'leaves a promise that rejects later',
    does: () => {
      setTimeout(() => void Promise.reject(new Error('x')), 5);
    },
    sees: 'goes on',
    ends: 1,
  },
  {
    that: 'leaves a promise that rejects later, where the application listens',
    does: () => {
      setTimeout(() => void Promise.reject(new Error('x')), 5);
    },
    sees: 'goes on',
    ends: 0,
    handled: true,
  },
  {
    that: 'throws in a timer',
    does: () => {
      setTimeout(() => {
        throw new Error('x');
      }, 5);
    },
    sees: 'goes on',
    ends: 1,
  },
  {
    that: 'throws in a listener on its signal',
    does: (ctx) => {
      ctx.signal.addEventListener('abort', () => {
        throw new Error('x');
      });
      return new Promise(() => undefined);
    },
    sees: 'goes on',
    ends: 1,
  },
];
