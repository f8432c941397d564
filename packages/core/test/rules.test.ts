import { describe, expect, it } from 'vitest';
import { definePlugin, onTool, toHostOutput } from '../src/index.js';
import { call, failuresOf, payloadOf, plugin, run, sleep } from './stack.js';

describe('rule 1: join, never overwrite', () => {
  it('an early allow cannot silence a later deny', async () => {
    const outcome = await run([
      plugin('eager', (ctx) => ctx.allow('fine'), { role: 'approver' }),
      plugin('strict', (ctx) => ctx.deny('not here')),
    ]);
    expect(outcome.verdict.decision).toBe('deny');
    expect(toHostOutput(outcome).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'strict: not here',
    });
  });

  it.each([
    [['allow', 'ask'], 'ask'],
    [['ask', 'allow'], 'ask'],
    [['ask', 'defer', 'allow'], 'defer'],
    [['defer', 'deny'], 'deny'],
    [['allow', 'allow'], 'allow'],
  ] as const)('%j joins to %s, whatever the order', async (votes, expected) => {
    const stack = votes.map((vote, index) => plugin(`p${index}`, (ctx) => ctx[vote]('because')));
    expect((await run(stack)).verdict.decision).toBe(expected);
  });

  it('keeps every reason of the winning rank, each with the name of its plugin', async () => {
    const outcome = await run([
      plugin('one', (ctx) => ctx.ask('first')),
      plugin('two', (ctx) => ctx.allow()),
      plugin('three', (ctx) => ctx.ask('second')),
    ]);
    expect(toHostOutput(outcome).hookSpecificOutput).toMatchObject({
      permissionDecision: 'ask',
      permissionDecisionReason: 'one: first\nthree: second',
    });
  });
});

