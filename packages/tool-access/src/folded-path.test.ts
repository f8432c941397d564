import { describe, expect, it } from 'vitest';
import { foldPath } from './folded-path.js';

describe('foldPath', () => {
  it.each([
    ['/P/.ENV', '/p/.env'],
    ['/p/.e\u200cnv', '/p/.env'],
    ['/p/caf\u0065\u0301', '/p/caf\u00e9'],
    ['/p/a\\b', '/p/a\\b'],
    ['/p/.env:x', '/p/.env:x'],
  ])('on POSIX %j is %j', (path, folded) => {
    expect(foldPath(path, 'posix')).toBe(folded);
  });

  it.each([
    ['C:\\P\\.ENV', 'c:/p/.env'],
    ['c:/p/.env', 'c:/p/.env'],
    ['C:\\p\\.env.', 'c:/p/.env'],
    ['C:\\p\\.env ', 'c:/p/.env'],
    ['C:\\p\\.env::$DATA', 'c:/p/.env'],
    ['\\\\?\\C:\\p\\.env', 'c:/p/.env'],
    ['\\\\?\\UNC\\server\\share\\.env', '//server/share/.env'],
    ['\\\\server\\share\\.env', '//server/share/.env'],
  ])('on Windows %j is %j', (path, folded) => {
    expect(foldPath(path, 'win32')).toBe(folded);
  });
});
