import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlaceFinder } from './place-finder.js';

let root = '';
const at = (path: string) => join(root, path);

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-place-')));
  mkdirSync(at('real/inner'), { recursive: true });
  writeFileSync(at('real/a'), '');
  symlinkSync('real', at('link'));
  symlinkSync('real/missing', at('dangling'));
  symlinkSync('loop', at('loop'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each([
  ['real/a', 'real/a'],
  ['link/a', 'real/a'],
  ['link/inner/new/b', 'real/inner/new/b'],
  ['new/folder/b', 'new/folder/b'],
  ['dangling', 'real/missing'],
  ['loop', 'loop'],
])('%s leads to %s', async (path, expected) => {
  const find = createPlaceFinder();
  expect(await find(at(path))).toBe(at(expected));
  expect(await find(at(path))).toBe(at(expected));
});
