import { rankOf } from '@hookloom/host';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Decision, definePlugin, type OnFailure, parseDuration } from '../src/index.js';
import { MODES, ROLES, reasonIn, runCell, sightOf } from './chaos/cell.js';
import type { ChaosEvent, Row } from './chaos/row.js';
import { CHAOS } from './chaos-table.js';

const EVENTS: readonly ChaosEvent[] = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'];
const MARGIN = 1000;
const DECISIONS: Record<string, Decision> = { denied: 'deny', deferred: 'defer', asked: 'ask' };

const unhandled = vi.fn();
const warnings: string[] = [];
const timers: NodeJS.Timeout[] = [];
const realSetTimeout = globalThis.setTimeout;
let shown: NodeJS.WarningListener[] = [];

beforeAll(() => {
  process.on('unhandledRejection', unhandled).on('uncaughtException', unhandled);
  shown = process.listeners('warning');
  process.removeAllListeners('warning').on('warning', ({ message }) => warnings.push(message));
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
    const timer = realSetTimeout(...args);
    timers.push(timer);
    return timer;
  }) as typeof setTimeout;
});

afterAll(async () => {
  await turns(3);
  globalThis.setTimeout = realSetTimeout;
  process.off('unhandledRejection', unhandled).off('uncaughtException', unhandled);
  process.removeAllListeners('warning');
  for (const listener of shown) process.on('warning', listener);
});

afterEach(() => expect(unhandled).not.toHaveBeenCalled());

// Node marks a timer that has fired or was cleared.
const isAlive = (timer: NodeJS.Timeout) => !(timer as unknown as { _destroyed: boolean })._destroyed;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function titleOf({ that, sees }: Row, event: ChaosEvent): string {
  const { block, ask, continue: on } = sees[event] as Record<OnFailure, string>;
  return `${that} (${event}): ${block === ask && ask === on ? block : `${block} | ${ask} | ${on}`}`;
}

/** All rows of a group, one case an event. */
function casesOf(rows: readonly Row[]): [string, Row, ChaosEvent][] {
  return rows.flatMap((row) =>
    EVENTS.filter((event) => row.sees[event]).map((event): [string, Row, ChaosEvent] => [
      titleOf(row, event),
      row,
      event,
    ]),
  );
}

it('the table has more than sixty ways to misbehave, each with a name of its own', () => {
  const names = Object.values(CHAOS).flatMap((rows) => rows.map(({ that }) => that));
  expect(names.length).toBeGreaterThan(60);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(Object.entries(CHAOS))('%s: what the agent sees of a plugin that', (_group, rows) => {
  it.each(casesOf(rows))('%s', async (_title, row, event) => {
    for (const role of ROLES) {
      for (const mode of MODES) {
        const cell = `${event}, ${role}, ${mode}`;
        timers.length = 0;
        warnings.length = 0;
        const seen = await runCell(row, event, role, mode);
        await turns(3);
        const sight = sightOf(seen);
        expect(sight, cell).toBe(row.sees[event]?.[mode]);
        expect(
          seen.outcome?.failures.map(({ code }) => code),
          `${cell}: told once`,
        ).toEqual(row.told ?? []);
        const late = warnings.filter((warning) => warning.startsWith(`${seen.name} failed`));
        expect(
          late.map((warning) => /\((\w+)\)/.exec(warning)?.[1]),
          `${cell}: told late`,
        ).toEqual(row.toldLate ?? []);
        const allowed = parseDuration(row.timeout ?? '2s') + MARGIN;
        expect(seen.milliseconds, `${cell}: answers in time`).toBeLessThan(allowed);
        expect(seen.restRan || /^(denied|blocked)/.test(sight), `${cell}: the rest is not skipped`).toBe(
          true,
        );
        expect(seen.cameBack, `${cell}: the plugin around it goes on`).toBe(true);
        expect(timers.filter(isAlive), `${cell}: no timer is left`).toEqual([]);
        expect(seen.listeners, `${cell}: no listener is left`).toBe(0);
        expect(() => JSON.stringify(seen.answer), cell).not.toThrow();
        expect(reasonIn(seen.nextAnswer), `${cell}: the next call works`).toContain('innocent: no');
      }
    }
  });
});

it('to be asked again after a rewrite makes no plugin of the table weaker', async () => {
  const behind = definePlugin({
    name: 'behind',
    role: 'rewriter',
    hooks: { PreToolUse: (ctx) => ctx.rewrite({ ...ctx.input, behind: true }) },
  });
  for (const row of Object.values(CHAOS).flat()) {
    if (row.sees.PreToolUse === undefined) continue;
    for (const role of ROLES) {
      for (const mode of MODES) {
        const seen = await runCell(row, 'PreToolUse', role, mode, behind);
        const cell = `${row.that}, ${role}, ${mode}`;
        expect(seen.cameBack, cell).toBe(true);
        const least = rankOf(DECISIONS[row.sees.PreToolUse[mode].split(', ')[0] ?? ''] ?? 'none');
        expect(rankOf(seen.outcome?.verdict.decision ?? 'none'), cell).toBeGreaterThanOrEqual(least);
      }
    }
  }
}, 20_000);
