import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOnlyCommand } from './queries.js';

describe('a program that the project chooses', () => {
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-choice-')));
    for (const name of ['bare', 'node/deep', 'yarn', 'rust', 'go']) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    for (const name of ['node/package.json', 'yarn/.yarnrc.yml', 'rust/rust-toolchain.toml', 'go/go.mod']) {
      writeFileSync(join(folder, name), '');
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const answer = (place: string, command: string) =>
    readOnlyCommand(command, { cwd: join(folder, place), home: '/home/u' }).readOnly;

  it.each([
    ['node', 'yarn --version'],
    ['node/deep', 'yarn -v'],
    ['yarn', 'yarn list'],
    ['node', 'pnpm ls'],
    ['bare', 'cd ../node && pnpm --version'],
    ['rust', 'cargo --version'],
    ['rust', 'rustc -V'],
    ['go', 'go version'],
  ])('in %s, %s is left alone', (place, command) => {
    expect(answer(place, command)).toBe(false);
  });

  it.each([
    'yarn --version',
    'pnpm ls',
    'cargo --version',
    'go version',
    'node --version',
    'make --version',
    'python3.12 --version',
  ])('where no file says so, %s is approved', (command) => {
    expect(answer('bare', command)).toBe(true);
  });

  it.each(['pytest --version', 'flake8 --version', 'mocha --version', 'mvn --version', 'tox --version'])(
    '%s loads the project first, and is left alone',
    (command) => {
      expect(answer('bare', command)).toBe(false);
    },
  );

  it('is left alone where the disk must not be looked at', () => {
    const { readOnly } = readOnlyCommand('yarn --version', { cwd: '/repo', fileSystem: false });
    expect(readOnly).toBe(false);
  });
});
