import { describe, expect, it, vi } from 'vitest';
import {
  createRunner,
  definePlugin,
  EVENTS,
  type HookEvent,
  HookloomError,
  isGateEvent,
  memoryStore,
  type OnFailure,
  type Outcome,
  onTool,
} from '../src/index.js';
import { call, failuresOf, payloadOf, plugin, run, sleep } from './stack.js';

const BASH = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: { stdout: 'key' } };

function failing(event: HookEvent, onFailure: OnFailure, name = 'broken') {
  const fails = () => Promise.reject(new Error('x'));
  return definePlugin({ name, onFailure, hooks: { [event]: fails } });
}

const payload = (event: HookEvent) => payloadOf(event, { ...BASH, prompt: 'hello' });

describe('what a failure does, by event:', () => {
  const asks: HookEvent[] = ['PreToolUse', 'PreModelSwitch'];

  it.each(EVENTS.filter((event) => event !== 'WorktreeCreate'))('%s', async (event) => {
    const applied = async (onFailure: OnFailure) =>
      (await run(failing(event, onFailure), payload(event))).failures.map((failure) => failure.applied);
    const block = isGateEvent(event) ? 'block' : event === 'PostToolUse' ? 'withhold' : 'continue';
    // The host asks the person by itself when nobody answers a permission request.
    const ask = asks.includes(event) ? 'ask' : event === 'PermissionRequest' ? 'continue' : block;
    expect(await applied('block')).toEqual([block]);
    expect(await applied('ask')).toEqual([ask]);
    expect(await applied('continue')).toEqual(['continue']);
  });

  it.each([
    ['PreToolUse', 'block', 'deny', 'this is blocked'],
    ['PreToolUse', 'ask', 'ask', 'the person is asked'],
    ['PostToolUse', 'block', 'block', 'the output is withheld'],
    ['UserPromptSubmit', 'ask', 'block', 'this is blocked'],
  ] as const)(
    '%s with %s is a %s, and %s: both the model and the person are told',
    async (event, mode, decision, words) => {
      const outcome = await run(failing(event, mode), payload(event));
      const reason = `it failed (PLUGIN_THREW) before it could judge, so ${words}. Do not work around it; tell the person.`;
      expect(outcome.votes).toEqual([{ plugin: 'broken', decision, reason }]);
      expect(outcome.messages).toEqual([
        { plugin: 'broken', text: `failed on ${event} (PLUGIN_THREW): ${words}` },
      ]);
    },
  );

  it('a guard that blocks by its failure keeps the rest from running, and one that asks does not', async () => {
    const ran: string[] = [];
    const rest = plugin('rest', () => void ran.push('rest'));
    await run([failing('PreToolUse', 'block'), rest]);
    expect(ran).toEqual([]);
    await run([failing('PreToolUse', 'ask'), rest]);
    expect(ran).toEqual(['rest']);
  });

  it('a guard that allowed and then failed refuses, whatever it had said', async () => {
    const outcome = await run(
      plugin('both', (ctx) => {
        ctx.allow('fine');
        throw new Error('x');
      }),
    );
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('what a judge’s failure did holds when it judges again', async () => {
    const outcome = await run([
      plugin(
        'shaky',
        (ctx) => {
          if (!ctx.judgingAgain) throw new Error('x');
        },
        { onFailure: 'ask' },
      ),
      plugin('rewrites', (ctx) => ctx.rewrite({ x: 1 }), { role: 'rewriter' }),
    ]);
    expect(outcome.verdict.decision).toBe('ask');
  });
});

describe('what is told of a failure:', () => {
  const stateful = { state: () => 0 };
  const down = { ...memoryStore(), update: () => Promise.reject(new Error('down')) };
  const late = { role: 'observer', timeout: '10ms' } as const;

  it.each<[string, () => Promise<Outcome>]>([
    [
      'PLUGIN_THREW: it threw TypeError',
      () => run(plugin('p', () => Promise.reject(new TypeError('secret')))),
    ],
    ['PLUGIN_THREW: it threw string', () => run(plugin('p', () => Promise.reject('secret')))],
    [
      'PLUGIN_THREW: it threw an error',
      () =>
        run(
          plugin('p', () =>
            Promise.reject(
              new (class extends Error {
                static override readonly name = 'a secret';
              })(),
            ),
          ),
        ),
    ],
    [
      'PLUGIN_THREW: it threw an error',
      () =>
        run(
          plugin('p', () =>
            Promise.reject(
              new Proxy(
                {},
                {
                  getPrototypeOf: () => {
                    throw new Error('x');
                  },
                },
              ),
            ),
          ),
        ),
    ],
    [
      'PLUGIN_THREW: it threw HookloomError',
      () => run(plugin('p', () => Promise.reject(new HookloomError('RUNNER_CLOSED', 'secret')))),
    ],
    [
      'PLUGIN_THREW: it threw Object',
      () =>
        run(
          plugin('p', () =>
            Promise.reject(Object.assign(new Error('x'), { code: 'VOTE_INVALID', constructor: Object })),
          ),
        ),
    ],
    [
      'PLUGIN_THREW: it threw HookloomError',
      () =>
        run(
          plugin('p', () =>
            Promise.reject(
              Object.defineProperty(new HookloomError('VOTE_INVALID', 'x'), 'message', { value: 5 }),
            ),
          ),
        ),
    ],
    ['PLUGIN_TIMEOUT: it took longer than 10 ms', () => run(plugin('p', () => sleep(60), late))],
    [
      'PLUGIN_RETURNED: it returned a value: speak by the verbs of ctx',
      () => run(plugin('p', (() => 5) as never)),
    ],
    [
      'NEXT_TWICE: next() was called more than once',
      () =>
        run(
          plugin('p', async (_ctx, next) => {
            await next();
            await next();
          }),
        ),
    ],
    ['VOTE_INVALID: its deny had no words', () => run(plugin('p', (ctx) => ctx.deny(' ')))],
    ['VOTE_INVALID: its ask had no words', () => run(plugin('p', (ctx) => (ctx.ask as () => void)()))],
    ['VOTE_INVALID: its allow had no words', () => run(plugin('p', (ctx) => ctx.allow(5 as never)))],
    ['VOTE_INVALID: its halt had no words', () => run(plugin('p', (ctx) => ctx.halt('')))],
    ['VOTE_INVALID: what it said had no words', () => run(plugin('p', (ctx) => ctx.note(5 as never)))],
    [
      'VOTE_LATE: it called allow() after its time',
      () =>
        run([
          plugin('p', (ctx) => void setImmediate(() => ctx.allow()), { role: 'observer' }),
          plugin('slow', () => sleep(10)),
        ]),
    ],
    [
      'REWRITE_LATE: it called rewrite() after its time',
      () =>
        run([
          plugin('p', (ctx) => void setImmediate(() => ctx.rewrite({})), { role: 'observer' }),
          plugin('slow', () => sleep(10)),
        ]),
    ],
    [
      'EXTENSION_INVALID: it called extend() after its time',
      () =>
        run([
          plugin('p', (ctx) => void setImmediate(() => ctx.extend({})), { role: 'observer' }),
          plugin('slow', () => sleep(10)),
        ]),
    ],
    [
      'REWRITE_LATE: it rewrote after next()',
      () =>
        run(
          plugin('p', async (ctx, next) => {
            await next();
            ctx.rewrite({});
          }),
        ),
    ],
    [
      'REWRITE_LATE: it rewrote while judging again',
      () =>
        run([
          plugin('p', (ctx) => {
            if (ctx.judgingAgain) ctx.rewrite({});
          }),
          plugin('moves', (ctx) => ctx.rewrite({ x: 1 }), { role: 'rewriter' }),
        ]),
    ],
    [
      'REWRITE_INVALID: a rewrite must be JSON data',
      () => run(plugin('p', (ctx) => ctx.rewrite({ x: () => 1 }))),
    ],
    [
      'REWRITE_INVALID: the rewritten input is no object',
      () => run(plugin('p', (ctx) => ctx.rewrite([] as never))),
    ],
    [
      'REWRITE_INVALID: the rewritten output lost the shape that the host takes',
      () =>
        run(
          definePlugin({ name: 'p', hooks: { PostToolUse: (ctx) => ctx.rewrite('x') } }),
          payload('PostToolUse'),
        ),
    ],
    [
      'REWRITE_UNHEARD: the host takes a rewrite of a permission request only with an allow',
      () =>
        run(
          definePlugin({ name: 'p', hooks: { PermissionRequest: (ctx) => ctx.rewrite({}) } }),
          payload('PermissionRequest'),
        ),
    ],
    [
      "EXTENSION_INVALID: Stop has no output field 'retry'",
      () =>
        run(
          definePlugin({ name: 'p', hooks: { Stop: (ctx) => ctx.extend({ retry: true } as never) } }),
          payload('Stop'),
        ),
    ],
    [
      'WORKTREE_PATH_MISSING: the host needs a path here: extend({ worktreePath })',
      () =>
        run(
          definePlugin({ name: 'p', hooks: { WorktreeCreate: () => undefined } }),
          payload('WorktreeCreate'),
        ),
    ],
    [
      'STATE_INVALID: p: it has no state: define `state`',
      () => run(plugin('p', async (ctx) => void (await ctx.update((() => undefined) as never)))),
    ],
    [
      'STATE_INVALID: p: its state must be JSON data',
      () => run(plugin('p', async (ctx) => void (await ctx.update((() => undefined) as never)), stateful)),
    ],
    [
      'STATE_UNAVAILABLE: p: its state could not be reached',
      () =>
        run(
          plugin('p', async (ctx) => void (await ctx.update(() => 1)), stateful),
          call(),
          { store: down },
        ),
    ],
    [
      'VOTE_INVALID: allow takes { reason, permissions }',
      () =>
        run(
          definePlugin({ name: 'p', hooks: { PermissionRequest: (ctx) => ctx.allow('x' as never) } }),
          payload('PermissionRequest'),
        ),
    ],
    [
      'VOTE_INVALID: permissions must be a list',
      () =>
        run(
          definePlugin({
            name: 'p',
            hooks: { PermissionRequest: (ctx) => ctx.allow({ permissions: {} as never }) },
          }),
          payload('PermissionRequest'),
        ),
    ],
    [
      'VOTE_INVALID: accept takes the content of the form, an object',
      () =>
        run(
          definePlugin({ name: 'p', hooks: { Elicitation: (ctx) => ctx.accept([] as never) } }),
          payload('Elicitation'),
        ),
    ],
    [
      'PAYLOAD_INVALID: tool_input is no object',
      () =>
        run(
          plugin('p', () => undefined),
          { ...call(), tool_input: [] },
        ),
    ],
  ])('%s', async (words, make) => {
    const { failures } = await make();
    expect(failures.map(({ plugin: name, code, message }) => [name, `${code}: ${message}`])).toEqual([
      ['p', words],
    ]);
  });

  it('what was thrown, for the application, and nothing where nothing was', async () => {
    const cause = new Error('x');
    const [failure] = (await run(plugin('p', () => Promise.reject(cause)))).failures;
    expect(failure?.cause).toBe(cause);
    const [other] = (await run(plugin('p', (() => 5) as never))).failures;
    expect(Object.keys(other ?? {})).toEqual(['plugin', 'code', 'message', 'applied']);
  });

  it('a rewrite of a permission request that nobody hears is the failure of the last who rewrote', async () => {
    const rewrites = (name: string, x: number) =>
      definePlugin({ name, role: 'rewriter', hooks: { PermissionRequest: (ctx) => ctx.rewrite({ x }) } });
    const quiet = definePlugin({ name: 'quiet', hooks: { PermissionRequest: () => undefined } });
    const outcome = await run(
      [quiet, rewrites('first', 1), rewrites('second', 2), rewrites('third', 3)],
      payload('PermissionRequest'),
    );
    expect(failuresOf(outcome)).toEqual(['third: REWRITE_UNHEARD']);
    expect(failuresOf(await run(quiet, payload('PermissionRequest')))).toEqual([]);
  });

  it('a worktree without a path is the failure of the first plugin alone, and of none when the payload is bad', async () => {
    const silent = (name: string) => definePlugin({ name, hooks: { WorktreeCreate: () => undefined } });
    const outcome = await run([silent('first'), silent('second')], payload('WorktreeCreate'));
    expect(failuresOf(outcome)).toEqual(['first: WORKTREE_PATH_MISSING']);
    const bad = await run(silent('first'), payloadOf('WorktreeCreate', { cwd: 5 }));
    expect(failuresOf(bad)).toEqual(['first: PAYLOAD_INVALID']);
    await run([], payload('WorktreeCreate'));
  });

  it('a failure after the outcome is a warning of the process, and changes nothing', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const kept: (() => void)[] = [];
    const outcome = await run(plugin('tardy', (ctx) => void kept.push(() => ctx.deny('too late'))));
    for (const say of kept) say();
    expect(outcome).toMatchObject({ failures: [], votes: [], messages: [], verdict: { decision: 'none' } });
    expect(warned.mock.calls).toEqual([
      [
        'tardy failed (VOTE_LATE): it called deny() after its time',
        { type: 'HookloomWarning', code: 'HOOKLOOM_PLUGIN_FAILED' },
      ],
    ]);
    warned.mockRestore();
  });
});

describe('an output that is withheld has the form of its tool:', () => {
  const text = '[withheld: broken failed]';

  it.each([
    [
      'Bash',
      { ...BASH.tool_response, gitOperation: { sha: 'key' } },
      { stdout: text, stderr: '', interrupted: false },
    ],
    ['mcp__a__b', { secret: 'key' }, [{ type: 'text', text }]],
    ['Glob', { filenames: ['key'], durationMs: 1 }, { filenames: [text], durationMs: 1 }],
    [5, { stdout: 'key' }, { stdout: text }],
    ['Glob', undefined, text],
  ])('%s', async (tool_name, tool_response, withheld) => {
    const outcome = await run(
      failing('PostToolUse', 'block'),
      payloadOf('PostToolUse', { ...BASH, tool_name, tool_response }),
    );
    expect(outcome.output).toEqual(withheld);
  });

  it('what is no payload at all', async () => {
    const runner = createRunner(failing('PostToolUse', 'block'), { onOutcome: () => undefined });
    expect((await runner.run(null, { event: 'PostToolUse' })).output).toEqual([{ type: 'text', text }]);
  });

  it('the first who failed is named, and one that goes on in spite of it withholds nothing', async () => {
    const [goesOn, first, second] = [
      failing('PostToolUse', 'continue', 'goes-on'),
      failing('PostToolUse', 'block', 'first'),
      failing('PostToolUse', 'block', 'second'),
    ];
    expect((await run([goesOn, first, second], payload('PostToolUse'))).output).toMatchObject({
      stdout: '[withheld: first failed]',
    });
    expect((await run(goesOn, payload('PostToolUse'))).output).toBeUndefined();
  });
});

describe('who is asked', () => {
  it('is nobody whose tools do not match, but everybody when the payload does not say which tool it is', async () => {
    const onBash = definePlugin({ name: 'on-bash', hooks: { PreToolUse: onTool('Bash', () => undefined) } });
    expect((await run(onBash, call('Write'))).plugins).toEqual([]);
    expect((await run(onBash, call('Bash'))).plugins).toHaveLength(1);
    const outcome = await run(onBash, { ...call(), tool_name: undefined });
    expect(failuresOf(outcome)).toEqual(['on-bash: PAYLOAD_INVALID']);
    expect(outcome.plugins[0]?.milliseconds).toBe(0);
  });

  it('is nobody once the host has given up', async () => {
    const asked = vi.fn();
    const runner = createRunner(plugin('late', asked), { onOutcome: () => undefined });
    const outcome = await runner.run(call(), { signal: AbortSignal.abort() });
    expect(asked).not.toHaveBeenCalled();
    expect(outcome.failures).toMatchObject([
      { code: 'PLUGIN_ABORTED', message: 'the host gave up before it was asked', applied: 'block' },
    ]);
  });
});
