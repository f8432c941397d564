import { EVENTS, HookloomError } from '@hookloom/host';
import { describe, expect, it } from 'vitest';
import { definePlugin, flattenStack, isPlugin, mapHandlers, onEveryEvent, type Stack } from './plugin.js';
import { onTool } from './tools.js';

const hooks = { PreToolUse: () => undefined };

/** Defines a plugin that the types would refuse, and gives the error. */
function refusalOf(definition: unknown): HookloomError {
  try {
    definePlugin(definition as Parameters<typeof definePlugin>[0]);
  } catch (error) {
    if (error instanceof HookloomError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('definePlugin', () => {
  it.each([
    ['an unknown key', { name: 'a', hooks, timeOut: '5s' }, 'OPTION_UNKNOWN', 'timeOut'],
    [
      'a misspelt event',
      { name: 'a', hooks: { preToolUse: () => undefined } },
      'EVENT_UNKNOWN',
      'preToolUse',
    ],
    ['an empty name', { name: '', hooks }, 'NAME_INVALID', ''],
    ['a name in camel case', { name: 'envGuard', hooks }, 'NAME_INVALID', 'envGuard'],
    ['a name that is no text', { name: 7, hooks }, 'NAME_INVALID', 7],
    ['a zero timeout', { name: 'a', hooks, timeout: '0s' }, 'DURATION_INVALID', '0s'],
    ['a negative timeout', { name: 'a', hooks, timeout: '-5s' }, 'DURATION_INVALID', '-5s'],
    ['parsecs', { name: 'a', hooks, timeout: '5 parsecs' }, 'DURATION_INVALID', '5 parsecs'],
    ['a bare number', { name: 'a', hooks, timeout: 5000 }, 'DURATION_INVALID', 5000],
    ['NaN', { name: 'a', hooks, timeout: Number.NaN }, 'DURATION_INVALID', Number.NaN],
    ['a timer that no machine holds', { name: 'a', hooks, timeout: '30d' }, 'DURATION_INVALID', '30d'],
    ['an unknown role', { name: 'a', hooks, role: 'judge' }, 'OPTION_INVALID', 'judge'],
    ['an unknown failure mode', { name: 'a', hooks, onFailure: 'deny' }, 'OPTION_INVALID', 'deny'],
    ['a handler that is no function', { name: 'a', hooks: { Stop: true } }, 'OPTION_INVALID', true],
    ['state that is no function', { name: 'a', hooks, state: {} }, 'OPTION_INVALID', {}],
  ])('refuses %s, and names it', (_case, definition, code, value) => {
    const error = refusalOf(definition);
    expect(error.code).toBe(code);
    expect(error.value).toEqual(value);
    if (code !== 'NAME_INVALID') expect(error.plugin).toBe('a');
  });

  it('refuses a plugin without a handler', () => {
    expect(refusalOf({ name: 'a', hooks: {} }).code).toBe('OPTION_INVALID');
    expect(refusalOf({ name: 'a' }).code).toBe('OPTION_INVALID');
    expect(refusalOf(undefined).code).toBe('OPTION_INVALID');
  });

  it('suggests the event that was meant', () => {
    expect(refusalOf({ name: 'a', hooks: { pretooluse: () => undefined } }).message).toContain(
      "'PreToolUse'",
    );
  });

  it('freezes the plugin and its hooks', () => {
    const plugin = definePlugin({ name: 'a', hooks });
    expect(Object.isFrozen(plugin) && Object.isFrozen(plugin.hooks)).toBe(true);
  });

  it('guards and rewriters block on failure, approvers and observers go on', () => {
    const modes = (['guard', 'rewriter', 'approver', 'observer'] as const).map(
      (role) => definePlugin({ name: 'a', role, hooks }).onFailure,
    );
    expect(modes).toEqual(['block', 'block', 'continue', 'continue']);
  });
});

describe('onTool', () => {
  it('refuses a handler that is none, and tools that are no text', () => {
    for (const handler of [undefined, {}, 'deny']) {
      expect(() => onTool('Bash', handler as never)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      );
    }
    for (const names of [['Bash', 'Read'], /Bash/, undefined]) {
      expect(() => onTool(names as never, () => undefined)).toThrow("must be a text, such as 'Write|Edit'");
    }
  });

  it('refuses an expression that can match nothing when the plugin is defined', () => {
    expect(() => onTool('/etc', () => undefined)).toThrow(expect.objectContaining({ code: 'MATCHER_DEAD' }));
  });
});

describe('flattenStack', () => {
  const a = definePlugin({ name: 'a', hooks });
  const b = definePlugin({ name: 'b', hooks });

  it('takes presets apart and drops falsy entries', () => {
    expect(flattenStack([a, false, null, undefined, '', 0, [[b]]])).toEqual([a, b]);
  });

  it('accepts the plugin of another copy of core, and nothing else', () => {
    const foreign = { ...a, name: 'foreign', [Symbol.for('hookloom.plugin')]: true };
    expect(flattenStack([foreign])).toHaveLength(1);
    expect(isPlugin({ name: 'a', hooks })).toBe(false);
    expect(() => flattenStack([{ name: 'a', hooks }] as unknown as Stack)).toThrow(
      expect.objectContaining({ code: 'PLUGIN_INVALID' }),
    );
  });

  it('says that a call is missing when it gets the factory', () => {
    const factory = () => a;
    expect(() => flattenStack([factory] as unknown as Stack)).toThrow(/is a call missing/);
  });

  it('refuses one name twice', () => {
    expect(() => flattenStack([a, a])).toThrow(
      expect.objectContaining({ code: 'PLUGIN_DUPLICATE', plugin: 'a' }),
    );
  });
});

it('every event, for an observer, leaves out those where a hook answers in place of the host', () => {
  const watched = Object.keys(onEveryEvent(() => undefined));
  expect(EVENTS).toHaveLength(34);
  expect(EVENTS.filter((event) => !watched.includes(event))).toEqual(['WorktreeCreate', 'MessageDisplay']);
});

it('handlers of a plugin with more of its own, such as a notifier, can be wrapped', () => {
  const plugin = Object.freeze({ ...definePlugin({ name: 'posts', hooks }), counts: { sent: 0 } });
  expect(mapHandlers(plugin, (handler) => handler)).toMatchObject({ name: 'posts', role: 'guard' });
});
