import { describe, expect, it } from 'vitest';
import { definePlugin, type HookEvent, type OnFailure, type Role, toHostOutput } from '../src/index.js';
import { failuresOf, payloadOf, run } from './stack.js';

type Verb = (...given: unknown[]) => void;
type Handler = (ctx: Record<string, Verb> & Record<string, unknown>, next: () => Promise<void>) => unknown;

const CALL = { tool_name: 'Write', tool_input: { file_path: '/a', content: 'x' }, tool_use_id: 'toolu_1' };
const RESULT = { ...CALL, tool_name: 'Bash', tool_response: { stdout: 'out', stderr: '' } };

const FIELDS: Partial<Record<HookEvent, object>> = {
  PreToolUse: CALL,
  PermissionRequest: CALL,
  PreSkillShellCommand: CALL,
  PostToolUse: RESULT,
  PostToolUseFailure: CALL,
  PermissionDenied: CALL,
  UserPromptSubmit: { prompt: 'hello' },
  UserPromptExpansion: { prompt: 'hello' },
};

function on(
  event: HookEvent,
  handler: Handler,
  name = 'p',
  rest: { role?: Role; onFailure?: OnFailure } = {},
) {
  return definePlugin({ name, role: 'observer', ...rest, hooks: { [event]: handler } });
}

/** What plugins that do this, called p0, p1 and so on, bring about on an event. */
function outcomeOf(event: HookEvent, ...handlers: Handler[]) {
  const stack = handlers.map((handler, index) => on(event, handler, `p${index}`));
  return run(stack, payloadOf(event, FIELDS[event] as Record<string, unknown>));
}

/** What the host is told of it, if nothing failed. */
async function answerTo(event: HookEvent, ...handlers: Handler[]) {
  const outcome = await outcomeOf(event, ...handlers);
  expect(failuresOf(outcome)).toEqual([]);
  return toHostOutput(outcome);
}

