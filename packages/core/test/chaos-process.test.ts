import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MODES, ROLES } from './chaos/cell.js';
import { KILLING } from './chaos/killing.js';
import { POISONING } from './chaos/poisoning.js';

const child = fileURLToPath(new URL('chaos/child.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');
const PATIENCE = 3_000;

interface Ending {
  readonly lines: readonly string[];
  readonly ends: number | string;
}

/** Runs one row in a process of its own, and kills it when it neither answers nor ends. */
function runAlone(row: string): Promise<Ending> {
  const args = ['--max-old-space-size=64', '--import', tsx, child, row];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: PATIENCE, killSignal: 'SIGTERM' }, (error, stdout) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      // The loop of the process is blocked, so that it cannot even exit: the signal did it.
      const ends = error === null ? 0 : error.killed ? 'never' : (error.signal ?? error.code ?? 'unknown');
      resolve({ lines, ends });
    });
  });
}

describe('in a process of its own, a plugin that', () => {
  it.each(KILLING)(
    '$that: the agent sees $sees, and the process ends by $ends',
    async ({ that, sees, ends }) => {
      const ending = await runAlone(that);
      expect(ending.lines).toEqual(sees === 'nothing' ? [] : [sees]);
      expect(ending.ends).toBe(ends);
    },
    10_000,
  );
});

describe('the language itself: what the agent sees of a plugin that', () => {
  it.each(POISONING.map((row) => ({ ...row, sight: row.sees.PreToolUse?.block })))(
    '$that: $sight, and the next call works',
    async ({ that, sees, ends: expected = 0 }) => {
      const { lines, ends } = await runAlone(that);
      expect(lines).toEqual(ROLES.flatMap(() => MODES.map((mode) => `${mode}: ${sees.PreToolUse?.[mode]}`)));
      expect(ends).toBe(expected);
    },
    10_000,
  );
});
