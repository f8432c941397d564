import { describe, expect, it } from 'vitest';
import { type Answer, faultInAnswer } from './answer.js';
import type { HookEvent } from './events.js';
import { toHostOutput } from './output.js';
import { toRefusal } from './refusal.js';

const nothing: Omit<Answer, 'event'> = {
  verdict: { decision: 'none', votes: [] },
  input: undefined,
  output: undefined,
  notes: [],
  messages: [],
  halt: undefined,
  extension: {},
};

function answer(event: HookEvent, said: Partial<Answer> = {}): Answer {
  return { event, ...nothing, ...said };
}

describe('an answer', () => {
  it('without an opinion is empty', () => {
    expect(toHostOutput(answer('PreToolUse'))).toEqual({});
    expect(toHostOutput(answer('WorktreeRemove'))).toEqual({});
  });

  it('names each plugin whose reason counts, and says the same reason once', () => {
    const vote = { plugin: 'a', decision: 'deny', reason: 'no' } as const;
    const votes = [vote, vote, { ...vote, plugin: 'b' }];
    expect(
      toHostOutput(answer('PreToolUse', { verdict: { decision: 'deny', votes }, input: { path: 'x' } })),
    ).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'a: no\nb: no',
      },
    });
  });

  it('has what holds on every event beside what the event alone takes', () => {
    const extension = { suppressOutput: true, watchPaths: ['/a'] };
    expect(toHostOutput(answer('CwdChanged', { extension }))).toEqual({
      suppressOutput: true,
      hookSpecificOutput: { hookEventName: 'CwdChanged', watchPaths: ['/a'] },
    });
  });

  it('that the host would pass over is a fault', () => {
    const rewritten = { ...answer('PermissionRequest'), rewrites: [{}] };
    expect(faultInAnswer(rewritten)?.code).toBe('REWRITE_UNHEARD');
    expect(faultInAnswer({ ...rewritten, verdict: { decision: 'allow', votes: [] } })).toBeUndefined();
    expect(faultInAnswer({ ...answer('WorktreeCreate'), rewrites: [] })?.code).toBe('WORKTREE_PATH_MISSING');
    expect(faultInAnswer({ ...answer('PreToolUse'), rewrites: [{}] })).toBeUndefined();
  });
});

describe('a refusal', () => {
  it('blocks a gate event, withholds an output, and leaves the rest alone', () => {
    expect(toRefusal('PreToolUse', null, 'No.')).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'hookloom: No.' },
    });
    expect(toRefusal('UserPromptSubmit', null, 'No.')).toMatchObject({ decision: 'block' });
    const read = { tool_name: 'Grep', tool_response: { mode: 'content', content: 'key' } };
    expect(toRefusal('PostToolUse', read, 'No.')).toMatchObject({
      hookSpecificOutput: { updatedToolOutput: { mode: 'content', content: '[withheld: hookloom failed]' } },
    });
    expect(toRefusal('Stop', null, 'No.')).toEqual({});
  });
});
