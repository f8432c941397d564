import { describe, expect, it, vi } from 'vitest';
import { call, payloadOf, plugin } from '../test/stack.js';
import { createHooks, deadlineOf, eventsOf, toolNamesOf } from './hooks.js';
import { definePlugin, onEveryEvent } from './plugin.js';
import { createRunner } from './runner.js';
import { onTool } from './tools.js';

const signal = new AbortController().signal;

/** Calls the one callback of an event, as the SDK would. */
function fire(hooks: ReturnType<typeof createHooks>, event: keyof typeof hooks, payload: unknown) {
  const callback = hooks[event]?.[0]?.hooks[0];
  if (callback === undefined) throw new Error(`no callback for ${event}`);
  return callback(payload as Parameters<typeof callback>[0], undefined, { signal });
}

describe('createHooks', () => {
  it('gives one matcher and one callback for each event in use, and none for others', () => {
    const hooks = createHooks([plugin('a', () => undefined), plugin('b', () => undefined)]);
    expect(Object.keys(hooks)).toEqual(['PreToolUse']);
    expect(hooks.PreToolUse).toHaveLength(1);
    expect(hooks.PreToolUse?.[0]?.hooks).toHaveLength(1);
    expect(hooks.PreToolUse?.[0]?.matcher).toBeUndefined();
  });

  it('sets the host timeout two seconds above the sum of the plugins, and blocks on failure at gates only', () => {
    const hooks = createHooks([
      definePlugin({
        name: 'a',
        timeout: '3s',
        hooks: { PreToolUse: () => undefined, Stop: () => undefined },
      }),
      definePlugin({ name: 'b', timeout: '500ms', hooks: { PreToolUse: () => undefined } }),
    ]);
    expect(hooks.PreToolUse?.[0]).toMatchObject({ timeout: 5.5, onFailure: 'block' });
    expect(hooks.Stop?.[0]).toMatchObject({ timeout: 5 });
    expect(hooks.Stop?.[0]?.onFailure).toBeUndefined();
  });

  it('leaves the host boundary out for a Claude Code that does not know it', () => {
    const hooks = createHooks(
      plugin('a', () => undefined),
      { hostOnFailure: 'continue' },
    );
    expect(hooks.PreToolUse?.[0]?.onFailure).toBeUndefined();
  });

  it('takes a runner, and then refuses options that the runner would ignore', () => {
    const runner = createRunner(plugin('a', () => undefined));
    expect(createHooks(runner).PreToolUse).toHaveLength(1);
    expect(() => createHooks(runner, { onOutcome: () => undefined } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_UNKNOWN' }),
    );
  });

  it('refuses unknown options', () => {
    expect(() => createHooks([], { onOutcomes: () => undefined } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_UNKNOWN', value: 'onOutcomes' }),
    );
  });

  it('listens for the end of sessions where a plugin has state', () => {
    expect(eventsOf(plugin('a', () => undefined, { state: () => 0 }))).toEqual(['PreToolUse', 'SessionEnd']);
  });

  it.each([
    ['no object', 'text'],
    ['null', null],
    ['no tool_input', payloadOf('PreToolUse', { tool_name: 'Write' })],
    ['an input of the wrong type', { ...call(), tool_input: 'text' }],
    ['a list as input', { ...call(), tool_input: [] }],
    ['a tool name of the wrong type', { ...call(), tool_name: 7 }],
    ['another event', payloadOf('PostToolUse', { tool_name: 'Write', tool_input: {} })],
    ['an unknown event', payloadOf('PreToolUsed', { tool_name: 'Write', tool_input: {} })],
    ['a session of the wrong type', { ...call(), session_id: {} }],
    [
      'a key that would reach a prototype',
      JSON.parse(JSON.stringify(call()).replace('"content"', '"__proto__"')),
    ],
    ['a nested such key', { ...call(), tool_input: { a: [{ constructor: { prototype: {} } }] } }],
  ])('a guard blocks a payload with %s; an observer lets it pass', async (_case, payload) => {
    const guarded = createHooks(
      plugin('guard', () => undefined),
      { onOutcome: () => undefined },
    );
    expect(await fire(guarded, 'PreToolUse', payload)).toMatchObject({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
    });
    const watched = createHooks(
      plugin('watch', () => undefined, { role: 'observer' }),
      { onOutcome: () => undefined },
    );
    expect(await fire(watched, 'PreToolUse', payload)).toEqual({});
  });

  it('an onOutcome that throws is told once and changes nothing', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    try {
      const hooks = createHooks(
        plugin('denies', (ctx) => ctx.deny('no')),
        {
          onOutcome: () => {
            throw new Error('listener');
          },
        },
      );
      for (let i = 0; i < 3; i += 1) {
        expect(await fire(hooks, 'PreToolUse', call())).toMatchObject({
          hookSpecificOutput: { permissionDecision: 'deny' },
        });
      }
      expect(warnings.mock.calls.filter(([message]) => String(message).includes('onOutcome'))).toHaveLength(
        1,
      );
    } finally {
      warnings.mockRestore();
    }
  });
});

describe('what a stack needs of its host', () => {
  const stack = [
    definePlugin({ name: 'a', timeout: '1s', hooks: { PreToolUse: onTool('Write|Edit', () => undefined) } }),
    definePlugin({ name: 'b', timeout: '2s', hooks: { PreToolUse: onTool('Bash', () => undefined) } }),
  ];

  it('the deadline is the sum of the timeouts of those who listen', () => {
    expect(deadlineOf(stack, 'PreToolUse')).toBe(3000);
    expect(deadlineOf(stack, 'Stop')).toBe(0);
  });

  it('the tool names are the union, unless a handler takes any tool', () => {
    expect(toolNamesOf(stack, 'PreToolUse')).toEqual(['Write', 'Edit', 'Bash']);
    expect(toolNamesOf([...stack, plugin('c', () => undefined)], 'PreToolUse')).toBeUndefined();
  });

  it('an observer of every event does not answer for the host', () => {
    const events = eventsOf(
      definePlugin({ name: 'log', role: 'observer', hooks: onEveryEvent(() => undefined) }),
    );
    expect(events).toHaveLength(32);
    expect(events).not.toContain('WorktreeCreate');
  });
});
