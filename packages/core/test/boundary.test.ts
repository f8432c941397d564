import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createHooks,
  createRunner,
  deadlineOf,
  definePlugin,
  memoryStore,
  type Outcome,
  toHostOutput,
} from '../src/index.js';
import { call, failuresOf, payloadOf, plugin, run, sleep } from './stack.js';

const unhandled = vi.fn();
process.on('unhandledRejection', unhandled);
afterEach(async () => {
  await sleep(5);
  expect(unhandled).not.toHaveBeenCalled();
});

const hang = () => new Promise<void>(() => undefined);

describe('consent concerns the data that it was given to', () => {
  it('given while the rest of the stack still rewrites, it is void', async () => {
    for (const role of ['approver', 'rewriter', 'observer'] as const) {
      const outcome = await run(
        [
          plugin(
            'hasty',
            (ctx, next) => {
              const rest = next();
              if (ctx.input.command === 'ls') ctx.allow('safe');
              return rest;
            },
            { role },
          ),
          plugin(
            'rewrites',
            async (ctx) => {
              await sleep(1);
              ctx.rewrite({ command: 'rm -rf /' });
            },
            { role: 'rewriter' },
          ),
        ],
        call('Bash', { command: 'ls' }),
      );
      expect(outcome.verdict.decision).toBe('none');
    }
  });

  it('a refusal given then holds', async () => {
    const outcome = await run([
      plugin('hasty', (ctx, next) => {
        const rest = next();
        ctx.ask('sure?');
        return rest;
      }),
      plugin('rewrites', (ctx) => ctx.rewrite({ command: 'x' }), { role: 'rewriter' }),
    ]);
    expect(outcome.verdict.decision).toBe('ask');
  });
});

describe('an output is withheld whatever the payload is', () => {
  const failing = definePlugin({
    name: 'redacts',
    role: 'rewriter',
    hooks: { PostToolUse: () => Promise.reject(1) },
  });
  const base = payloadOf('PostToolUse', {
    tool_name: 'Bash',
    tool_input: {},
    tool_response: { stdout: 'key' },
  });

  it.each([
    [
      'a key that would reach a prototype',
      { ...base, tool_response: JSON.parse('{"stdout":"key","__proto__":{"x":1}}') },
    ],
    ['no response', { ...base, tool_response: undefined }],
    ['a field of the wrong type', { ...base, agent_id: 5 }],
    ['no tool', { ...base, tool_name: undefined }],
    ['a response that is no data', { ...base, tool_response: { when: new Date(0), stdout: 'key' } }],
  ])('%s', async (_case, payload) => {
    const hooks = createHooks(failing, { onOutcome: () => undefined });
    const callback = hooks.PostToolUse?.[0]?.hooks[0];
    const answer = await callback?.(payload as never, undefined, { signal: new AbortController().signal });
    expect(JSON.stringify(answer)).not.toContain('"key"');
    expect(answer).toMatchObject({ decision: 'block' });
    expect(JSON.stringify(answer)).toContain('[withheld: redacts failed]');
  });
});

describe('hostile promises', () => {
  const hostile: [string, () => unknown][] = [
    [
      'a promise whose constructor throws',
      () =>
        Object.defineProperty(Promise.resolve(), 'constructor', {
          get: () => {
            throw new Error('x');
          },
        }),
    ],
    [
      'a promise whose then throws',
      () =>
        Object.assign(Promise.resolve(), {
          then: () => {
            throw new Error('x');
          },
        }),
    ],
    [
      'a thenable that throws',
      () => ({
        then: () => {
          throw new Error('x');
        },
      }),
    ],
    [
      'a thenable that settles twice',
      () => ({
        then: (ok: () => void, no: () => void) => {
          ok();
          no();
        },
      }),
    ],
  ];

  it.each(hostile)('%s stays within its layer', async (_case, make) => {
    const seen: string[] = [];
    const outcome = await run([
      plugin('outer', async (_ctx, next) => {
        await next();
        seen.push('after');
      }),
      plugin('hostile', make as never, { role: 'observer' }),
      plugin('inner', () => void seen.push('inner')),
    ]);
    expect(seen).toEqual(['inner', 'after']);
    expect(outcome.verdict.decision).toBe('none');
  });
});

