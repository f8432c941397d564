import { describe, expect, it } from 'vitest';
import { toolResponse } from './tool-response.js';

const FILE = { file_path: '/project/a.txt' };

/** What the real tools answered, with other paths and times. */
const REAL: Array<[tool: string, input: Record<string, unknown>, content: string, response: unknown]> = [
  [
    'Bash',
    { command: 'cat a.txt' },
    'hello',
    { stdout: 'hello', stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
  ],
  [
    'Read',
    FILE,
    'one\ntwo\n',
    {
      type: 'text',
      file: {
        filePath: '/project/a.txt',
        content: 'one\ntwo\n',
        numLines: 3,
        startLine: 1,
        totalLines: 3,
      },
    },
  ],
  [
    'Read',
    FILE,
    '',
    {
      type: 'text',
      file: { filePath: '/project/a.txt', content: '', numLines: 1, startLine: 1, totalLines: 1 },
    },
  ],
  [
    'Write',
    { ...FILE, content: 'x' },
    '',
    {
      type: 'create',
      filePath: '/project/a.txt',
      content: 'x',
      structuredPatch: [],
      originalFile: null,
      userModified: false,
    },
  ],
  [
    'Edit',
    { ...FILE, old_string: 'old', new_string: 'new' },
    '',
    {
      filePath: '/project/a.txt',
      oldString: 'old',
      newString: 'new',
      originalFile: 'old\n',
      structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-old', '+new'] }],
      userModified: false,
      replaceAll: false,
    },
  ],
  [
    'Grep',
    { pattern: 'x' },
    'sub/b.txt',
    { mode: 'files_with_matches', filenames: ['sub/b.txt'], numFiles: 1, totalFiles: 1 },
  ],
  [
    'Grep',
    { pattern: 'x', output_mode: 'content' },
    'sub/b.txt:1:x',
    { mode: 'content', numFiles: 0, filenames: [], content: 'sub/b.txt:1:x', numLines: 1, totalLines: 1 },
  ],
  [
    'Grep',
    { pattern: 'x', output_mode: 'count' },
    'sub/b.txt:1',
    { mode: 'count', numFiles: 1, filenames: [], content: 'sub/b.txt:1', numMatches: 1 },
  ],
  [
    'Glob',
    { pattern: '*' },
    'a.txt\nb.txt',
    {
      filenames: ['a.txt', 'b.txt'],
      durationMs: 4,
      numFiles: 2,
      truncated: false,
      totalMatches: 2,
      countIsComplete: true,
    },
  ],
  ['mcp__memory__create', { x: 'q' }, 'made', [{ type: 'text', text: 'made' }]],
];

describe('toolResponse', () => {
  it.each(REAL)('answers as %s does to %j with %j', (tool, input, content, response) => {
    expect(toolResponse(tool, input, content)).toEqual(response);
  });

  it('gives an empty object for a tool that it does not know', () => {
    expect(toolResponse('WebFetch')).toEqual({});
  });
});
