import { query, type SDKResultMessage } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, createRunner, definePlugin, onTool, type Stack } from '@hookloom/core';
import { isolated } from '@hookloom/isolated';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import {
  type AgentSession,
  agentEnvironment,
  createProject,
  type RealAgentRun,
  runRealAgent,
  type Script,
  startScriptedModel,
  type ToolUseBlock,
  text,
  toolUse,
} from '@hookloom/testing';
import { describe, expect, it } from 'vitest';

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function agent(prompt: string, id: string, run_in_background = false): ToolUseBlock {
  const subagent_type = 'general-purpose';
  return toolUse('Agent', { description: 'd', prompt, subagent_type, run_in_background }, id);
}

/** Something that a script waits for until the test opens it. */
class Gate {
  reached = false;
  open = () => {};
  readonly #opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });

  pass(): Promise<void> {
    this.reached = true;
    return this.#opened;
  }
}

async function interrupt(session: AgentSession): Promise<void> {
  const results = () => session.messages.filter(({ type }) => type === 'result').length;
  const before = results();
  await session.query.interrupt();
  await session.until(() => results() > before);
}

const refused = (run: RealAgentRun, id: string) =>
  run.toolResults.get(id)?.text.includes('1 of 1 agents are at work') === true;

describe('an interrupt, which the host tells no hook of, frees the slot', () => {
  const allowed = {
    options: { allowedTools: ['Agent', 'Bash'] },
    stack: recursionGuard({ maxConcurrent: 1 }),
  };

  it('of an agent that the main thread waits for', async () => {
    const gate = new Gate();
    await using run = await runRealAgent({
      ...allowed,
      script: {
        main: [[agent('ONE', 'one')], [agent('TWO', 'two')], [text('done')]],
        agents: { ONE: [() => gate.pass().then(() => [text('1')])], TWO: [[text('2')]] },
      },
      drive: async (session) => {
        session.send('go');
        await session.until(() => gate.reached);
        await interrupt(session);
        await session.ask('again');
        gate.open();
      },
    });
    expect(run.outcomes.filter(({ event }) => event === 'SubagentStop')).toHaveLength(1);
    expect(refused(run, 'two')).toBe(false);
  });

  it('of a call that waits for the person’s permission', async () => {
    let asked = 0;
    const asks = definePlugin({
      name: 'asks',
      hooks: { PreToolUse: onTool('Agent', (ctx) => ctx.ask('?')) },
    });
    await using run = await runRealAgent({
      ...allowed,
      stack: [allowed.stack, asks],
      canUseTool: async (_tool, input, { signal }) => {
        asked += 1;
        if (asked === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { behavior: 'allow', updatedInput: input };
      },
      options: { allowedTools: ['Bash'] },
      script: {
        main: [[agent('ONE', 'one')], [agent('TWO', 'two')], [text('done')]],
        agents: { TWO: [[text('2')]] },
      },
      drive: async (session) => {
        session.send('go');
        await session.until(() => asked === 1);
        await interrupt(session);
        await session.ask('again');
      },
    });
    expect(refused(run, 'two')).toBe(false);
    expect(run.outcomes.some(({ event }) => event === 'SubagentStop')).toBe(true);
  });

  it('of an agent in the background, which it stops as well, once the next turn has ended', async () => {
    const gate = new Gate();
    const thinking = new Gate();
    await using run = await runRealAgent({
      ...allowed,
      script: ({ path }) => ({
        main: [
          [agent('ONE', 'one', true)],
          () => thinking.pass().then(() => [text('too late')]),
          [agent('TWO', 'two')],
          [text('done')],
          [agent('TWO', 'three')],
          [text('done')],
        ],
        agents: {
          ONE: [
            () =>
              gate
                .pass()
                .then(() => [toolUse('Bash', { command: `touch ${path('late.txt')}`, description: 'x' })]),
          ],
          TWO: [[text('2')]],
        },
      }),
      drive: async (session) => {
        session.send('go');
        await session.until(() => gate.reached && thinking.reached);
        await sleep(200);
        await interrupt(session);
        gate.open();
        thinking.open();
        await sleep(500);
        await session.ask('again');
        await session.ask('and again');
      },
    });
    expect(run.exists('late.txt')).toBe(false);
    expect([refused(run, 'two'), refused(run, 'three')]).toEqual([true, false]);
  });
});

it('a subagent in the background keeps its slot from prompt to prompt, and the state that it shares with the main thread', async () => {
  const gate = new Gate();
  const counts = definePlugin({
    name: 'counts',
    state: () => ({ calls: [] as string[] }),
    hooks: {
      PreToolUse: async (ctx) => {
        const call = `${ctx.agent === undefined ? 'main' : 'agent'} ${ctx.tool}`;
        const { calls } = await ctx.update((state) => ({ calls: [...state.calls, call] }));
        ctx.log(calls.join(', '));
      },
    },
  });
  const lines: string[] = [];
  await using run = await runRealAgent({
    stack: [recursionGuard({ maxConcurrent: 1 }), counts],
    runner: { onLog: ({ message }) => lines.push(message) },
    options: { allowedTools: ['Agent', 'Write'] },
    script: ({ path }) => ({
      main: [
        [agent('ONE', 'one', true)],
        [text('it is at work')],
        [agent('TWO', 'two')],
        [text('refused')],
        // The host tells the model of the agent's end by a prompt of its own.
        [text('it has ended')],
        [agent('TWO', 'three')],
        [text('done')],
      ],
      agents: {
        ONE: [
          () => gate.pass().then(() => [toolUse('Write', { file_path: path('one.txt'), content: 'x' })]),
          [text('1')],
        ],
        TWO: [[text('2')]],
      },
    }),
    drive: async (session) => {
      await session.ask('go');
      await session.until(() => gate.reached);
      await session.ask('another one');
      gate.open();
      await session.until(() => JSON.stringify(session.messages).includes('it has ended'));
      await session.ask('now');
    },
  });
  expect([refused(run, 'two'), refused(run, 'three')]).toEqual([true, false]);
  expect(run.read('one.txt')).toBe('x');
  expect(lines.at(-1)).toBe('main Agent, agent Write, main Agent');
});

describe('a call that was deferred, once its session is resumed', () => {
  /** A session under one stack, of which each prompt is a process of its own. */
  async function startProject(stack: Stack, script: (path: (name: string) => string) => Script) {
    const project = await createProject();
    const model = await startScriptedModel(script(project.path));
    const hooks = createHooks(createRunner(stack, { onOutcome: () => undefined }));
    return {
      ...project,
      model,
      async run(prompt: string, resume?: string): Promise<SDKResultMessage> {
        let result: SDKResultMessage | undefined;
        const options = {
          cwd: project.cwd,
          env: agentEnvironment(project, model.url),
          settingSources: [],
          allowedTools: ['Write', 'Agent'],
          hooks,
          ...(resume === undefined ? {} : { resume }),
        };
        for await (const message of query({ prompt, options })) {
          if (message.type === 'result') result = message;
        }
        return result as SDKResultMessage;
      },
      async [Symbol.asyncDispose]() {
        await model.close();
        await project.dispose();
      },
    };
  }

  function makeDefers() {
    const defers = { answer: 'defer' as 'defer' | 'deny' | 'none' };
    const plugin = definePlugin({
      name: 'defers',
      hooks: {
        PreToolUse: onTool('Write|Agent', (ctx) => {
          if (defers.answer === 'defer') ctx.defer('ask somebody first');
          if (defers.answer === 'deny') ctx.deny('they said no');
        }),
      },
    });
    return Object.assign(defers, { plugin });
  }

  const asked: string[] = [];
  const counts = definePlugin({
    name: 'counts',
    state: () => ({ asked: 0 }),
    hooks: {
      PreToolUse: async (ctx) => {
        await ctx.update((state) => ({ asked: state.asked + 1 }));
        asked.push(`${ctx.payload.tool_use_id} ${ctx.state.asked}`);
      },
    },
  });

  it.each([
    { answer: 'none', runs: 'runs' },
    { answer: 'deny', runs: 'is refused' },
  ] as const)('is judged anew, with the state of before: $answer, and it $runs', async ({ answer }) => {
    asked.length = 0;
    const defers = makeDefers();
    await using session = await startProject([counts, defers.plugin], (path) => [
      [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'write')],
      [text('done')],
    ]);
    const first = await session.run('go');
    expect(first).toMatchObject({ terminal_reason: 'tool_deferred', deferred_tool_use: { id: 'write' } });
    expect(session.exists('a.txt')).toBe(false);
    defers.answer = answer;
    await session.run('', first.session_id);
    expect(session.exists('a.txt')).toBe(answer === 'none');
    expect(session.model.toldModel('defers: they said no')).toBe(answer === 'deny');
    expect(asked).toEqual(['write 1', 'write 2']);
  });

  it('counts once against a budget of agents', async () => {
    const defers = makeDefers();
    await using session = await startProject(
      [recursionGuard({ maxConcurrent: 1, maxTotal: 1 }), defers.plugin],
      () => ({
        main: [[agent('ONE', 'one')], [agent('TWO', 'two')], [text('done')]],
        agents: { ONE: [[text('1')]] },
      }),
    );
    const first = await session.run('go');
    expect(first).toMatchObject({ terminal_reason: 'tool_deferred' });
    defers.answer = 'none';
    await session.run('', first.session_id);
    expect(session.model.toldModel('1 of 1 agents of this session are used up')).toBe(true);
    const told = session.model.toolResults().map(({ toolUseId, isError }) => [toolUseId, isError]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['one', false],
        ['two', true],
      ]),
    );
  });
});

it('a guard in a thread of its own that loops without end costs its call, and the calls beside it and after it are judged', async () => {
  const module = new URL('../packages/isolated/test/plugins/faulty.mjs', import.meta.url);
  const guard = await isolated(module, { execArgv: [] });
  const bash = (command: string, id: string) => toolUse('Bash', { command, description: 'x' }, id);
  try {
    await using run = await runRealAgent({
      stack: guard,
      files: { 'a.txt': 'MARKER' },
      script: ({ path }) => [
        [bash('loops without end', 'loops'), toolUse('Read', { file_path: path('a.txt') }, 'read')],
        [bash('exits the process', 'exits')],
        [bash('deny', 'deny')],
        [bash('echo fine', 'fine')],
        [text('done')],
      ],
    });
    const told = (id: string) => run.toolResults.get(id)?.text;
    expect(told('loops')).toContain('faulty: it failed (PLUGIN_TIMEOUT)');
    expect(told('read')).toContain('MARKER');
    expect(told('exits')).toContain('faulty: it failed (PLUGIN_THREW)');
    expect(told('deny')).toContain('denied by rule');
    expect(told('fine')).toContain('fine');
    expect(run.result?.subtype).toBe('success');
  } finally {
    await guard.close();
  }
});
