import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, definePlugin, type Stack } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard } from '@hookloom/plugins-fs-guard';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import {
  agentEnvironment,
  createProject,
  runRealAgent,
  startScriptedModel,
  type ToolUseBlock,
  text,
  toolUse,
} from '@hookloom/testing';
import { expect, it } from 'vitest';

const spawn = (marker: string, id?: string): ToolUseBlock =>
  toolUse(
    'Agent',
    { description: 'd', prompt: marker, subagent_type: 'general-purpose', run_in_background: false },
    id,
  );

it('the third nested subagent is refused, and the ones above it go on', async () => {
  await using run = await runRealAgent({
    stack: recursionGuard(),
    options: { allowedTools: ['Agent', 'Write'] },
    script: ({ path }) => ({
      main: [[spawn('LEVEL-1', 'one')], [text('done')]],
      agents: {
        'LEVEL-1': [[spawn('LEVEL-2', 'two')], [text('back in one')]],
        'LEVEL-2': [
          [spawn('LEVEL-3', 'three')],
          [toolUse('Write', { file_path: path('two.txt'), content: 'x' })],
          [text('back in two')],
        ],
        'LEVEL-3': [[toolUse('Write', { file_path: path('three.txt'), content: 'x' })], [text('in three')]],
      },
    }),
  });
  expect(run.exists('two.txt')).toBe(true);
  expect(run.exists('three.txt')).toBe(false);
  expect(run.toldModel('depth 3, and 2 is the limit')).toBe(true);
});

it('of 20 parallel agents never more than three are alive', async () => {
  let alive = 0;
  let most = 0;
  const watch = definePlugin({
    name: 'watch',
    role: 'observer',
    hooks: {
      SubagentStart: () => {
        alive += 1;
        most = Math.max(most, alive);
      },
      SubagentStop: () => {
        alive -= 1;
      },
    },
  });
  const stack: Stack = [watch, recursionGuard({ maxConcurrent: 3 })];
  await using run = await runRealAgent({
    stack,
    options: { allowedTools: ['Agent'] },
    script: {
      main: [
        Array.from({ length: 20 }, (_, index) => spawn(`PART-${index} `, `part-${index}`)),
        [text('done')],
      ],
      agents: { 'PART-': () => [text('part done')] },
    },
  });
  const refused = run.outcomes.filter(
    ({ event, verdict }) => event === 'PreToolUse' && verdict.decision === 'deny',
  );
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3);
  expect(refused.length + run.outcomes.filter(({ event }) => event === 'SubagentStart').length).toBe(20);
  expect(alive).toBe(0);
}, 90_000);

it('reads ask nobody, in the main agent and in subagents, and a secret is still denied', async () => {
  await using run = await runRealAgent({
    stack: [envFileGuard(), readOnlyApprove()],
    files: { 'a.txt': 'A', 'src/b.ts': 'B', '.env': 'KEY=MARKER' },
    canUseTool: 'allow',
    options: { allowedTools: ['Agent'] },
    script: ({ path }) => {
      const reads = (name: string) => [
        [toolUse('Read', { file_path: path('a.txt') }, `${name}-read`)],
        [toolUse('Grep', { pattern: 'B', output_mode: 'content' }, `${name}-grep`)],
        [toolUse('Glob', { pattern: '**/*.ts' }, `${name}-glob`)],
        [toolUse('Read', { file_path: path('.env') }, `${name}-env`)],
      ];
      return {
        main: [...reads('main'), [spawn('HELPER')], [text('done')]],
        agents: { HELPER: [...reads('helper'), [text('done')]] },
      };
    },
  });
  expect(run.canUseToolCalls).toEqual([]);
  for (const name of ['main', 'helper']) {
    expect(run.toldModel('MARKER')).toBe(false);
    const calls = run.outcomes.filter(
      ({ event, toolUseId }) => event === 'PreToolUse' && toolUseId?.startsWith(name),
    );
    expect(calls.map(({ verdict }) => verdict.decision)).toEqual(['allow', 'allow', 'allow', 'deny']);
  }
});

it('a prompt hook that begins an agent under the same hooks does not loop', async () => {
  const project = await createProject();
  const model = await startScriptedModel(() => [text('done')]);
  const results: string[] = [];
  let begun = 0;

  async function run(prompt: string): Promise<void> {
    const options = {
      cwd: project.cwd,
      env: agentEnvironment(project, model.url),
      settingSources: [],
      hooks,
    };
    for await (const message of query({ prompt, options })) {
      if (message.type === 'result' && message.subtype === 'success') results.push(message.result);
    }
  }

  const hooks = createHooks([
    recursionGuard(),
    definePlugin({
      name: 'begins-agents',
      role: 'observer',
      timeout: '30s',
      hooks: {
        UserPromptSubmit: async () => {
          begun += 1;
          if (begun < 5) await run('check the prompt');
        },
      },
    }),
  ]);

  try {
    await run('go');
    expect(begun).toBe(1);
    expect(results).toEqual([expect.stringContaining('begun by a hook'), 'done']);
  } finally {
    await model.close();
    await project.dispose();
  }
});
