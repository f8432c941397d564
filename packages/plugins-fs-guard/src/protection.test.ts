import { describe, expect, it } from 'vitest';
import { Protection } from './protection.js';

describe('protection by the rules of Windows', () => {
  const windows = { roots: ['C:\\app'], platform: 'win32' } as const;
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
