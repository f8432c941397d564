import { execFileSync } from 'node:child_process';
import { definePlugin, type HookEvent, onEveryEvent, type Plugin } from '@hookloom/core';
import { runRealAgent } from '@hookloom/testing';
import { describe, expect, it } from 'vitest';
import { SCENARIOS, type Scenario, worktree } from './scenarios.js';

type Verbs = Record<string, ((...args: unknown[]) => void) | undefined>;
type View = Verbs & {
  input: Record<string, unknown>;
  output: unknown;
  payload: { cwd: string; name: string };
};

/** A plugin that does one thing on one event, whatever the types say. */
function pluginFor(event: HookEvent, act: (ctx: View) => void): Plugin {
  return definePlugin({ name: 'speaks', role: 'observer', hooks: { [event]: act } as never });
}

/** Runs a scenario under a plugin: the event came, the plugin did not fail, and the host took its answer. */
async function expectTaken(event: HookEvent, scenario: Scenario, act: (ctx: View) => void): Promise<void> {
  await using run = await runRealAgent({ ...scenario, stack: pluginFor(event, act) });
  expect(run.outcomes.map((outcome) => outcome.event)).toContain(event);
  expect(run.outcomes.flatMap(({ failures }) => failures)).toEqual([]);
  expect(JSON.stringify(run.messages)).not.toContain('hook_callback_failed');
}

/** The verbs that refuse or end something, one run each. */
const REFUSALS: Readonly<Partial<Record<HookEvent, readonly string[]>>> = {
  PreToolUse: ['deny', 'defer', 'ask'],
  PermissionRequest: ['deny'],
  PreSkillShellCommand: ['deny'],
  PreModelSwitch: ['deny', 'ask'],
  UserPromptSubmit: ['block'],
  UserPromptExpansion: ['block'],
  PostToolUse: ['block'],
  Stop: ['block'],
  SubagentStop: ['block'],
  Elicitation: ['accept', 'decline', 'cancel'],
  ElicitationResult: ['accept', 'decline', 'cancel'],
};

const RARE_FIELDS: Readonly<Partial<Record<HookEvent, Record<string, unknown>>>> = {
  SessionStart: { sessionTitle: 't', reloadSkills: true },
  UserPromptSubmit: { sessionTitle: 't', suppressOriginalPrompt: true },
  UserPromptExpansion: { suppressOriginalPrompt: true },
  PostToolUse: { classifierContext: 'c' },
  PermissionDenied: { retry: false },
  MessageDisplay: { displayContent: 'shown' },
};

const BLOCK_FIELDS: readonly HookEvent[] = ['PreCompact', 'ConfigChange', 'TaskCreated', 'TaskCompleted'];

/** Says everything that does not refuse. */
function sayAll(event: HookEvent, ctx: View): void {
  ctx.tell?.('told');
  ctx.note?.('noted');
  ctx.extend?.({ suppressOutput: true, ...RARE_FIELDS[event] });
  if (event === 'PreToolUse') ctx.rewrite?.({ ...ctx.input, description: undefined });
  if (event === 'PostToolUse' && typeof ctx.output === 'object') ctx.rewrite?.({ ...ctx.output, more: 1 });
  if (event === 'PermissionRequest') ctx.rewrite?.({ ...ctx.input, content: 'rewritten' });
  ctx.allow?.();
}

const events = Object.entries(SCENARIOS) as [HookEvent, Scenario][];

describe('the host takes the composed output of every event that can be made to fire offline', () => {
  it.each(events.filter(([event]) => event !== 'WorktreeCreate'))(
    '%s: tell, note, allow, rewrite, extend',
    async (event, scenario) => {
      // Once, since a note on a stop would never end.
      let said = false;
      await expectTaken(event, scenario, (ctx) => {
        if (said) return;
        said = true;
        sayAll(event, ctx);
      });
    },
  );

  const refusals = events.flatMap(([event, scenario]) =>
    (REFUSALS[event] ?? []).map((verb): [HookEvent, string, Scenario] => [event, verb, scenario]),
  );
  it.each(refusals)('%s: %s', async (event, verb, scenario) => {
    let said = false;
    await expectTaken(event, scenario, (ctx) => {
      if (said) return;
      said = true;
      ctx[verb]?.(verb === 'accept' ? { name: 'Eve' } : 'because');
    });
  });

  it.each(BLOCK_FIELDS)('%s: block by extend', async (event) => {
    await expectTaken(event, SCENARIOS[event] as Scenario, (ctx) =>
      ctx.extend?.({ decision: 'block', reason: 'because' }),
    );
  });

  it.each(events.filter(([event]) => event !== 'WorktreeCreate'))('%s: halt', async (event, scenario) => {
    let said = false;
    await expectTaken(event, scenario, (ctx) => {
      if (said) return;
      said = true;
      ctx.halt?.('enough');
    });
  });
});

describe('worktrees', () => {
  it('EnterWorktree works under an observer of every event', async () => {
    const observer = definePlugin({
      name: 'event-log',
      role: 'observer',
      hooks: onEveryEvent((ctx) => ctx.log(ctx.event)),
    });
    await using run = await runRealAgent({ ...worktree, stack: observer });
    expect(run.toolResults.get('enter')).toMatchObject({ isError: false });
    expect(run.outcomes.flatMap(({ failures }) => failures)).toEqual([]);
  });

  it('a plugin that names WorktreeCreate gives the path by extend', async () => {
    await using run = await runRealAgent({
      ...worktree,
      stack: pluginFor('WorktreeCreate', ({ payload, extend }) => {
        const worktreePath = `${payload.cwd}-wt`;
        execFileSync('git', ['worktree', 'add', '-q', '--detach', worktreePath], { cwd: payload.cwd });
        extend?.({ worktreePath });
      }),
    });
    expect(run.toolResults.get('enter')).toMatchObject({ isError: false });
    expect(run.toolResults.get('enter')?.text).toContain('-wt');
  });
});
