import { describe, expect, it } from 'vitest';
import { foldPath } from './fold.js';
import { Protection } from './protection.js';

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

describe('protection by the rules of Windows', () => {
  const windows = { root: 'C:\\app', platform: 'win32' } as const;
  const env = new Protection({ deny: ['.env', '.env.*'], allow: ['.env.example'], ...windows });
  const system = new Protection({
    deny: ['C:/Windows', 'config\\keys', '\\\\server\\share\\vault'],
    allow: [],
    ...windows,
  });

  it.each([
    [env, 'C:\\app\\.env', true],
    [env, 'C:\\app\\.ENV.Local', true],
    [env, 'C:/app/.env. ', true],
    [env, 'C:\\app\\.env:stream', true],
    [env, 'C:\\app\\.env.example', false],
    [env, 'C:\\app\\prod.env', false],
    [system, 'c:\\windows\\System32\\drivers\\etc\\hosts', true],
    [system, 'C:\\WindowsApps\\x', false],
    [system, '\\\\?\\C:\\Windows\\x', true],
    [system, 'C:\\app\\config\\keys\\a', true],
    [system, '\\\\SERVER\\share\\vault\\a', true],
    [system, '\\\\server\\share\\other', false],
  ])('%# %s: %s', async (protection, path, covered) => {
    expect(await protection.covers(path)).toBe(covered);
  });
});
