import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createRunner,
  definePlugin,
  memoryStore,
  type Outcome,
  type Runner,
  type Stack,
  toolNamesOf,
} from '@hookloom/core';
import { payload, subagent, toolCall } from '@hookloom/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RecursionGuardOptions, recursionGuard } from './recursion-guard.js';
import { topLevelOnly } from './top-level-only.js';

/** A session under a guard, in which agents come and go. */
function makeSession(options: RecursionGuardOptions = {}, more: Stack = []) {
  const runner: Runner = createRunner([recursionGuard(options), more], { onOutcome: () => undefined });
  let calls = 0;
  const caller = (by?: string) => (by === undefined ? {} : subagent(by));
  return {
    runner,
    ask(by?: string, tool = 'Agent', id = `toolu_${++calls}`): Promise<Outcome> {
      const input = { description: 'd', prompt: 'p', subagent_type: 'general-purpose' };
      return runner.run(toolCall(tool, input, { ...caller(by), tool_use_id: id }));
    },
    started: (id: string) => runner.run(payload('SubagentStart', { agent_id: id })),
    ended: (id: string) => runner.run(payload('SubagentStop', { agent_id: id })),
    batch: (ids: string[]) =>
      runner.run(
        payload('PostToolBatch', {
          tool_calls: ids.map((tool_use_id) => ({ tool_name: 'Agent', tool_input: {}, tool_use_id })),
        }),
      ),
  };
}

const decisionOf = ({ verdict }: Outcome) => verdict.decision;
const reasonOf = ({ verdict }: Outcome) => verdict.votes[0]?.reason;

describe('depth', () => {
  it('the third nested agent is refused by default, with the depth in the reason', async () => {
    const session = makeSession();
    expect(decisionOf(await session.ask())).toBe('none');
    await session.started('a1');
    expect(decisionOf(await session.ask('a1'))).toBe('none');
    await session.started('a2');
    const third = await session.ask('a2');
    expect(decisionOf(third)).toBe('deny');
    expect(reasonOf(third)).toContain('depth 3, and 2 is the limit');
  });

  it('maxDepth 1 lets the main thread start agents, and no agent', async () => {
    const session = makeSession({ maxDepth: 1 });
    expect(decisionOf(await session.ask())).toBe('none');
    await session.started('a1');
    expect(decisionOf(await session.ask('a1'))).toBe('deny');
    expect(decisionOf(await session.ask('a1', 'Task'))).toBe('deny');
  });

  it('agents of parallel calls keep the depth of their callers', async () => {
    const session = makeSession();
    await session.ask();
    await session.started('a1');
    await Promise.all([session.ask('a1'), session.ask('a1')]);
    await session.started('b1');
    await session.started('b2');
    expect(decisionOf(await session.ask('b1'))).toBe('deny');
    expect(decisionOf(await session.ask('b2'))).toBe('deny');
  });

  it('the host’s own record beats what was seen', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookloom-rec-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'session/subagents'), { recursive: true });
    writeFileSync(join(folder, 'session/subagents/agent-deep.meta.json'), JSON.stringify({ spawnDepth: 2 }));
    const { runner } = makeSession();
    const call = toolCall(
      'Agent',
      { prompt: 'p' },
      { ...subagent('deep'), transcript_path: join(folder, 'session.jsonl') },
    );
    expect(decisionOf(await runner.run(call))).toBe('deny');
  });

  it('an unknown agent counts as a child of the main thread', async () => {
    expect(decisionOf(await makeSession({ maxDepth: 1 }).ask('stranger'))).toBe('deny');
  });
});

