import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSlackMessage } from './slack-message.js';
import { toSlackText } from './slack-text.js';

describe('text for Slack', () => {
  it.each([
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    ['<!channel> <!here> <@U123> <#C1>', '&lt;!channel&gt; &lt;!here&gt; &lt;@U123&gt; &lt;#C1&gt;'],
    ['<https://evil.example|your bank>', '&lt;https://evil.example|your bank&gt;'],
    ['@here @Channel @everyone @hookloom/core', '＠here ＠Channel ＠everyone @hookloom/core'],
    ['@\u200bhere', '＠here'],
    ['a\u202eb\u2066c\u200fd', 'abcd'],
    ['a\u0000b\u001b[31mc\u0007', 'ab[31mc'],
    ['a\r\nb\tc\u2028d', 'a b c d'],
    ['half \ud83d', 'half \ufffd'],
    ['&lt;', '&amp;lt;'],
    ['  ', ''],
  ])('%j becomes %j', (text, shown) => {
    expect(toSlackText(text, 3000)).toBe(shown);
  });

  it('lines stay where they may', () => {
    expect(toSlackText('a\r\nb\n\nc', 100, true)).toBe('a\nb\n\nc');
  });

  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['ab<def', 6, 'ab…'],
    ['abc😀def', 5, 'abc…'],
    ['😀😀😀', 5, '😀😀…'],
  ])('%j in %i characters is %j: never half an escape, never half a character', (text, limit, shown) => {
    expect(toSlackText(text, limit)).toBe(shown);
  });
});

const nasty = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<', '>', '&', '<!channel>', '<@U1>', '<http://x|y>', '@here', '@', 'channel'),
    fc.constantFrom('\u202e', '\u200b', '\u0000', '\n', '\ud83d', '😀', '&amp', ';'),
  ),
  { maxLength: 60 },
);
const text = nasty.map((parts) => parts.join(''));
const long = fc.tuple(text, fc.nat(400)).map(([part, times]) => part.repeat(times));

function expectSafe(shown: string, limit: number): void {
  expect(shown.length).toBeLessThanOrEqual(limit);
  expect(shown).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  expect(shown).not.toMatch(/@(here|channel|everyone)/i);
  expect(shown).not.toMatch(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/u);
}

describe('laws', () => {
  it('whatever the text, nothing in it is markup, and it fits', () => {
    fc.assert(
      fc.property(
        fc.oneof(text, long),
        fc.integer({ min: 1, max: 3000 }),
        fc.boolean(),
        (any, limit, lines) => expectSafe(toSlackText(any, limit, lines), limit),
      ),
    );
  });

  it('what fits is shown whole: a reader of Slack sees the text that was cleaned', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), (any) => {
        const shown = toSlackText(any, 3000).replaceAll('＠', '@');
        const read = shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
        expect(read).toBe(any.trim());
      }),
    );
  });

  it('whatever the notice, the message keeps Slack’s limits and is plain text throughout', () => {
    fc.assert(
      fc.property(text, fc.oneof(text, long), fc.array(text, { maxLength: 20 }), (title, body, details) => {
        const message = toSlackMessage({ title, text: body, details });
        expectSafe(message.text, 3000);
        expect(message.text).not.toBe('');
        expect(message.blocks.length).toBeLessThanOrEqual(50);
        for (const block of message.blocks) {
          const texts = 'elements' in block ? block.elements : 'text' in block ? [block.text] : [];
          expect(texts.length).toBeGreaterThan(0);
          expect(texts.length).toBeLessThanOrEqual(10);
          for (const each of texts) {
            expect(each).toMatchObject({ type: 'plain_text' });
            const { text: shown } = each as { text: string };
            expectSafe(shown, block.type === 'section' ? 3000 : 150);
            expect(shown).not.toBe('');
          }
        }
      }),
    );
  });
});
