import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
import { runRealAgent, text, toolUse } from '@hookloom/testing';
import { expect, it, onTestFinished } from 'vitest';

it('a Write, the Read of the same path and the Edits that the notes lead to act on the copy', async () => {
  const mount = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-mount-')));
  onTestFinished(() => rmSync(mount, { recursive: true, force: true }));
  await using run = await runRealAgent({
    files: { 'kept.txt': 'original', 'other.txt': 'one' },
    stack: ({ cwd }) => sandboxRedirect({ mount, root: cwd }),
    options: { allowedTools: [] },
    script: ({ path }) => [
      [toolUse('Write', { file_path: path('new/a.txt'), content: 'first' }, 'write')],
      [toolUse('Read', { file_path: path('new/a.txt') }, 'read')],
      [
        toolUse(
          'Edit',
          { file_path: path('new/a.txt'), old_string: 'first', new_string: 'second' },
          'edit-original',
        ),
      ],
      [
        toolUse(
          'Edit',
          { file_path: `${mount}/new/a.txt`, old_string: 'first', new_string: 'second' },
          'edit-copy',
        ),
      ],
      [toolUse('Read', { file_path: path('other.txt') }, 'read-other')],
      [toolUse('Edit', { file_path: path('other.txt'), old_string: 'one', new_string: 'two' }, 'edit-other')],
      [toolUse('Read', { file_path: `${mount}/other.txt` }, 'read-other-copy')],
      [
        toolUse(
          'Edit',
          { file_path: `${mount}/other.txt`, old_string: 'one', new_string: 'two' },
          'edit-other-copy',
        ),
      ],
      [toolUse('Write', { file_path: path('kept.txt'), content: 'overwritten' }, 'overwrite')],
      [toolUse('Read', { file_path: path('kept.txt') }, 'read-overwritten')],
      [text('done')],
    ],
  });
  const told = (id: string) => run.toolResults.get(id);

  expect(told('write')?.isError).toBe(false);
  expect(run.exists('new')).toBe(false);
  expect(told('read')?.text).toContain('first');
  expect(told('edit-original')?.isError).toBe(true);
  expect(run.toldModel(`read ${mount}/new/a.txt, then edit that path`)).toBe(true);
  expect(told('edit-copy')?.isError).toBe(false);
  expect(readFileSync(`${mount}/new/a.txt`, 'utf8')).toBe('second');

  expect(told('edit-other')?.isError).toBe(true);
  expect(run.toldModel(`read ${mount}/other.txt, then edit that path`)).toBe(true);
  expect(told('edit-other-copy')?.isError).toBe(false);
  expect(readFileSync(`${mount}/other.txt`, 'utf8')).toBe('two');

  expect(told('read-overwritten')?.text).toContain('overwritten');
  expect(run.read('kept.txt')).toBe('original');
  expect(run.read('other.txt')).toBe('one');
});