const specific = (hookEventName: HookEvent, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
const decided = (event: HookEvent, permissionDecision: string, permissionDecisionReason: string) =>
  specific(event, { permissionDecision, permissionDecisionReason });
const requested = (decision: object) => specific('PermissionRequest', { decision });
const blocked = { decision: 'block', reason: 'p0: no' };
const input = { file_path: '/b', content: 'x' };

describe('what the host is told', () => {
  it.each<[HookEvent, string, Handler, object]>([
    ['PreToolUse', 'allow', (ctx) => ctx.allow?.(), decided('PreToolUse', 'allow', 'p0: allow')],
    ['PreToolUse', 'ask', (ctx) => ctx.ask?.(' why '), decided('PreToolUse', 'ask', 'p0: why')],
    ['PreToolUse', 'defer', (ctx) => ctx.defer?.('why'), decided('PreToolUse', 'defer', 'p0: why')],
    ['PreToolUse', 'rewrite', (ctx) => ctx.rewrite?.(input), specific('PreToolUse', { updatedInput: input })],
    [
      'PreToolUse',
      'note',
      (ctx) => {
        ctx.note?.('one');
        ctx.note?.('two');
        ctx.note?.('one');
      },
      specific('PreToolUse', { additionalContext: 'one\ntwo' }),
    ],
    [
      'PreToolUse',
      'tell',
      (ctx) => {
        ctx.tell?.('one');
        ctx.tell?.('two');
        ctx.tell?.('one');
      },
      { systemMessage: 'p0: one\np0: two' },
    ],
    [
      'PreToolUse',
      'halt, a deny too',
      (ctx) => ctx.halt?.('enough'),
      { continue: false, stopReason: 'p0: enough', ...decided('PreToolUse', 'deny', 'p0: enough') },
    ],
    [
      'PermissionRequest',
      'deny',
      (ctx) => ctx.deny?.('no'),
      requested({ behavior: 'deny', message: 'p0: no' }),
    ],
    [
      'PermissionRequest',
      'deny and interrupt',
      (ctx) => ctx.deny?.('no', { interrupt: true }),
      requested({ behavior: 'deny', message: 'p0: no', interrupt: true }),
    ],
    [
      'PermissionRequest',
      'a deny with an interrupt that is no flag',
      (ctx) => ctx.deny?.('no', { interrupt: 'yes' }),
      requested({ behavior: 'deny', message: 'p0: no' }),
    ],
    ['PermissionRequest', 'allow', (ctx) => ctx.allow?.(), requested({ behavior: 'allow' })],
    [
      'PermissionRequest',
      'allow with a rule',
      (ctx) => ctx.allow?.({ reason: 'ok', permissions: [{ type: 'setMode' }] }),
      requested({ behavior: 'allow', updatedPermissions: [{ type: 'setMode' }] }),
    ],
    [
      'PermissionRequest',
      'rewrite and allow',
      (ctx) => {
        ctx.rewrite?.(input);
        ctx.allow?.();
      },
      requested({ behavior: 'allow', updatedInput: input }),
    ],
    [
      'PermissionRequest',
      'halt, a deny that interrupts',
      (ctx) => ctx.halt?.('enough'),
      {
        continue: false,
        stopReason: 'p0: enough',
        ...requested({ behavior: 'deny', message: 'p0: enough', interrupt: true }),
      },
    ],
    [
      'PreSkillShellCommand',
      'deny',
      (ctx) => ctx.deny?.('no'),
      decided('PreSkillShellCommand', 'deny', 'p0: no'),
    ],
    ['PreModelSwitch', 'ask', (ctx) => ctx.ask?.('why'), decided('PreModelSwitch', 'ask', 'p0: why')],
    ['UserPromptSubmit', 'block', (ctx) => ctx.block?.('no'), blocked],
    ['UserPromptExpansion', 'block', (ctx) => ctx.block?.('no'), blocked],
    ['PostToolUse', 'block', (ctx) => ctx.block?.('no'), blocked],
    [
      'PostToolUse',
      'rewrite',
      (ctx) => ctx.rewrite?.({ stdout: '-', stderr: '' }),
      specific('PostToolUse', { updatedToolOutput: { stdout: '-', stderr: '' } }),
    ],
    ['PostToolUse', 'an unchanged rewrite', (ctx) => ctx.rewrite?.({ stderr: '', stdout: 'out' }), {}],
    ['PostToolUse', 'silence', () => undefined, {}],
    ['Stop', 'block', (ctx) => ctx.block?.('no'), blocked],
    ['SubagentStop', 'block', (ctx) => ctx.block?.('no'), blocked],
    [
      'Stop',
      'halt, which blocks nothing',
      (ctx) => ctx.halt?.('end'),
      { continue: false, stopReason: 'p0: end' },
    ],
    [
      'Elicitation',
      'accept',
      (ctx) => ctx.accept?.({ a: 1 }),
      specific('Elicitation', { action: 'accept', content: { a: 1 } }),
    ],
    [
      'ElicitationResult',
      'accept as it is',
      (ctx) => ctx.accept?.(),
      specific('ElicitationResult', { action: 'accept' }),
    ],
    [
      'Elicitation',
      'decline',
      (ctx) => ctx.decline?.('no'),
      { ...blocked, ...specific('Elicitation', { action: 'decline' }) },
    ],
    [
      'ElicitationResult',
      'cancel',
      (ctx) => ctx.cancel?.(),
      {
        decision: 'block',
        reason: 'p0: cancel',
        ...specific('ElicitationResult', { action: 'cancel' }),
      },
    ],
    [
      'Elicitation',
      'halt, which declines nothing',
      (ctx) => ctx.halt?.('end'),
      { continue: false, stopReason: 'p0: end' },
    ],
    [
      'ElicitationResult',
      'decline without a reason',
      (ctx) => ctx.decline?.(),
      {
        decision: 'block',
        reason: 'p0: decline',
        ...specific('ElicitationResult', { action: 'decline' }),
      },
    ],
    ['SessionStart', 'note', (ctx) => ctx.note?.('x'), specific('SessionStart', { additionalContext: 'x' })],
    ['PreCompact', 'tell, which would reach the model', (ctx) => ctx.tell?.('x'), {}],
    ['PostCompact', 'tell, which would reach the model', (ctx) => ctx.tell?.('x'), {}],
    ['SessionEnd', 'tell', (ctx) => ctx.tell?.('x'), { systemMessage: 'p0: x' }],
    [
      'PreCompact',
      'extend',
      (ctx) => ctx.extend?.({ decision: 'block', reason: 'r' }),
      { decision: 'block', reason: 'r' },
    ],
    [
      'SessionStart',
      'extend',
      (ctx) => ctx.extend?.({ sessionTitle: 't', suppressOutput: true }),
      { suppressOutput: true, ...specific('SessionStart', { sessionTitle: 't' }) },
    ],
    [
      'WorktreeCreate',
      'extend',
      (ctx) => ctx.extend?.({ worktreePath: '/w' }),
      specific('WorktreeCreate', { worktreePath: '/w' }),
    ],
  ])('%s, %s', async (event, _verb, handler, answer) => {
    expect(await answerTo(event, handler)).toEqual(answer);
  });

  it.each(['deny', 'defer'])('no rewritten input beside a %s', async (word) => {
    const answer = await answerTo('PreToolUse', (ctx) => {
      ctx.rewrite?.(input);
      ctx[word]?.('why');
    });
    expect(answer).toEqual(decided('PreToolUse', word, 'p0: why'));
  });

  it('the same text of two plugins, and to the model and the person, is told each time', async () => {
    const speak: Handler = (ctx) => {
      ctx.note?.('x');
      ctx.tell?.('x');
    };
    expect(await answerTo('PreToolUse', speak, speak)).toEqual({
      systemMessage: 'p0: x\np1: x',
      ...specific('PreToolUse', { additionalContext: 'x\nx' }),
    });
  });

  it('a reason that two votes of a plugin share is told once', async () => {
    const answer = await answerTo('PreToolUse', (ctx) => {
      ctx.ask?.('why');
      ctx.ask?.('why');
    });
    expect(answer).toEqual(decided('PreToolUse', 'ask', 'p0: why'));
  });

  it('the content of whoever gives some is that of the form', async () => {
    const answer = await answerTo(
      'Elicitation',
      (ctx) => ctx.accept?.(),
      (ctx) => ctx.accept?.({ a: 1 }),
      (ctx) => ctx.accept?.({ a: 2 }),
    );
    expect(answer).toEqual(specific('Elicitation', { action: 'accept', content: { a: 1 } }));
  });

  it('a refusal and a halt without words hold, and say so', async () => {
    expect((await outcomeOf('PreToolUse', (ctx) => ctx.deny?.())).votes[0]?.reason).toBe(
      'no reason was given',
    );
    const { halt, votes } = await outcomeOf('PreToolUse', (ctx) => ctx.halt?.());
    expect(halt).toEqual({ plugin: 'p0', text: 'no reason was given' });
    expect(votes).toEqual([{ plugin: 'p0', decision: 'deny', reason: 'no reason was given' }]);
  });

  it('the first halt is the one that is told', async () => {
    const answer = await answerTo(
      'Stop',
      (ctx) => ctx.halt?.('first'),
      (ctx) => ctx.halt?.('second'),
    );
    expect(answer).toEqual({ continue: false, stopReason: 'p0: first' });
  });

  it('the permissions of all who allow are joined, and an interrupt of any who denies holds', async () => {
    const rule =
      (type: string): Handler =>
      (ctx) =>
        ctx.allow?.({ permissions: [{ type }] });
    expect(await answerTo('PermissionRequest', rule('a'), (ctx) => ctx.allow?.(), rule('b'))).toEqual(
      requested({ behavior: 'allow', updatedPermissions: [{ type: 'a' }, { type: 'b' }] }),
    );
    const denies: Handler = async (ctx, next) => {
      await next();
      ctx.deny?.('too');
    };
    expect(
      await answerTo('PermissionRequest', denies, (ctx) => ctx.deny?.('no', { interrupt: true })),
    ).toEqual(requested({ behavior: 'deny', message: 'p1: no\np0: too', interrupt: true }));
  });
});

describe('what a plugin reads', () => {
  it('the tool, its input and output, the prompt, the agent and the event', async () => {
    const seen: unknown[] = [];
    await outcomeOf(
      'PostToolUse',
      (ctx) => void seen.push(ctx.event, ctx.tool, ctx.input, ctx.output, ctx.agent),
    );
    await outcomeOf('UserPromptSubmit', (ctx) => void seen.push(ctx.prompt));
    await run(
      on('Stop', (ctx) => void seen.push(ctx.agent)),
      payloadOf('Stop', { agent_id: 'a1', agent_type: 'Explore' }),
    );
    expect(seen).toEqual([
      'PostToolUse',
      'Bash',
      CALL.tool_input,
      RESULT.tool_response,
      undefined,
      'hello',
      { id: 'a1', type: 'Explore' },
    ]);
  });

  it('the input as it ran and the output as rewritten, after an output was rewritten', async () => {
    const seen: unknown[] = [];
    const output = { ...RESULT.tool_response, stdout: '[hidden]' };
    await outcomeOf(
      'PostToolUse',
      (ctx) => ctx.rewrite?.(output),
      (ctx) => void seen.push(ctx.input, ctx.output),
    );
    expect(seen).toEqual([CALL.tool_input, output]);
  });

  it('no state where it has none, and one signal, without a host’s too', async () => {
    const seen: unknown[] = [];
    await outcomeOf('Stop', (ctx) => void seen.push(ctx.state, new Set([ctx.signal, ctx.signal]).size));
    expect(seen).toEqual([undefined, 1]);
  });

  it('the verdict so far, with no more of a vote than its plugin, decision and reason', async () => {
    const seen: unknown[] = [];
    await outcomeOf(
      'PermissionRequest',
      async (ctx, next) => {
        seen.push(ctx.verdict);
        await next();
        seen.push(ctx.verdict);
      },
      (ctx) => ctx.deny?.('no', { interrupt: true }),
    );
    expect(seen).toEqual([
      { decision: 'none', votes: [] },
      { decision: 'deny', votes: [{ plugin: 'p1', decision: 'deny', reason: 'no' }] },
    ]);
  });
});

describe('an outcome', () => {
  it('names the session, the tool and the call, and what each plugin did', async () => {
    const outcome = await outcomeOf(
      'PreToolUse',
      (ctx) => ctx.rewrite?.(input),
      (ctx) => ctx.allow?.('fine'),
    );
    expect(outcome).toMatchObject({
      event: 'PreToolUse',
      session: 'session-1',
      tool: 'Write',
      toolUseId: 'toolu_1',
      votes: [{ plugin: 'p1', decision: 'allow', reason: 'fine' }],
      rewrites: [{ plugin: 'p0', before: CALL.tool_input, after: input }],
      input,
      output: undefined,
      plugins: [
        { plugin: 'p0', role: 'observer', judgedAgain: false },
        { plugin: 'p1', role: 'observer', judgedAgain: false },
      ],
    });
    expect(Object.keys(outcome.votes[0] ?? {})).toEqual(['plugin', 'decision', 'reason']);
  });

  it('has no input nor output that nobody rewrote, and no tool where the event has none', async () => {
    expect(await outcomeOf('PreToolUse', () => undefined)).toMatchObject({ input: undefined });
    expect(await outcomeOf('PostToolUse', () => undefined)).toMatchObject({
      input: undefined,
      output: undefined,
    });
    const odd = await run(
      on('Stop', () => undefined),
      payloadOf('Stop', { tool_name: 5 }),
    );
    expect(odd).toMatchObject({ tool: undefined, failures: [] });
  });
});
