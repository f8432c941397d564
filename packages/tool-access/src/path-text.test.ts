import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { resolvePath } from './path-text.js';

const posix = (text: string, cwd = '/repo') => resolvePath(text, { cwd, home: '/home/u', platform: 'posix' });

describe('resolvePath', () => {
  it.each([
    ['/repo/.env', '/repo/.env'],
    ['src/a.ts', '/repo/src/a.ts'],
    ['./src/../.env', '/repo/.env'],
    ['../repo/.env', '/repo/.env'],
    ['/repo/src/../..', '/'],
    ['/../../etc/hosts', '/etc/hosts'],
    ['//etc//hosts', '/etc/hosts'],
    ['.env/', '/repo/.env'],
    ['/repo/', '/repo'],
    ['.', '/repo'],
    ['', '/repo'],
    ['/', '/'],
  ])('makes %j absolute and normal', (text, path) => {
    expect(posix(text)).toBe(path);
  });

  it.each([
    [' .env', '/repo/.env'],
    ['.env\n', '/repo/.env'],
    ['\t/etc/hosts ', '/etc/hosts'],
    ['/repo/my file', '/repo/my file'],
  ])('drops outer white space of %j only', (text, path) => {
    expect(posix(text)).toBe(path);
  });

  it.each([
    ['~', '/home/u'],
    ['~/x', '/home/u/x'],
    [' ~/../v', '/home/v'],
    ['~user/x', '/repo/~user/x'],
    ['a/~/x', '/repo/a/~/x'],
    ['~\\x', '/repo/~\\x'],
  ])('expands the home in %j only where it stands alone', (text, path) => {
    expect(posix(text)).toBe(path);
  });

  it.each(['$HOME/x', '"a"', '%2e%2e/x', 'a*', '..a', 'a..', '\\\\server\\share', 'C:\\x'])(
    'takes %j literally on POSIX',
    (text) => {
      expect(posix(text)).toBe(`/repo/${text}`);
    },
  );

  it('takes a file URI literally, as the file tools do', () => {
    expect(posix('file:///repo/.env')).toBe('/repo/file:/repo/.env');
  });

  it('normalises the working directory too', () => {
    expect(posix('x', '/repo//src/../')).toBe('/repo/x');
  });

  it('uses the home of the user when none is given', () => {
    expect(resolvePath('~/x', { cwd: '/', platform: 'posix' })).toBe(`${homedir()}/x`);
  });

  it('never asks for the working directory of the process', () => {
    expect(posix('x', 'no/root')).toBe('/no/root/x');
  });
});
