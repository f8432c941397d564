import { describe, expect, it } from 'vitest';
import { unknownEvent } from './events.js';
import { HostRecord } from './record.js';

const payload = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_use_id: 't',
  tool_name: 'Write',
  tool_input: { file_path: '/a' },
  agent_id: 'a',
};

describe('a record', () => {
  it('reads what the host sent, under names of ours', () => {
    const record = new HostRecord('PreToolUse', payload);
    expect(record.fault).toBeUndefined();
    expect(record).toMatchObject({ tool: 'Write', session: 's', toolUseId: 't', input: { file_path: '/a' } });
    expect(record.agent).toEqual({ id: 'a', type: undefined });
    expect(record.prompt).toBeUndefined();
    expect(record.payload).toEqual(payload);
  });

  it('gives copies that are frozen, the same each time', () => {
    const record = new HostRecord('PreToolUse', payload);
    expect(record.payload).toBe(record.payload);
    expect(record.input).toBe(record.input);
    expect(Object.isFrozen(record.input)).toBe(true);
    expect(Object.isFrozen(payload.tool_input)).toBe(false);
  });

  it('that cannot be relied on is empty, and says why', () => {
    for (const raw of [
      null,
      'text',
      { ...payload, hook_event_name: 'Stop' },
      { ...payload, tool_input: [] },
    ]) {
      const record = new HostRecord('PreToolUse', raw);
      expect(record.fault).toBeTypeOf('string');
      expect([record.tool, record.session, record.payload]).toEqual([undefined, undefined, {}]);
      expect(record.withheld('a')).toEqual(expect.anything());
    }
  });
});

it.each([
  ['whose session is over', { reason: 'clear' }, true],
  ['whose session is left by /resume', { reason: 'resume' }, false],
  ['that cannot be relied on', { reason: 'clear', session_id: 7 }, false],
  ['of another event', { hook_event_name: 'Stop' }, false],
])('a record %s: %#', (_case, fields, ends) => {
  const ended = { ...payload, hook_event_name: 'SessionEnd', ...fields };
  expect(new HostRecord('SessionEnd', ended).endsSession).toBe(ends);
});

it('a name that no event has is told with the one that was meant', () => {
  expect(unknownEvent('preToolUse')).toBe('there is no event "preToolUse"; did you mean \'PreToolUse\'?');
  expect(unknownEvent('Nothing')).toBe('there is no event "Nothing"');
  expect(unknownEvent(undefined)).toBe('there is no event undefined');
});
