import fc from 'fast-check';
import picomatch from 'picomatch';
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

it('a name with one star is matched as picomatch matches it', async () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '_', '\n', 'é'), maxLength: 6 });
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '_'), maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(part, part, letters, async (start, end, name) => {
      const glob = `${start}*${end}`;
      fc.pre(!/^\.*\*?$/.test(glob) && name !== '' && !/^\.+$/.test(name));
      const protection = new Protection({ deny: [glob], allow: [], roots: ['/'] });
      const expected = picomatch(glob, { dot: true, nonegate: true })(name);
      expect(await protection.covers(`/project/${name}`)).toBe(expected);
    }),
  );
});
