// A program with a guarded stack: says what becomes of a prompt, a call of Agent and the end of a session, and whether the
// plugin behind the guard ran. With "again" it then does as a hook that starts such a program once more.
import { spawnSync } from 'node:child_process';
import { createRunner, definePlugin, type HookEvent } from '@hookloom/core';
import { payload, subagent, toolCall } from '@hookloom/testing';
import { markedEnv, outermostOnly, type RecursionGuardOptions, recursionGuard } from '../src/index.js';

const [options = '{}', again] = process.argv.slice(2);
const ran: HookEvent[] = [];
const behind = definePlugin({
  name: 'behind',
  role: 'observer',
  hooks: {
    UserPromptSubmit: () => void ran.push('UserPromptSubmit'),
    SessionEnd: () => {
      ran.push('SessionEnd');
      if (again === undefined) return;
      const args = [...process.execArgv, ...process.argv.slice(1)];
      const child = spawnSync(process.execPath, args, { env: markedEnv(), encoding: 'utf8' });
      below = JSON.parse(child.stdout) as unknown;
    },
  },
});
let below: unknown;

const stack = [recursionGuard(JSON.parse(options) as RecursionGuardOptions), outermostOnly(behind)];
const runner = createRunner(stack, { onOutcome: () => undefined });
const decisionOn = async (event: Parameters<typeof runner.run>[0]) =>
  (await runner.run(event)).verdict.decision;

const said = {
  prompt: await decisionOn(payload('UserPromptSubmit', { prompt: 'go' })),
  agent: await decisionOn(toolCall('Agent', { prompt: 'p' })),
  agentOfAgent: await decisionOn(toolCall('Agent', { prompt: 'p' }, subagent('a1'))),
};
await runner.run(payload('SessionEnd', { reason: 'other' }));
console.log(JSON.stringify({ ...said, ran, mark: process.env.HOOKLOOM_DEPTH, below }));
