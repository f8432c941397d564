import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gitUndoes } from './git-undo.js';

const STATES = { untracked: '??', ignored: '!!', changed: ' M' };
let root = '';

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-git-')));
  mkdirSync(join(root, 'repo/.git'), { recursive: true });
  mkdirSync(join(root, 'repo/src'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const undone = (command: string, cwd = join(root, 'repo/src')) =>
  gitUndoes(command, cwd).flatMap(({ undoes }) =>
    Object.entries(STATES).flatMap(([name, state]) => (undoes(state) ? [name] : [])),
  );

it.each([
  ['git clean -f', ['untracked']],
  ['git clean -fdx', ['untracked', 'ignored']],
  ['git clean -fX', ['ignored']],
  ['git clean -nd', []],
  ['git stash', ['changed']],
  ['git stash push -u', ['untracked', 'changed']],
  ['git stash save --all', ['untracked', 'ignored', 'changed']],
  ['git stash pop', []],
  ['git -c a=b checkout -f', ['changed']],
  ['git checkout .', ['changed']],
  ['git checkout -- a.ts', ['changed']],
  ['git checkout main', []],
  ['git restore src', ['changed']],
  ['git restore -S src', []],
  ['git restore -SW src', ['changed']],
  ['git reset --hard HEAD~1', ['changed']],
  ['git reset HEAD', []],
  ['npm test && bash -c "git stash"', ['changed']],
  ['echo git stash', []],
])('%s undoes what is %j', (command, states) => {
  expect(undone(command)).toEqual(states);
});

it('the repository is the one that the command is run in', () => {
  const repository = join(root, 'repo');
  expect(gitUndoes('git -C src stash', repository)).toMatchObject([{ command: 'git stash', repository }]);
  expect(gitUndoes('git -C repo stash', root)).toMatchObject([{ repository }]);
  expect(gitUndoes('git stash', root)).toEqual([]);
});
