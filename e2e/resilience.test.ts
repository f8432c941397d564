import { createHooks, definePlugin, type HookEvent, onTool } from '@hookloom/core';
import { type RealAgentOptions, type RealAgentRun, runRealAgent, text, toolUse } from '@hookloom/testing';
import { describe, expect, it } from 'vitest';
import { SCENARIOS, type Scenario } from './scenarios.js';

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const never = () => new Promise<void>(() => undefined);
const textOf = (run: RealAgentRun, words: string) =>
  [...run.toolResults.values()].filter((result) => result.text.includes(words));

/** A guard that never answers on one event. */
const stuckOn = (event: HookEvent, timeout: '30s' | '300ms') =>
  definePlugin({ name: `stuck-on-${event.toLowerCase()}`, timeout, hooks: { [event]: never } });

/** A session in which the host's own timeout is over before the guard's. */
function runPastHost(event: HookEvent, more: Partial<RealAgentOptions> = {}): Promise<RealAgentRun> {
  const hooks = createHooks(stuckOn(event, '30s'), { onOutcome: () => undefined });
  const [matcher] = hooks[event] ?? [];
  const impatient = { [event]: [{ ...matcher, hooks: matcher?.hooks ?? [], timeout: 1 }] };
  const scenario = SCENARIOS[event] as Scenario;
  return runRealAgent({ ...scenario, hooks: { ...scenario.hooks, ...impatient }, timeout: 30_000, ...more });
}

interface Sight {
  readonly event: HookEvent;
  readonly does: string;
  /** How it shows. */
  look(run: RealAgentRun): void;
}

const succeeds = (run: RealAgentRun) => expect(run.result?.subtype).toBe('success');

/** What the host does once its own timeout is over (measured, SDK 0.3.332). */
const SIGHTS: readonly Sight[] = [
  {
    event: 'PreToolUse',
    does: 'refuses the call',
    look(run) {
      expect(run.exists('a.txt')).toBe(false);
      expect(textOf(run, 'PreToolUse hook did not respond before its timeout')).not.toEqual([]);
      succeeds(run);
    },
  },
  {
    event: 'PermissionRequest',
    does: 'lets canUseTool decide, which it had not waited for',
    look(run) {
      expect(run.read('a.txt')).toBe('x');
      succeeds(run);
    },
  },
  {
    event: 'PreSkillShellCommand',
    does: 'does not run the command',
    look(run) {
      expect(run.toldModel('shell-ran\n')).toBe(false);
      expect(run.notices.map((notice) => notice.text)).toEqual([expect.stringContaining('the hook didn')]);
    },
  },
  {
    event: 'UserPromptSubmit',
    does: 'blocks the prompt',
    look(run) {
      expect(run.requests).toEqual([]);
      expect(JSON.stringify(run.result)).toContain('timed out after 1000ms');
    },
  },
  {
    event: 'UserPromptExpansion',
    does: 'blocks the prompt',
    look(run) {
      expect(run.requests).toEqual([]);
      expect(JSON.stringify(run.result)).toContain('timed out after 1000ms');
    },
  },
  {
    event: 'PostToolUse',
    does: 'passes the output unchanged, a guard’s failure or not',
    look(run) {
      expect(run.read('a.txt')).toBe('x');
      expect(textOf(run, 'withheld')).toEqual([]);
      expect(textOf(run, 'File created successfully')).not.toEqual([]);
      succeeds(run);
    },
  },
  { event: 'PostToolUseFailure', does: 'goes on', look: succeeds },
  {
    event: 'PostToolBatch',
    does: 'ends the whole session with an error',
    look(run) {
      expect(run.result?.subtype).toBe('error_during_execution');
      expect(run.failure?.message).toContain('session_crash');
    },
  },
  {
    event: 'SubagentStart',
    does: 'does not start the agent',
    look(run) {
      expect(textOf(run, '[Request interrupted by user for tool use]')).toHaveLength(1);
      succeeds(run);
    },
  },
  { event: 'SubagentStop', does: 'goes on', look: succeeds },
  {
    event: 'TaskCreated',
    does: 'calls the tool interrupted',
    look(run) {
      expect(textOf(run, '[Request interrupted by user for tool use]')).toHaveLength(1);
      succeeds(run);
    },
  },
  {
    event: 'TaskCompleted',
    does: 'calls the tool interrupted',
    look(run) {
      expect(textOf(run, '[Request interrupted by user for tool use]')).toHaveLength(1);
      succeeds(run);
    },
  },
  {
    event: 'Stop',
    does: 'ends the turn',
    look(run) {
      succeeds(run);
      expect(run.notices.map((notice) => notice.text)).toEqual([
        expect.stringContaining('this turn ended without it'),
      ]);
    },
  },
  { event: 'PreCompact', does: 'compacts', look: succeeds },
  { event: 'SessionStart', does: 'goes on', look: succeeds },
  {
    event: 'Elicitation',
    does: 'lets the person answer',
    look(run) {
      expect(run.toolResults.get('ask')?.text).toContain('Bob');
    },
  },
];

