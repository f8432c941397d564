import { describe, expect, it } from 'vitest';
import { fileUriPlace } from './file-uri.js';

describe('fileUriPlace', () => {
  it.each([
    ['file:///repo/.env', '/repo/.env'],
    ['FILE:///repo/.env', '/repo/.env'],
    ['file:/repo/.env', '/repo/.env'],
    ['file://localhost/repo/.env', '/repo/.env'],
    ['file:///repo/%2Eenv', '/repo/.env'],
    ['file:///repo/a/%2e%2e/.env', '/repo/.env'],
    ['file:///repo%2F.env', '/repo/.env'],
    ['file:///repo/.env?x#y', '/repo/.env'],
    ['file:///repo/a%20b', '/repo/a b'],
    [' file:///repo/.env ', '/repo/.env'],
    ['file:///repo\\.env', '/repo/.env'],
    ['fi\tle:///re\r\npo/.env', '/repo/.env'],
    ['\u0001file:///repo/.env', '/repo/.env'],
    ['view-source:file:///repo/.env', '/repo/.env'],
    ['View-Source: view-source:file:///repo/.env', '/repo/.env'],
  ])('finds the path in %j', (uri, path) => {
    expect(fileUriPlace(uri, 'posix')).toEqual({ path });
  });

  it.each([
    'https://example.com/.env',
    '/repo/.env',
    'memo://x',
    'profile:///x',
    'view-source:https://x/file:///y',
    '',
  ])('leaves %j alone', (uri) => {
    expect(fileUriPlace(uri, 'posix')).toEqual({});
  });

  it.each(['file://server/x', 'file://.env', 'file:///repo/%zz', 'file:///%ff', 'file:x', 'file://a b/x'])(
    'cannot tell the path of %j',
    (uri) => {
      expect(fileUriPlace(uri, 'posix').problem).toBeTypeOf('string');
    },
  );

  it('keeps an encoded NUL byte, for the caller to refuse', () => {
    expect(fileUriPlace('file:///a%00b', 'posix')).toEqual({ path: '/a\0b' });
  });

  it.each([
    ['file:///C:/repo/.env', 'C:/repo/.env'],
    ['file:///c%3A/repo/.env', 'c:/repo/.env'],
    ['file://server/share/x', '\\\\server/share/x'],
  ])('reads %j on Windows', (uri, path) => {
    expect(fileUriPlace(uri, 'win32')).toEqual({ path });
  });
});