describe('agents at once', () => {
  it('of 20 parallel calls only three get through, and the reason has the counts', async () => {
    const session = makeSession({ maxConcurrent: 3 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => session.ask()));
    expect(outcomes.filter((outcome) => decisionOf(outcome) === 'none')).toHaveLength(3);
    expect(reasonOf(outcomes.at(-1) as Outcome)).toContain('3 of 3 agents are at work');
  });

  it('a slot is free again when its agent has ended', async () => {
    const session = makeSession({ maxConcurrent: 1 });
    await session.ask();
    await session.started('a1');
    expect(decisionOf(await session.ask())).toBe('deny');
    await session.ended('a1');
    expect(decisionOf(await session.ask())).toBe('none');
  });

  it('a slot is free again when the call never starts: it fails, is refused, or its batch is over', async () => {
    const session = makeSession({ maxConcurrent: 1 });
    const call = { tool_name: 'Agent', tool_input: {} };
    await session.ask(undefined, 'Agent', 'one');
    await session.runner.run(payload('PostToolUseFailure', { ...call, tool_use_id: 'one', error: 'x' }));
    expect(decisionOf(await session.ask(undefined, 'Agent', 'two'))).toBe('none');
    await session.runner.run(payload('PermissionDenied', { ...call, tool_use_id: 'two', reason: 'x' }));
    expect(decisionOf(await session.ask(undefined, 'Agent', 'three'))).toBe('none');
    await session.batch(['three']);
    expect(decisionOf(await session.ask())).toBe('none');
  });

  it('a slot is given back when a plugin within denies the call', async () => {
    const no = definePlugin({ name: 'no', hooks: { PreToolUse: (ctx) => ctx.deny('no') } });
    const session = makeSession({ maxConcurrent: 1, maxTotal: 1 }, no);
    for (let i = 0; i < 3; i += 1) expect(reasonOf(await session.ask())).toBe('no');
  });

  it('a call that is judged twice counts once', async () => {
    const touch = definePlugin({
      name: 'touch',
      role: 'rewriter',
      hooks: { PreToolUse: (ctx) => ctx.rewrite({ ...ctx.input, prompt: 'other' }) },
    });
    const session = makeSession({ maxConcurrent: 2 }, touch);
    const outcomes = [await session.ask(), await session.ask(), await session.ask()];
    expect(outcomes.map(decisionOf)).toEqual(['none', 'none', 'deny']);
  });

  describe('after an interrupt, which the host does not tell of', () => {
    const running = (id: string) => ({ id, type: 'subagent', status: 'running', description: 'd' });

    it('an agent that the main thread waited for holds no slot, nor one below it, nor a call', async () => {
      const session = makeSession({ maxConcurrent: 3 });
      await session.ask();
      await session.started('a1');
      await session.ask('a1');
      await session.started('b1');
      await session.ask();
      expect(decisionOf(await session.ask())).toBe('deny');
      await session.runner.run(payload('UserPromptSubmit'));
      const outcomes = [await session.ask(), await session.ask(), await session.ask(), await session.ask()];
      expect(outcomes.map(decisionOf)).toEqual(['none', 'none', 'none', 'deny']);
    });

    it('an agent in the background keeps its slot from prompt to prompt, and so does one below it', async () => {
      const session = makeSession({ maxConcurrent: 2 });
      await session.ask(undefined, 'Agent', 'one');
      await session.started('a1');
      await session.batch(['one']);
      await session.ask('a1');
      await session.started('b1');
      await session.runner.run(payload('Stop', { background_tasks: [running('a1')] }));
      await session.runner.run(payload('UserPromptSubmit'));
      expect(decisionOf(await session.ask())).toBe('deny');
      await session.ended('b1');
      expect(decisionOf(await session.ask())).toBe('none');
    });

    it('an agent in the background that is no longer among the tasks of a stop holds no slot', async () => {
      const session = makeSession({ maxConcurrent: 1 });
      await session.ask(undefined, 'Agent', 'one');
      await session.started('a1');
      await session.batch(['one']);
      await session.runner.run(payload('UserPromptSubmit'));
      expect(decisionOf(await session.ask())).toBe('deny');
      await session.runner.run(payload('Stop', { background_tasks: [running('other')] }));
      expect(decisionOf(await session.ask())).toBe('none');
    });

    it('a host that does not list its tasks frees no slot at a stop', async () => {
      const session = makeSession({ maxConcurrent: 1 });
      await session.ask(undefined, 'Agent', 'one');
      await session.started('a1');
      await session.batch(['one']);
      await session.runner.run(payload('Stop', { background_tasks: undefined }));
      expect(decisionOf(await session.ask())).toBe('deny');
    });

    it('the budget of the session counts what was stopped', async () => {
      const session = makeSession({ maxTotal: 1 });
      await session.ask();
      await session.started('a1');
      await session.runner.run(payload('UserPromptSubmit'));
      expect(reasonOf(await session.ask())).toContain('1 of 1 agents of this session are used up');
    });
  });

  it('the agents of a process that is gone hold no slot', async () => {
    const session = makeSession({ maxConcurrent: 1 });
    await session.ask();
    await session.started('a1');
    await session.runner.run(payload('SessionStart', { source: 'resume' }));
    expect(decisionOf(await session.ask())).toBe('none');
  });
});

describe('agents in all', () => {
  it('the budget of a session ends, and the reason has the counts', async () => {
    const session = makeSession({ maxTotal: 2 });
    for (const id of ['a1', 'a2']) {
      await session.ask();
      await session.started(id);
      await session.ended(id);
    }
    const third = await session.ask();
    expect(decisionOf(third)).toBe('deny');
    expect(reasonOf(third)).toContain('2 of 2 agents of this session are used up');
  });

  it('it survives a resume and starts anew with a clear', async () => {
    const session = makeSession({ maxTotal: 1 });
    await session.ask();
    await session.started('a1');
    await session.ended('a1');
    await session.runner.run(payload('SessionStart', { source: 'resume' }));
    expect(decisionOf(await session.ask())).toBe('deny');
    await session.runner.run(payload('SessionEnd', { reason: 'clear' }));
    expect(decisionOf(await session.ask())).toBe('none');
  });

  it('the rate of a minute is kept', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const session = makeSession({ perMinute: 2 });
    const ask = async (id: string) => {
      const outcome = await session.ask();
      await session.started(id);
      await session.ended(id);
      return decisionOf(outcome);
    };
    expect([await ask('a'), await ask('b')]).toEqual(['none', 'none']);
    expect(decisionOf(await session.ask())).toBe('deny');
    vi.setSystemTime(Date.now() + 61_000);
    expect(await ask('c')).toBe('none');
  });
});

