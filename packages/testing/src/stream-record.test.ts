import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, it } from 'vitest';
import { noticesIn, saidToPersonIn, toolResultsOf } from './stream-record.js';

const line = (level: string, content: string, more = {}) =>
  ({ type: 'system', subtype: 'informational', level, content, ...more }) as unknown as SDKMessage;

const STREAM = [
  { type: 'system', subtype: 'init' } as SDKMessage,
  line('notice', 'PreToolUse:Write says: a word: with a colon'),
  line('warning', 'A callback failed.', { tag: 'hook_callback_failed' }),
  {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
  } as unknown as SDKMessage,
  { type: 'user', message: { role: 'user', content: 'a prompt' } } as unknown as SDKMessage,
];

describe('the record of a stream', () => {
  it('lists the notices, and the tag where there is one', () => {
    expect(noticesIn(STREAM)).toEqual([
      { level: 'notice', text: 'PreToolUse:Write says: a word: with a colon' },
      { level: 'warning', text: 'A callback failed.', tag: 'hook_callback_failed' },
    ]);
  });

  it('gives what hooks told the person without the words of the host', () => {
    expect(saidToPersonIn(STREAM)).toEqual(['a word: with a colon']);
  });

  it('lists the tool results', () => {
    expect(toolResultsOf(STREAM)).toEqual([{ toolUseId: 'toolu_1', text: 'ok', isError: false }]);
  });
});
