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
  it('of Bash keeps the three fields that the host needs, and no word of its git fields', () => {
    const output = { ...bash, gitOperation: { commit: { sha: 'abc', kind: 'committed', branch: 'key' } } };
    expect(withhold('Bash', output, '[withheld]')).toEqual({
      stdout: '[withheld]',
      stderr: '',
      interrupted: false,
    });
  });

  it('of an MCP tool is one text block, whatever it was', () => {
    for (const output of [[{ type: 'image', source: { data: 'key' } }], 'key', { key: 'key' }]) {
      expect(withhold('mcp__a__b', output, '[withheld]')).toEqual([{ type: 'text', text: '[withheld]' }]);
    }
  });

  it('of a picture is a text, since a broken picture would fail the whole request', () => {
    const picture = { type: 'image', file: { base64: 'key', type: 'image/png', originalSize: 3 } };
    expect(withhold('Read', picture, '-')).toMatchObject({ type: 'text', file: { content: '-' } });
  });

  it('of any other tool replaces every text and keeps the shape and the words of the types', () => {
    const notebook = {
      new_source: 'key',
      cell_type: 'code',
      edit_mode: 'replace',
      error: '',
      original_file: 'key',
    };
    for (const output of [
      read,
      notebook,
      { mode: 'content', filenames: ['key'], content: 'key', numLines: 1 },
    ]) {
      const withheld = withhold('NotebookEdit', output, '[withheld]');
      expect(hasShapeOf(output, withheld)).toBe(true);
      expect(JSON.stringify(withheld)).not.toMatch(/"key"|\/a/);
    }
  });

  it('does not take a secret for a word of the types', () => {
    expect(
      withhold('Write', { type: 'a secret with spaces', kind: 'hunter2', status: 'completed' }, '-'),
    ).toEqual({
      type: '-',
      kind: '-',
      status: 'completed',
    });
  });
});