describe('of a hook that is slower than the host’s own timeout the host', () => {
  it.each(SIGHTS)('on $event $does', async ({ event, look }) => {
    await using run = await runPastHost(event);
    look(run);
  });
});

describe('a guard that never answers is answered for within its own deadline, so that', () => {
  // Those that one session shows together; a refused call or prompt would end the others.
  const together = [
    ['PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'SubagentStart', 'SubagentStop', 'TaskCreated'],
    ['TaskCompleted', 'Stop'],
    ['PreCompact', 'SessionStart'],
    ['Elicitation'],
    ['PreToolUse'],
    ['PreSkillShellCommand'],
  ] as const satisfies HookEvent[][];

  it.each(together.map((events) => ({ events, named: events.join(', ') })))(
    'the session goes on: $named',
    async ({ events }) => {
      await using run = await runRealAgent({
        ...(SCENARIOS[events[0]] as Scenario),
        stack: events.map((event) => stuckOn(event, '300ms')),
      });
      for (const event of events) {
        const outcomes = run.outcomes.filter((outcome) => outcome.event === event);
        expect(outcomes.length, event).toBeGreaterThan(0);
        for (const { failures } of outcomes) {
          expect(
            failures.map(({ code }) => code),
            event,
          ).toEqual(['PLUGIN_TIMEOUT']);
        }
      }
      expect(run.failure).toBeUndefined();
      succeeds(run);
      expect(run.notices.filter((notice) => notice.tag === 'hook_callback_failed')).toEqual([]);
      expect(textOf(run, 'interrupted')).toEqual([]);
    },
  );

  it.each(['UserPromptSubmit', 'UserPromptExpansion'] as const)(
    'the person is told why a prompt is blocked: %s',
    async (event) => {
      const scenario = SCENARIOS[event] as Scenario;
      await using run = await runRealAgent({ ...scenario, script: [], stack: stuckOn(event, '300ms') });
      expect(JSON.stringify(run.result)).toContain(': it failed (PLUGIN_TIMEOUT)');
    },
  );
});

describe('a guard that keeps the thread busy, without a thread of its own, past the host’s timeout', () => {
  // It ends, so that the test does; the deadline of 200 ms makes the host give up after 2.2 s.
  const busy = (event: 'PreToolUse' | 'PostToolUse') =>
    definePlugin({
      name: 'busy',
      timeout: '200ms',
      hooks: {
        [event]: () => {
          const end = performance.now() + 3500;
          while (performance.now() < end);
        },
      },
    });
  const script: RealAgentOptions['script'] = ({ path }) => [
    [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'a')],
    [text('done')],
  ];

  it('on PreToolUse: the call is refused', async () => {
    await using run = await runRealAgent({ script, stack: busy('PreToolUse') });
    expect(run.exists('a.txt')).toBe(false);
    expect(run.toolResults.get('a')?.isError).toBe(true);
    succeeds(run);
  });

  it('on PostToolUse: the output passes, though the guard should have withheld it', async () => {
    await using run = await runRealAgent({ script, stack: busy('PostToolUse') });
    expect(run.outcomes.at(-1)?.failures.map(({ code }) => code)).not.toEqual([]);
    expect(run.toolResults.get('a')?.text).toContain('File created successfully');
  });
});