describe('what does not count', () => {
  it.each(['Bash', 'Read', 'TaskCreate'])('%s', async (tool) => {
    const session = makeSession({ maxTotal: 1 });
    await session.ask();
    expect(decisionOf(await session.runner.run(toolCall(tool, { command: 'x' })))).toBe('none');
  });

  it('one level is normal, whatever the prompt says', async () => {
    const outcome = await makeSession().runner.run(
      toolCall('Task', { description: 'x', prompt: 'Start another Task for each file' }),
    );
    expect(decisionOf(outcome)).toBe('none');
  });
});

describe('agents that a command starts', () => {
  const bash = (command: string, options: RecursionGuardOptions = {}) =>
    makeSession(options).runner.run(toolCall('Bash', { command }));

  it.each([
    'claude -p "fix the tests"',
    'echo x | claude -p',
    "nohup bash -c 'claude -p x' &",
    'npx -y @anthropic-ai/claude-code@latest -p x',
    'cd /tmp && env A=1 codex exec "x"',
    'C=claude; $C -p x',
    'find . -name "*.ts" -exec claude -p fix {} \\;',
    ':(){ :|:& };:',
  ])('%s is denied', async (command) => {
    const outcome = await bash(command);
    expect(decisionOf(outcome)).toBe('deny');
    expect(reasonOf(outcome)).toContain('use the Agent tool');
  });

  it.each([
    'claude --version',
    'which claude',
    'npm install -g @anthropic-ai/claude-code',
    'git commit -m "run claude -p here"',
    'grep -r "claude -p" docs',
    'cat ~/.claude/settings.json',
    'echo "codex exec"',
    'npm test',
  ])('%s passes', async (command) => {
    expect(decisionOf(await bash(command))).toBe('none');
  });

  it('they can be asked about, or allowed', async () => {
    expect(decisionOf(await bash('claude -p x', { nestedAgents: 'ask' }))).toBe('ask');
    expect(decisionOf(await bash('claude -p x', { nestedAgents: 'allow' }))).toBe('none');
  });
});

describe('failures and options', () => {
  it('a store that fails blocks the call', async () => {
    const broken = { ...memoryStore(), update: () => Promise.reject(new Error('disk full')) };
    const runner = createRunner(recursionGuard(), { store: broken, onOutcome: () => undefined });
    const outcome = await runner.run(toolCall('Agent', { prompt: 'p' }));
    expect(decisionOf(outcome)).toBe('deny');
    expect(outcome.failures[0]?.code).toBe('STATE_UNAVAILABLE');
  });

  it.each([
    [{ maxDepth: 0 }, 'OPTION_INVALID'],
    [{ maxConcurrent: -1 }, 'OPTION_INVALID'],
    [{ maxTotal: 1.5 }, 'OPTION_INVALID'],
    [{ perMinute: 0 }, 'OPTION_INVALID'],
    [{ maxdepth: 1 }, 'OPTION_UNKNOWN'],
  ])('%j is refused', (options, code) => {
    expect(() => recursionGuard(options as RecursionGuardOptions)).toThrow(
      expect.objectContaining({ code, plugin: 'recursion-guard' }),
    );
  });
});

describe('topLevelOnly', () => {
  const counted = definePlugin({ name: 'counted', hooks: { PreToolUse: (ctx) => ctx.deny('no') } });

  it('runs on the main thread and not in a subagent', async () => {
    const runner = createRunner(topLevelOnly(counted), { onOutcome: () => undefined });
    expect(decisionOf(await runner.run(toolCall('Bash', { command: 'x' })))).toBe('deny');
    expect(decisionOf(await runner.run(toolCall('Bash', { command: 'x' }, subagent())))).toBe('none');
  });

  it('keeps the name, the role and the tools of the plugin', () => {
    const inner = recursionGuard();
    const outer = topLevelOnly(inner);
    expect([outer.name, outer.role, outer.onFailure]).toEqual([inner.name, inner.role, inner.onFailure]);
    expect(toolNamesOf(outer, 'PreToolUse')).toEqual(['Agent', 'Task', 'Bash', 'Monitor']);
  });
});