describe('rule 2: only a deny ends the stack', () => {
  it('goes on after a plugin that never calls next', async () => {
    const seen: string[] = [];
    await run([
      plugin('silent', async () => {
        seen.push('silent');
      }),
      plugin('sync', () => {
        seen.push('sync');
      }),
      plugin('last', () => {
        seen.push('last');
      }),
    ]);
    expect(seen).toEqual(['silent', 'sync', 'last']);
  });

  it('goes on after an allow and an ask', async () => {
    const outcome = await run([
      plugin('asks', (ctx) => ctx.ask('sure?')),
      plugin('allows', (ctx) => ctx.allow()),
      plugin('denies', (ctx) => ctx.deny('no')),
    ]);
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('a deny keeps the plugins within from running, and those around it see it', async () => {
    const seen: string[] = [];
    await run([
      plugin('outer', async (ctx, next) => {
        await next();
        seen.push(`outer saw ${ctx.verdict.decision}`);
      }),
      plugin('denies', (ctx) => ctx.deny('no')),
      plugin('inner', () => {
        seen.push('inner ran');
      }),
    ]);
    expect(seen).toEqual(['outer saw deny']);
  });

  it('waits for a next that was not awaited', async () => {
    const outcome = await run([
      plugin('floating', (_ctx, next) => {
        next();
      }),
      plugin('slow', async (ctx) => {
        await sleep(20);
        ctx.deny('late but heard');
      }),
    ]);
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('a block on a tool output does not end the stack, so that a later redaction still happens', async () => {
    const outcome = await run(
      [
        definePlugin({ name: 'complains', hooks: { PostToolUse: (ctx) => ctx.block('look again') } }),
        definePlugin({
          name: 'redacts',
          role: 'rewriter',
          hooks: { PostToolUse: (ctx) => ctx.rewrite({ stdout: '[hidden]' }) },
        }),
      ],
      payloadOf('PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'x' },
        tool_response: { stdout: 'key' },
      }),
    );
    expect(toHostOutput(outcome)).toEqual({
      decision: 'block',
      reason: 'complains: look again',
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: { stdout: '[hidden]' } },
    });
  });
});

describe('rule 3: each plugin is a bulkhead', () => {
  it('a guard that throws blocks, and the session goes on', async () => {
    const outcome = await run(
      plugin('broken', () => {
        throw new TypeError('secret-in-message');
      }),
    );
    expect(outcome.verdict.decision).toBe('deny');
    expect(failuresOf(outcome)).toEqual(['broken: PLUGIN_THREW']);
    expect(JSON.stringify(toHostOutput(outcome))).not.toContain('secret-in-message');
  });

  it('a guard that hangs blocks within its own deadline', async () => {
    const outcome = await run(plugin('hangs', () => new Promise<void>(() => undefined), { timeout: '30ms' }));
    expect(outcome.verdict.decision).toBe('deny');
    expect(failuresOf(outcome)).toEqual(['hangs: PLUGIN_TIMEOUT']);
    expect(outcome.plugins[0]?.milliseconds).toBeGreaterThanOrEqual(29);
  });

  it('an observer that throws or hangs changes nothing that the agent sees', async () => {
    const outcome = await run([
      plugin('throws', () => Promise.reject(new Error('x')), { role: 'observer' }),
      plugin('hangs', () => new Promise<void>(() => undefined), { role: 'observer', timeout: '20ms' }),
      plugin('works', (ctx) => ctx.allow()),
    ]);
    expect(toHostOutput(outcome)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } });
    expect(outcome.messages).toEqual([]);
    expect(failuresOf(outcome)).toEqual(['throws: PLUGIN_THREW', 'hangs: PLUGIN_TIMEOUT']);
  });

  it('a guard that fails with onFailure ask asks the person', async () => {
    const outcome = await run(plugin('unsure', () => Promise.reject(1), { onFailure: 'ask' }));
    expect(outcome.verdict.decision).toBe('ask');
    expect(outcome.failures[0]).toMatchObject({ applied: 'ask', message: 'it threw number' });
  });

  it('the time of the plugins within does not count', async () => {
    const outcome = await run([
      plugin('outer', async (_ctx, next) => next(), { timeout: '40ms' }),
      plugin('slow', () => sleep(90)),
    ]);
    expect(outcome.failures).toEqual([]);
    expect(outcome.plugins[0]?.milliseconds).toBeLessThan(40);
  });

  it('time spent after next counts on', async () => {
    const outcome = await run([
      plugin(
        'outer',
        async (_ctx, next) => {
          await next();
          await new Promise(() => undefined);
        },
        { timeout: '30ms' },
      ),
      plugin('inner', () => sleep(10)),
    ]);
    expect(failuresOf(outcome)).toEqual(['outer: PLUGIN_TIMEOUT']);
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('await next() never throws for a plugin within', async () => {
    const seen: string[] = [];
    await run([
      plugin('outer', async (_ctx, next) => {
        await next();
        seen.push('after');
      }),
      plugin('broken', () => Promise.reject(new Error('x'))),
    ]);
    expect(seen).toEqual(['after']);
  });

  it('a returned value is a failure: an answer in the old style is not lost unsaid', async () => {
    const old = (() => ({ decision: 'block' })) as unknown as () => void;
    const older = (async () => ({ decision: 'block' })) as unknown as () => Promise<void>;
    expect(failuresOf(await run(plugin('old', old)))).toEqual(['old: PLUGIN_RETURNED']);
    expect(failuresOf(await run(plugin('old', older)))).toEqual(['old: PLUGIN_RETURNED']);
  });

  it('a second next is a failure, and the stack within runs once', async () => {
    let ran = 0;
    const outcome = await run([
      plugin('twice', async (_ctx, next) => {
        await next();
        await next();
      }),
      plugin('inner', () => {
        ran += 1;
      }),
    ]);
    expect(failuresOf(outcome)).toEqual(['twice: NEXT_TWICE']);
    expect(ran).toBe(1);
  });

  it('a vote after the deadline counts for nothing', async () => {
    let late: Promise<void> | undefined;
    const outcome = await run([
      plugin(
        'late',
        (ctx) => {
          late = sleep(60).then(() => ctx.allow());
          return late;
        },
        { role: 'approver', timeout: '20ms' },
      ),
      plugin('slow', () => sleep(90)),
    ]);
    await late;
    expect(outcome.verdict.decision).toBe('none');
    expect(failuresOf(outcome)).toEqual(['late: PLUGIN_TIMEOUT']);
  });

  it('a vote after the handler returned is a failure while the stack still runs', async () => {
    const outcome = await run([
      plugin('floating', (ctx) => {
        setTimeout(() => ctx.allow(), 10);
      }),
      plugin('slow', () => sleep(60)),
    ]);
    expect(failuresOf(outcome)).toEqual(['floating: VOTE_LATE']);
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('a payload cannot be changed, and a try is a failure of that plugin alone', async () => {
    const payload = call();
    const outcome = await run(
      [
        plugin('mutates', (ctx) => void Object.assign(ctx.input, { file_path: '/etc/passwd' }), {
          role: 'observer',
        }),
        plugin('reads', (ctx) => ctx.note(String(ctx.input.file_path))),
      ],
      payload,
    );
    expect(failuresOf(outcome)).toEqual(['mutates: PLUGIN_THREW']);
    expect(outcome.notes).toEqual([{ plugin: 'reads', text: '/project/a.txt' }]);
    expect(Object.isFrozen(payload)).toBe(false);
  });

  it('the consent of a plugin that then failed is void, its refusal holds', async () => {
    const consent = plugin(
      'consents',
      (ctx) => {
        ctx.allow();
        throw new Error('x');
      },
      { role: 'approver' },
    );
    const refusal = plugin(
      'refuses',
      (ctx) => {
        ctx.ask('look');
        throw new Error('x');
      },
      { role: 'observer' },
    );
    expect((await run(consent)).verdict.decision).toBe('none');
    expect((await run(refusal)).verdict.decision).toBe('ask');
  });

  it('ends at once when the host gives up, and guards then block', async () => {
    const controller = new AbortController();
    const aborted: unknown[] = [];
    const stack = [
      plugin('waits', async (ctx) => {
        ctx.signal.addEventListener('abort', () => aborted.push('waits'));
        await new Promise(() => undefined);
      }),
      plugin('never', () => {
        aborted.push('never ran');
      }),
    ];
    setTimeout(() => controller.abort(), 20);
    const { createRunner } = await import('../src/index.js');
    const outcome = await createRunner(stack, { onOutcome: () => undefined }).run(call(), {
      signal: controller.signal,
    });
    expect(outcome.verdict.decision).toBe('deny');
    expect(failuresOf(outcome)).toEqual(['waits: PLUGIN_ABORTED']);
    expect(aborted).toEqual(['waits']);
  });

  it('a failing rewriter of outputs withholds the output and keeps its shape', async () => {
    const outcome = await run(
      definePlugin({
        name: 'redacts',
        role: 'rewriter',
        hooks: {
          PostToolUse: () => {
            throw new Error('x');
          },
        },
      }),
      payloadOf('PostToolUse', {
        tool_name: 'Read',
        tool_input: { file_path: '/a' },
        tool_response: { type: 'text', file: { filePath: '/a', content: 'key=1', numLines: 1 } },
      }),
    );
    expect(outcome.output).toEqual({
      type: 'text',
      file: { filePath: '[withheld: redacts failed]', content: '[withheld: redacts failed]', numLines: 1 },
    });
  });
});

describe('rule 4: judge what will run', () => {
  const rewriteTo = (name: string, path: string, wait = 0) =>
    plugin(
      name,
      async (ctx) => {
        await sleep(wait);
        ctx.rewrite({ ...ctx.input, file_path: path });
      },
      { role: 'rewriter' },
    );

  it('rewrites chain in order, whatever their latency', async () => {
    const append = (name: string, wait: number) =>
      plugin(
        name,
        async (ctx) => {
          await sleep(wait);
          ctx.rewrite({ ...ctx.input, content: `${ctx.input.content}-${name}` });
        },
        { role: 'rewriter' },
      );
    const outcome = await run([append('slow', 30), append('fast', 0)]);
    expect(outcome.input).toMatchObject({ content: 'x-slow-fast' });
    expect(outcome.rewrites.map(({ plugin: name }) => name)).toEqual(['slow', 'fast']);
  });

  it('a rewrite after a guard is judged again', async () => {
    const outcome = await run([
      plugin('guard', (ctx) => {
        if (ctx.input.file_path === '/etc/passwd') ctx.deny('not there');
      }),
      rewriteTo('evil', '/etc/passwd'),
    ]);
    expect(outcome.verdict.decision).toBe('deny');
    expect(outcome.plugins[0]).toMatchObject({ plugin: 'guard', judgedAgain: true });
  });

  it('an allow for the old input does not hold for the new one', async () => {
    const outcome = await run([
      plugin(
        'approver',
        (ctx) => {
          if (ctx.input.file_path === '/project/a.txt') ctx.allow();
        },
        { role: 'approver' },
      ),
      rewriteTo('moves', '/elsewhere'),
    ]);
    expect(outcome.verdict.decision).toBe('none');
  });

  it('the consent of a rewriter is void once a later one changes its input', async () => {
    const approving = plugin(
      'redirect',
      (ctx) => {
        ctx.rewrite({ ...ctx.input, file_path: '/sandbox/a.txt' });
        ctx.allow('in the sandbox');
      },
      { role: 'rewriter' },
    );
    expect((await run([approving])).verdict.decision).toBe('allow');
    expect((await run([approving, rewriteTo('moves', '/etc/passwd')])).verdict.decision).toBe('none');
  });

  it('an outer plugin sees the final verdict and the final input', async () => {
    const seen: unknown[] = [];
    await run([
      plugin(
        'outer',
        async (ctx, next) => {
          await next();
          seen.push(ctx.verdict.decision, ctx.input.file_path);
        },
        { role: 'observer' },
      ),
      plugin('guard', (ctx) => {
        if (ctx.input.file_path === '/b') ctx.ask('b?');
      }),
      rewriteTo('moves', '/b'),
    ]);
    expect(seen).toEqual(['ask', '/b']);
  });

  it('observers do not run twice', async () => {
    let ran = 0;
    await run([
      plugin(
        'observer',
        () => {
          ran += 1;
        },
        { role: 'observer' },
      ),
      rewriteTo('moves', '/b'),
    ]);
    expect(ran).toBe(1);
  });

  it('a rewrite while judging again, or after next, is a failure and does not happen', async () => {
    const again = await run([
      plugin('guard', (ctx) => ctx.rewrite({ ...ctx.input, content: `${ctx.input.content}!` })),
      rewriteTo('moves', '/b'),
    ]);
    expect(failuresOf(again)).toEqual(['guard: REWRITE_LATE']);
    expect(again.verdict.decision).toBe('deny');
    const after = await run(
      plugin('after', async (ctx, next) => {
        await next();
        ctx.rewrite({ file_path: '/b' });
      }),
    );
    expect(failuresOf(after)).toEqual(['after: REWRITE_LATE']);
    expect(after.input).toBeUndefined();
  });

  it('an unchanged rewrite is no rewrite', async () => {
    const outcome = await run(
      plugin('same', (ctx) => ctx.rewrite({ content: 'x', file_path: '/project/a.txt' })),
    );
    expect(outcome.rewrites).toEqual([]);
    expect(toHostOutput(outcome)).toEqual({});
  });
});

describe('rule 5: say only what the host will hear', () => {
  it('no opinion is an empty object', async () => {
    expect(toHostOutput(await run([plugin('quiet', () => undefined)]))).toEqual({});
    expect(toHostOutput(await run([]))).toEqual({});
  });

  it('a rewritten output of another shape is a failure, never a silent loss', async () => {
    const outcome = await run(
      definePlugin({
        name: 'redacts',
        role: 'rewriter',
        hooks: { PostToolUse: (ctx) => ctx.rewrite('hidden') },
      }),
      payloadOf('PostToolUse', {
        tool_name: 'Bash',
        tool_input: {},
        tool_response: { stdout: 'key', stderr: '' },
      }),
    );
    expect(failuresOf(outcome)).toEqual(['redacts: REWRITE_INVALID']);
    expect(outcome.output).toMatchObject({ stdout: '[withheld: redacts failed]' });
  });

  it('the output of an MCP tool may take any shape', async () => {
    const outcome = await run(
      definePlugin({
        name: 'redacts',
        role: 'rewriter',
        hooks: { PostToolUse: (ctx) => ctx.rewrite('hidden') },
      }),
      payloadOf('PostToolUse', {
        tool_name: 'mcp__a__b',
        tool_input: {},
        tool_response: [{ type: 'text', text: 'key' }],
      }),
    );
    expect(outcome.failures).toEqual([]);
    expect(outcome.output).toBe('hidden');
  });

  it('a rewrite of a permission request without an allow is a failure', async () => {
    const rewriter = definePlugin({
      name: 'moves',
      role: 'rewriter',
      hooks: { PermissionRequest: onTool('Write', (ctx) => ctx.rewrite({ ...ctx.input, content: 'y' })) },
    });
    const outcome = await run(
      rewriter,
      payloadOf('PermissionRequest', { tool_name: 'Write', tool_input: { file_path: '/a', content: 'x' } }),
    );
    expect(failuresOf(outcome)).toEqual(['moves: REWRITE_UNHEARD']);
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('a halt stops the agent, and on a gate event the action too', async () => {
    expect(toHostOutput(await run(plugin('stops', (ctx) => ctx.halt('enough'))))).toEqual({
      continue: false,
      stopReason: 'stops: enough',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'stops: enough',
      },
    });
  });

  it('a deny without words is still a deny, and told', async () => {
    const outcome = await run(plugin('curt', (ctx) => ctx.deny(''), { role: 'observer' }));
    expect(outcome.verdict.decision).toBe('deny');
    expect(failuresOf(outcome)).toEqual(['curt: VOTE_INVALID']);
  });
});
