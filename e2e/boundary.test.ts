import { createHooks, definePlugin, onTool, type Plugin } from '@hookloom/core';
import { runRealAgent, text, toolUse } from '@hookloom/testing';
import { describe, expect, it } from 'vitest';

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs the agent under a stack: a Write of a.txt, then one of b.txt, which only the first stack's tools concern. */
function runWrites(stack: Plugin[], more: Partial<Parameters<typeof runRealAgent>[0]> = {}) {
  return runRealAgent({
    stack,
    script: ({ path }) => [
      [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'a')],
      [toolUse('Read', { file_path: path('kept.txt') }, 'after')],
      [text('done')],
    ],
    files: { 'kept.txt': 'still here' },
    ...more,
  });
}

describe('a plugin that fails, with the real agent', () => {
  it('a guard that throws blocks the call, and the session goes on', async () => {
    await using run = await runWrites([
      definePlugin({
        name: 'broken',
        hooks: {
          PreToolUse: onTool('Write', () => {
            throw new Error('MARKER_ERROR');
          }),
        },
      }),
    ]);
    expect(run.exists('a.txt')).toBe(false);
    expect(run.toolResults.get('a')?.text).toContain('broken: it failed (PLUGIN_THREW)');
    expect(run.toolResults.get('after')?.text).toContain('still here');
    expect(run.toldModel('MARKER_ERROR')).toBe(false);
    expect(run.result?.subtype).toBe('success');
  });

  it('a guard that hangs blocks the call within its own deadline, and the session goes on', async () => {
    const hangs = definePlugin({
      name: 'hangs',
      timeout: '300ms',
      hooks: { PreToolUse: onTool('Write', () => new Promise<void>(() => undefined)) },
    });
    await using run = await runWrites([hangs]);
    expect(run.exists('a.txt')).toBe(false);
    expect(run.toolResults.get('a')?.text).toContain('hangs: it failed (PLUGIN_TIMEOUT)');
    expect(run.toolResults.get('after')?.text).toContain('still here');
    const outcome = run.outcomes.find(({ tool }) => tool === 'Write');
    expect(outcome?.milliseconds).toBeLessThan(2300);
    expect(run.notices.filter(({ text: line }) => line.includes('hook_callback_failed'))).toEqual([]);
  });

  it('an observer that throws or hangs changes nothing', async () => {
    await using run = await runWrites([
      definePlugin({
        name: 'throws',
        role: 'observer',
        hooks: {
          PreToolUse: () => Promise.reject(new Error('x')),
          PostToolUse: () => Promise.reject(new Error('x')),
        },
      }),
      definePlugin({
        name: 'hangs',
        role: 'observer',
        timeout: '100ms',
        hooks: { PreToolUse: () => new Promise<void>(() => undefined) },
      }),
    ]);
    expect(run.read('a.txt')).toBe('x');
    expect(run.saidToPerson).toEqual([]);
    expect(run.notices.filter(({ level }) => level === 'warning')).toEqual([]);
  });
});

describe('a stack in place of hooks that race, with the real agent', () => {
  it('two rewriters chain in order, whatever their latency', async () => {
    const append = (name: string, wait: number) =>
      definePlugin({
        name,
        role: 'rewriter',
        hooks: {
          PreToolUse: onTool('Write', async (ctx) => {
            await sleep(wait);
            ctx.rewrite({ ...ctx.input, content: `${ctx.input.content}-${name}` });
          }),
        },
      });
    await using run = await runWrites([append('slow', 200), append('fast', 0)]);
    expect(run.read('a.txt')).toBe('x-slow-fast');
  });

  it('an early allow cannot silence a later deny', async () => {
    await using run = await runWrites([
      definePlugin({ name: 'eager', role: 'approver', hooks: { PreToolUse: (ctx) => ctx.allow('fine') } }),
      definePlugin({ name: 'strict', hooks: { PreToolUse: onTool('Write', (ctx) => ctx.deny('not here')) } }),
    ]);
    expect(run.exists('a.txt')).toBe(false);
    expect(run.toolResults.get('a')?.text).toContain('strict: not here');
  });

  it('a rewrite after a guard is judged again', async () => {
    await using run = await runWrites([
      definePlugin({
        name: 'no-b',
        hooks: {
          PreToolUse: onTool('Write', (ctx) => {
            if (ctx.input.file_path.endsWith('b.txt')) ctx.deny('not b');
          }),
        },
      }),
      definePlugin({
        name: 'moves',
        role: 'rewriter',
        hooks: {
          PreToolUse: onTool('Write', (ctx) =>
            ctx.rewrite({ ...ctx.input, file_path: ctx.input.file_path.replace('a.txt', 'b.txt') }),
          ),
        },
      }),
    ]);
    expect(run.exists('a.txt')).toBe(false);
    expect(run.exists('b.txt')).toBe(false);
    expect(run.toolResults.get('a')?.text).toContain('no-b: not b');
  });

  it('a deny holds in bypassPermissions', async () => {
    const strict = definePlugin({
      name: 'strict',
      hooks: { PreToolUse: onTool('Write', (ctx) => ctx.deny('no')) },
    });
    await using run = await runWrites([strict], { bypass: true });
    expect(run.exists('a.txt')).toBe(false);
    expect(run.toolResults.get('after')?.text).toContain('still here');
  });

  it('hooks written by hand work beside it, and its deny beats their allow', async () => {
    const strict = definePlugin({
      name: 'strict',
      hooks: { PreToolUse: onTool('Write', (ctx) => ctx.deny('no')) },
    });
    let asked = 0;
    await using run = await runWrites([strict], {
      hooks: {
        PreToolUse: [
          {
            matcher: 'Write',
            hooks: [
              async () => {
                asked += 1;
                return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } };
              },
            ],
          },
        ],
      },
    });
    expect(asked).toBe(1);
    expect(run.exists('a.txt')).toBe(false);
  });
});