describe('state', () => {
  const down = { ...memoryStore(), update: () => Promise.reject(new Error('down')) };

  it('a change that nobody waits for and that fails is told, and ends no process', async () => {
    const floating = plugin('floating', (ctx) => void ctx.update(() => 1), { state: () => 0 });
    const outcome = await run([floating, plugin('slow', () => sleep(10))], call(), { store: down });
    expect(failuresOf(outcome)).toEqual(['floating: STATE_UNAVAILABLE']);
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('a change that fails and is waited for is told once', async () => {
    const waits = plugin('waits', async (ctx) => void (await ctx.update(() => 1)), { state: () => 0 });
    expect(failuresOf(await run(waits, call(), { store: down }))).toEqual(['waits: STATE_UNAVAILABLE']);
  });

  it('the first state of a session is made once', async () => {
    let made = 0;
    const seen: unknown[] = [];
    const once = plugin(
      'once',
      async (ctx) => {
        seen.push(ctx.state);
        await ctx.update((state) => {
          seen.push(state);
          return state;
        });
      },
      { state: () => ({ made: ++made }) },
    );
    await run(once);
    expect(seen).toEqual([{ made: 1 }, { made: 1 }]);
  });

  it('a store that answers after the deadline does not run the handler any more', async () => {
    let ran = false;
    const late = { ...memoryStore(), get: () => sleep(40).then(() => 0) };
    const outcome = await run(
      plugin(
        'late',
        () => {
          ran = true;
        },
        { state: () => 0, timeout: '10ms' },
      ),
      call(),
      { store: late },
    );
    await sleep(50);
    expect([failuresOf(outcome), ran]).toEqual([['late: PLUGIN_TIMEOUT'], false]);
  });

  it('a store that gives promises of another make is understood', async () => {
    const foreign = {
      ...memoryStore(),
      get: () => ({ then: (ok: (value: unknown) => void) => ok(7) }) as never,
    };
    const outcome = await run(
      plugin('reads', (ctx) => ctx.note(`state ${ctx.state}`), { state: () => 0 }),
      call(),
      { store: foreign },
    );
    expect(outcome.notes[0]?.text).toBe('state 7');
  });

  it('a store that never clears does not hold up the end of a session', async () => {
    const stuck = { ...memoryStore(), clear: hang };
    const heard: Outcome[] = [];
    const runner = createRunner(
      plugin('a', () => undefined, { state: () => 0 }),
      {
        store: stuck,
        onOutcome: (outcome) => heard.push(outcome),
      },
    );
    await runner.run(payloadOf('SessionEnd', { reason: 'clear' }));
    expect(heard).toHaveLength(1);
    await runner.flush('20ms');
  });
});

describe('listeners of the application', () => {
  it('an onLog that rejects is told, and nothing is unhandled', async () => {
    const outcome = await run(
      plugin('logs', (ctx) => ctx.log('x')),
      call(),
      { onLog: () => Promise.reject(new Error('x')) as never },
    );
    expect(outcome.failures).toEqual([]);
  });

  it('an onOutcome cannot change what the host is told', async () => {
    const thrown: unknown[] = [];
    const tries = (outcome: Outcome) => [
      () => Object.assign(outcome, { verdict: undefined }),
      () => Object.assign(outcome.verdict, { decision: 'allow' }),
      () => Object.assign(outcome.votes[0] ?? {}, { decision: 'allow' }),
      () => Object.assign(outcome.verdict.votes[0] ?? {}, { reason: 'x' }),
      () => (outcome.verdict.votes as unknown[]).push('x'),
      () => (outcome.messages as unknown[]).push('x'),
    ];
    const hooks = createHooks(
      plugin('denies', (ctx) => ctx.deny('no')),
      {
        onOutcome: (outcome) => {
          for (const change of tries(outcome)) {
            try {
              change();
            } catch (error) {
              thrown.push(error);
            }
          }
        },
      },
    );
    const callback = hooks.PreToolUse?.[0]?.hooks[0];
    expect(await callback?.(call() as never, undefined, undefined as never)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'denies: no',
      },
    });
    expect(thrown.map((error) => error instanceof TypeError)).toEqual(Array(6).fill(true));
  });

  it('an event that does not exist is told', async () => {
    const heard: Outcome[] = [];
    await createRunner([], { onOutcome: (outcome) => heard.push(outcome) }).run({ hook_event_name: 'Nope' });
    expect(heard[0]?.failures[0]?.code).toBe('PAYLOAD_INVALID');
    expect(toHostOutput(heard[0] as Outcome)).toEqual({});
  });
});

describe('own time', () => {
  it('both judgings of a plugin share one allowance, so that the stack keeps its deadline', async () => {
    const guard = (name: string) =>
      plugin(
        name,
        async (ctx, next) => {
          if (ctx.judgingAgain) return sleep(90);
          await next();
          await sleep(90);
        },
        { timeout: '120ms' },
      );
    const stack = [
      guard('one'),
      guard('two'),
      plugin('rewrites', (ctx) => ctx.rewrite({ x: 1 }), { role: 'rewriter', timeout: '50ms' }),
    ];
    const outcome = await run(stack);
    expect(outcome.milliseconds).toBeLessThan(deadlineOf(stack, 'PreToolUse') + 150);
    expect(failuresOf(outcome).sort()).toEqual(['one: PLUGIN_TIMEOUT', 'two: PLUGIN_TIMEOUT']);
    for (const { plugin: name, milliseconds } of outcome.plugins) {
      if (name !== 'rewrites') expect(milliseconds).toBeLessThan(170);
    }
  });

  it('a plugin without time left is not asked again, and its failure is told once', async () => {
    const outcome = await run([
      plugin('slow', hang, { timeout: '20ms', onFailure: 'continue' }),
      plugin('rewrites', (ctx) => ctx.rewrite({ x: 1 }), { role: 'rewriter' }),
    ]);
    expect(failuresOf(outcome)).toEqual(['slow: PLUGIN_TIMEOUT']);
  });

  it('a signal that is first read after the time was up is aborted', async () => {
    let late: AbortSignal | undefined;
    await run([
      plugin(
        'slow',
        async (ctx) => {
          await sleep(40);
          late = ctx.signal;
        },
        { timeout: '10ms', role: 'observer' },
      ),
      plugin('slower', () => sleep(60)),
    ]);
    expect(late?.aborted).toBe(true);
  });
});

it('a plugin that throws after its own deny refuses once', async () => {
  const outcome = await run(
    plugin('both', (ctx) => {
      ctx.deny('no');
      throw new Error('x');
    }),
  );
  expect(outcome.verdict.votes).toEqual([{ plugin: 'both', decision: 'deny', reason: 'no' }]);
  expect(failuresOf(outcome)).toEqual(['both: PLUGIN_THREW']);
});

it('a stack that holds itself is an error, and no overflow', () => {
  const stack: unknown[] = [];
  stack.push(stack);
  expect(() => createRunner(stack as never)).toThrow(expect.objectContaining({ code: 'PLUGIN_INVALID' }));
});
