import { existsSync } from 'node:fs';
import type { HookInput } from '@anthropic-ai/claude-agent-sdk';
import { definePlugin, onTool } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import { runRealAgent, text, toolUse } from '../src/index.js';

const noTokens = definePlugin({
  name: 'no-tokens',
  hooks: {
    PreToolUse: onTool('Write', (ctx) => {
      if (ctx.input.content.includes('token')) return ctx.deny('Leave tokens out.');
    }),
  },
});

describe('the real agent', { timeout: 60_000 }, () => {
  it('works in a project of its own, and tells what happened', async () => {
    process.env.HOOKLOOM_LEAK = 'leaked';
    await using run = await runRealAgent({
      files: { 'sub/a.txt': 'needle\n', link: { symlink: 'sub/a.txt' } },
      script: ({ path }) => [
        [toolUse('Write', { file_path: path('new.txt'), content: 'hello' }, 'write')],
        [toolUse('Grep', { pattern: 'needle' }, 'grep'), toolUse('Glob', { pattern: '**/*.txt' }, 'glob')],
        [toolUse('Bash', { command: 'env; git config user.name', description: 'Look' }, 'bash')],
        [text('All done.')],
      ],
    });
    expect(run.read('new.txt')).toBe('hello');
    expect([run.exists('new.txt'), run.exists('other.txt')]).toEqual([true, false]);
    expect(run.toolResults.get('write')).toMatchObject({ isError: false });
    expect(run.toolResults.get('grep')?.text).toContain('sub/a.txt');
    expect(run.toolResults.get('glob')?.text).toContain('new.txt');
    expect(run.toolResults.get('bash')?.text).not.toMatch(/leaked|npm_/i);
    expect(run.result).toMatchObject({ subtype: 'success', result: 'All done.' });
    expect(run.requests).toHaveLength(4);
    expect([run.toldModel('needle'), run.toldModel('no such text')]).toEqual([true, false]);
    expect(run.failure).toBeUndefined();
    await run.dispose();
    expect(existsSync(run.cwd)).toBe(false);
  });

  it('runs the hooks of a stack beside hooks by hand', async () => {
    const seen: HookInput[] = [];
    await using run = await runRealAgent({
      stack: [noTokens],
      hooks: {
        PreToolUse: [
          {
            hooks: [
              async (input) => {
                seen.push(input);
                return { systemMessage: 'watching' };
              },
            ],
          },
        ],
      },
      script: ({ path }) => [
        [
          toolUse('Write', { file_path: path('a.txt'), content: 'a token' }, 'denied'),
          toolUse('Write', { file_path: path('b.txt'), content: 'a word' }, 'allowed'),
        ],
        [text('done')],
      ],
    });
    expect([run.exists('a.txt'), run.exists('b.txt')]).toEqual([false, true]);
    expect(run.toolResults.get('denied')).toMatchObject({ isError: true });
    expect(run.toolResults.get('denied')?.text).toContain('no-tokens: Leave tokens out.');
    expect(run.toolResults.get('allowed')).toMatchObject({ isError: false });
    expect(run.outcomes.map(({ verdict }) => verdict.decision)).toEqual(['deny', 'none']);
    expect(seen).toHaveLength(2);
    expect(run.saidToPerson).toEqual(['watching', 'watching']);
    expect(run.notices.map(({ tag }) => tag)).not.toContain('hook_callback_failed');
  });

  it('serves a subagent from its own script', async () => {
    await using run = await runRealAgent({
      script: ({ path }) => ({
        main: [
          [
            toolUse(
              'Agent',
              {
                description: 'Look',
                prompt: 'TASK-1: read it',
                subagent_type: 'general-purpose',
                run_in_background: false,
              },
              'agent',
            ),
          ],
          [text('done')],
        ],
        agents: {
          'TASK-1': [[toolUse('Read', { file_path: path('a.txt') }, 'read')], [text('It says hello.')]],
        },
      }),
      files: { 'a.txt': 'hello' },
    });
    expect(run.toolResults.get('read')?.text).toContain('hello');
    expect(run.toolResults.get('agent')?.text).toContain('It says hello.');
    expect(run.requests.map(({ conversation }) => conversation.kind)).toEqual([
      'main',
      'agent',
      'agent',
      'main',
    ]);
  });

  it('takes several prompts, and lets a test drive the session', async () => {
    await using run = await runRealAgent({
      prompt: ['first'],
      async drive(session) {
        await session.query.setModel('claude-sonnet-5');
        expect(await session.ask('second')).toMatchObject({ result: 'two' });
      },
      script: [[text('one')], [text('two')]],
    });
    const asked = run.requests.filter(({ conversation }) => conversation.kind === 'main');
    expect(asked.map(({ body }) => body.model)).toEqual([expect.stringContaining('opus'), 'claude-sonnet-5']);
    expect(run.results.map((result) => result.subtype === 'success' && result.result)).toEqual([
      'one',
      'two',
    ]);
  });

  it('can be interrupted while the model is thinking', async () => {
    let release = () => {};
    await using run = await runRealAgent({
      async drive(session) {
        session.send('think');
        await session.until(() => session.messages.some(({ type }) => type === 'system'));
        await session.query.interrupt();
        await session.until(() => session.messages.some(({ type }) => type === 'result'));
        release();
      },
      script: () => () => new Promise((resolve) => (release = () => resolve([text('too late')]))),
    });
    expect(run.result).toMatchObject({ type: 'result', is_error: true });
  });

  it('records permission questions and their answers decide', async () => {
    const script = ({ path }: { path(relative: string): string }) => [
      [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'write')],
      [text('done')],
    ];
    const options = { allowedTools: [] };
    await using allowed = await runRealAgent({ script, options, canUseTool: 'allow' });
    await using denied = await runRealAgent({ script, options, canUseTool: 'deny' });
    await using unasked = await runRealAgent({ script, options });
    expect([allowed, denied, unasked].map((run) => run.exists('a.txt'))).toEqual([true, false, false]);
    expect(allowed.canUseToolCalls).toMatchObject([
      { toolName: 'Write', input: { content: 'x' }, toolUseId: 'write' },
    ]);
    expect(denied.canUseToolCalls).toHaveLength(1);
    expect(unasked.canUseToolCalls).toEqual([]);
  });

  it('bypasses permissions on request, but not a deny', async () => {
    await using run = await runRealAgent({
      bypass: true,
      stack: [noTokens],
      options: { allowedTools: [] },
      script: ({ path }) => [
        [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'runs')],
        [toolUse('Write', { file_path: path('b.txt'), content: 'token' }, 'denied')],
        [text('done')],
      ],
    });
    expect([run.exists('a.txt'), run.exists('b.txt')]).toEqual([true, false]);
  });

  it('keeps the result of a turn that the API refused', async () => {
    await using run = await runRealAgent({ script: () => () => ({ status: 400, message: 'scripted' }) });
    expect(run.result).toMatchObject({ is_error: true, result: 'API Error: 400 scripted' });
    expect(run.failure?.message).toContain('400 scripted');
  });

  it('gives up after its timeout, says what it saw, and leaves nothing behind', async () => {
    let cwd = '';
    const running = runRealAgent({
      timeout: 1_500,
      prepare(project) {
        cwd = project.cwd;
      },
      script: () => () => new Promise(() => {}),
    });
    await expect(running).rejects.toThrow(/did not end within 1500 ms[\s\S]*"subtype":"init"/);
    expect(existsSync(cwd)).toBe(false);
  });

  it('rejects when the script, the preparation or the driving fails', async () => {
    const fail = () => {
      throw new Error('a slip');
    };
    await expect(runRealAgent({ script: () => fail })).rejects.toThrow('a slip');
    await expect(runRealAgent({ script: [], prepare: fail })).rejects.toThrow('a slip');
    await expect(runRealAgent({ script: [], drive: fail })).rejects.toThrow('a slip');
  });

  it('rejects when the session ends before what the test waits for', async () => {
    const running = runRealAgent({
      async drive(session) {
        await session.ask('go');
        session.query.close();
        await session.until(() => false);
      },
      script: [[text('done')]],
    });
    await expect(running).rejects.toThrow('The session ended before the awaited condition held.');
  });
});
