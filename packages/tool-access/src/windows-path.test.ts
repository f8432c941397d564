import { describe, expect, it } from 'vitest';
import { resolvePath } from './path-text.js';

const windows = (text: string, cwd = 'C:\\repo') =>
  resolvePath(text, { cwd, home: 'C:\\Users\\u', platform: 'win32' });

describe('resolvePath on Windows', () => {
  it.each([
    ['C:\\repo\\.env', 'C:\\repo\\.env'],
    ['c:/repo/./src/../.env', 'C:\\repo\\.env'],
    ['src/a.ts', 'C:\\repo\\src\\a.ts'],
    ['..\\x', 'C:\\x'],
    ['\\etc\\hosts', 'C:\\etc\\hosts'],
    ['/etc/hosts', 'C:\\etc\\hosts'],
    ['D:\\', 'D:\\'],
    ['.env\\', 'C:\\repo\\.env'],
    ['~', 'C:\\Users\\u'],
    ['~\\x', 'C:\\Users\\u\\x'],
    ['~/x', 'C:\\Users\\u\\x'],
  ])('makes %j absolute and normal', (text, path) => {
    expect(windows(text)).toBe(path);
  });

  it.each([
    ['\\\\server\\share\\x\\..\\y', '\\\\server\\share\\y'],
    ['//server/share/x', '\\\\server\\share\\x'],
    ['\\\\server\\share\\..\\..\\x', '\\\\server\\share\\x'],
  ])('keeps the share in %j', (text, path) => {
    expect(windows(text)).toBe(path);
  });

  it('resolves a rooted path against the share of the working directory', () => {
    expect(windows('\\x', '\\\\server\\share\\a')).toBe('\\\\server\\share\\x');
  });

  it.each([
    ['C:foo', 'C:\\repo\\foo'],
    ['c:..\\foo', 'C:\\foo'],
    ['D:foo', 'D:\\foo'],
    ['D:', 'D:\\'],
  ])('resolves the drive-relative %j', (text, path) => {
    expect(windows(text)).toBe(path);
  });

  it.each([
    ['\\\\?\\C:\\repo\\.env', 'C:\\repo\\.env'],
    ['\\\\.\\C:\\repo\\.env', 'C:\\repo\\.env'],
    ['//?/C:/repo/.env', 'C:\\repo\\.env'],
    ['\\??\\C:\\repo\\.env', 'C:\\repo\\.env'],
    ['\\\\?\\UNC\\server\\share\\x', '\\\\server\\share\\x'],
    ['\\\\?\\C:', 'C:\\'],
    ['\\\\.\\pipe\\x', '\\\\.\\pipe\\x'],
  ])('sees through the device prefix of %j', (text, path) => {
    expect(windows(text)).toBe(path);
  });

  it.each([
    ['.env.', 'C:\\repo\\.env'],
    ['.env. . \\', 'C:\\repo\\.env'],
    ['.env::$DATA', 'C:\\repo\\.env'],
    ['.env:stream', 'C:\\repo\\.env'],
    ['a.\\.env', 'C:\\repo\\a\\.env'],
  ])('names the file that Windows opens for %j', (text, path) => {
    expect(windows(text)).toBe(path);
  });

  it('takes the drive C: when the working directory is no Windows path', () => {
    expect(windows('x', '/repo')).toBe('C:\\x');
  });
});
