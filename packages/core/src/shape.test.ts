import { describe, expect, it } from 'vitest';
import { hasShapeOf, withhold } from './shape.js';

const bash = { stdout: 'out', stderr: '', interrupted: false, isImage: false };
const read = { type: 'text', file: { filePath: '/a', content: 'x', numLines: 1 } };

describe('hasShapeOf', () => {
  it.each([
    ['changed texts', bash, { ...bash, stdout: '[hidden]' }, true],
    ['extra keys', bash, { ...bash, more: 1 }, true],
    ['a missing key', bash, { stdout: 'x' }, false],
    ['another type', bash, { ...bash, interrupted: 'no' }, false],
    ['a text in place of the object', bash, 'out', false],
    ['a list in place of the object', bash, [bash], false],
    ['null', bash, null, false],
    ['another kind of output', read, { ...read, type: 'image' }, false],
    ['a nested missing key', read, { type: 'text', file: { content: 'x' } }, false],
    ['a shorter list', { files: ['a', 'b'] }, { files: ['a'] }, true],
    ['a list of other things', { files: ['a'] }, { files: [1] }, false],
    ['what was null', { originalFile: null }, { originalFile: 'x' }, true],
  ])('%s: %#', (_case, original, rewritten, fits) => {
    expect(hasShapeOf(original, rewritten)).toBe(fits);
  });
});

describe('withhold', () => {
  it('replaces every text and keeps the shape', () => {
    for (const output of [bash, read, [{ type: 'text', text: 'key' }], 'key']) {
      const withheld = withhold(output, '[withheld]');
      expect(hasShapeOf(output, withheld)).toBe(true);
      expect(JSON.stringify(withheld)).not.toMatch(/key|"out"|\/a/);
    }
  });

  it('does not take a secret for a kind', () => {
    expect(withhold({ type: 'a secret with spaces', status: 'completed' }, '-')).toEqual({
      type: '-',
      status: 'completed',
    });
  });
});
