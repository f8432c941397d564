import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchScope } from './access.js';
import { findReached } from './reach.js';

let root = '';
const at = (path: string) => join(root, path);

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-reach-')));
  for (const path of ['p/a/key', 'p/node_modules/x/key', 'p/b.txt', 'far/inner/key', 'far/plain']) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), '');
  }
  symlinkSync('../far', at('p/out'));
  symlinkSync('../far/plain', at('p/file'));
  symlinkSync('.', at('p/round'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What is found in a folder of the files that are named `key`, or as given. */
async function found(
  folder: string,
  scope: SearchScope,
  options: { name?: string; inPackages?: boolean } = {},
) {
  const sought = {
    isSought: async (path: string) => basename(path) === (options.name ?? 'key'),
    mayHold: async () => options.inPackages ?? false,
    anywhere: true,
  };
  const asking = { payload: { cwd: root }, signal: new AbortController().signal };
  const reach = await findReached(at(folder), scope, sought, asking);
  return typeof reach === 'string' ? reach : reach.found.slice(root.length + 1);
}

it('what lies below is found, as far as the scope reaches', async () => {
  expect(await found('p', {})).toBe('p/a/key');
  expect(await found('p', { depth: 1 })).toBe('nothing');
  expect(await found('p', { exclude: ['a/'] })).toBe('nothing');
  expect(await found('p', { tests: { start: '.', kinds: 'fdl', some: [[{ of: 'name', glob: 'a' }]] } })).toBe(
    'nothing',
  );
});

it('packages are looked through only where something may lie in them', async () => {
  expect(await found('p', { exclude: ['a/'] }, { inPackages: true })).toBe('p/node_modules/x/key');
});

it('links are followed as the scope says, and none of them for ever', async () => {
  const files = { follows: 'files', exclude: ['a/'] } as const;
  expect(await found('p', files)).toBe('nothing');
  expect(await found('p', files, { name: 'plain' })).toBe('p/file');
  expect(await found('p', { follows: 'all', exclude: ['a/'] })).toBe('p/out/inner/key');
});

it('a folder that is not there holds nothing', async () => {
  expect(await found('none', {})).toBe('nothing');
});

it('a look that is broken off counts as too much', async () => {
  const sought = { isSought: async () => false, mayHold: async () => false, anywhere: true };
  const asking = { payload: { cwd: root }, signal: AbortSignal.abort() };
  expect(await findReached(root, {}, sought, asking)).toBe('too-much');
});