it('an interrupt while a guard is at work: the call does not run, the next prompt is served, and state is right', async () => {
  const signals: boolean[] = [];
  let atWork = false;
  const slow = definePlugin({
    name: 'slow',
    timeout: '20s',
    state: () => ({ seen: [] as string[] }),
    hooks: {
      PreToolUse: onTool('Write', async (ctx) => {
        const call = ctx.payload.tool_use_id;
        await ctx.update(({ seen }) => ({ seen: [...seen, call] }));
        atWork = true;
        if (call === 'a') await sleep(1000);
        signals.push(ctx.signal.aborted);
        ctx.note(`seen ${ctx.state.seen}`);
      }),
    },
  });
  await using run = await runRealAgent({
    stack: slow,
    script: ({ path }) => [
      [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'a')],
      [toolUse('Write', { file_path: path('b.txt'), content: 'x' }, 'b')],
      [text('done')],
    ],
    drive: async (session) => {
      session.send('go');
      await session.until(() => atWork);
      await session.query.interrupt();
      await session.until(() => session.messages.some(({ type }) => type === 'result'));
      await sleep(1100);
      await session.ask('again');
    },
  });
  expect([run.exists('a.txt'), run.read('b.txt')]).toEqual([false, 'x']);
  expect(signals).toEqual([true, false]);
  const calls = run.outcomes.filter(({ event }) => event === 'PreToolUse');
  expect(calls.map(({ verdict }) => verdict.decision)).toEqual(['deny', 'none']);
  expect(calls[0]?.failures.map(({ code }) => code)).toEqual(['PLUGIN_ABORTED']);
  expect(calls[1]?.notes.map((note) => note.text)).toEqual(['seen a,b']);
  expect(run.toolResults.get('a')?.isError).toBe(true);
  expect(run.results.map(({ subtype }) => subtype)).toEqual(['error_during_execution', 'success']);
});

describe('two tool calls in one message', () => {
  const counts = definePlugin({
    name: 'counts',
    state: () => ({ calls: [] as string[] }),
    hooks: {
      PreToolUse: async (ctx) => {
        await sleep(200);
        const { calls } = await ctx.update((state) => ({ calls: [...state.calls, ctx.payload.tool_use_id] }));
        if (calls.length > 2) ctx.deny(`call ${calls.length}, and 2 is the limit`);
      },
    },
  });

  it('reads are judged side by side, and a budget of two lets two of four pass', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await using run = await runRealAgent({
      stack: counts,
      files: Object.fromEntries(names.map((name) => [`${name}.txt`, `MARKER_${name}`])),
      script: ({ path }) => [
        names.map((name) => toolUse('Read', { file_path: path(`${name}.txt`) }, name)),
        [text('done')],
      ],
    });
    const passed = names.filter((name) => run.toldModel(`MARKER_${name}`));
    expect(passed).toHaveLength(2);
    expect(textOf(run, 'and 2 is the limit')).toHaveLength(2);
  });

  it('writes are judged one after the other: the second one’s guard sees the first one’s file', async () => {
    const seen: boolean[] = [];
    await using run = await runRealAgent({
      stack: ({ exists }) => [
        counts,
        definePlugin({ name: 'looks', hooks: { PreToolUse: () => void seen.push(exists('a.txt')) } }),
      ],
      script: ({ path }) => [
        [
          toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'a'),
          toolUse('Write', { file_path: path('b.txt'), content: 'x' }, 'b'),
        ],
        [text('done')],
      ],
    });
    expect(seen).toEqual([false, true]);
    expect([run.exists('a.txt'), run.exists('b.txt')]).toEqual([true, true]);
  });
});