describe('what the host does with our answers', () => {
  it('ask reaches canUseTool with the reason, and a rewrite with it', async () => {
    const asks = definePlugin({
      name: 'asks',
      hooks: {
        PreToolUse: onTool('Write', (ctx) => {
          ctx.rewrite({ ...ctx.input, content: 'rewritten' });
          ctx.ask('is this right?');
        }),
      },
    });
    await using run = await runWrites([asks], { canUseTool: 'allow' });
    expect(run.read('a.txt')).toBe('rewritten');
    expect(run.canUseToolCalls).toHaveLength(1);
    expect(JSON.stringify(run.canUseToolCalls[0])).toContain('asks: is this right?');
  });

  it('halt stops the agent and the tool', async () => {
    const halts = definePlugin({
      name: 'halts',
      hooks: { PreToolUse: onTool('Write', (ctx) => ctx.halt('enough')) },
    });
    await using run = await runWrites([halts]);
    expect(run.exists('a.txt')).toBe(false);
    expect(run.toolResults.has('after')).toBe(false);
  });

  it('defer ends the turn and leaves the call open', async () => {
    const defers = definePlugin({
      name: 'defers',
      hooks: { PreToolUse: onTool('Write', (ctx) => ctx.defer('later')) },
    });
    await using run = await runWrites([defers]);
    expect(run.exists('a.txt')).toBe(false);
    expect(run.result).toMatchObject({ terminal_reason: 'tool_deferred' });
  });
});

describe('a failed redactor withholds, and the host takes the withheld output', () => {
  const failing = definePlugin({
    name: 'redacts',
    role: 'rewriter',
    hooks: {
      PostToolUse: () => {
        throw new Error('x');
      },
    },
  });

  it('of every tool that reads or reports', async () => {
    await using run = await runRealAgent({
      stack: [failing],
      files: {
        'a.txt': 'MARKER_READ',
        'b.txt': 'MARKER_GREP',
        'c.ipynb': JSON.stringify({
          cells: [{ cell_type: 'code', source: ['MARKER_CELL'], metadata: {}, outputs: [], id: 'c1' }],
          metadata: {},
          nbformat: 4,
          nbformat_minor: 5,
        }),
      },
      script: ({ path }) => [
        [toolUse('Read', { file_path: path('a.txt') }, 'read')],
        [toolUse('Read', { file_path: path('c.ipynb') }, 'notebook')],
        [toolUse('Grep', { pattern: 'MARKER_GREP', output_mode: 'content' }, 'grep')],
        [toolUse('Bash', { command: 'cat a.txt', description: 'x' }, 'bash')],
        [
          toolUse(
            'Bash',
            {
              command:
                'git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m x; cat a.txt',
              description: 'x',
            },
            'commit',
          ),
        ],
        [text('done')],
      ],
    });
    for (const id of ['read', 'notebook', 'grep', 'bash', 'commit']) {
      expect.soft(run.toolResults.get(id)?.text, id).toContain('[withheld: redacts failed]');
    }
    expect(run.toldModel('MARKER_READ')).toBe(false);
    expect(run.toldModel('MARKER_CELL')).toBe(false);
    // The search's own words are the model's; the line that it found is not.
    expect(run.toolResults.get('grep')?.text).not.toContain('MARKER_GREP');
  });
});

it('the hooks of a stack are one callback an event', () => {
  const hooks = createHooks([definePlugin({ name: 'a', hooks: { Stop: () => undefined } })]);
  expect(hooks.Stop?.[0]?.hooks).toHaveLength(1);
});
