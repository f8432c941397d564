import { describe, expect, it } from 'vitest';
import { askedResource, mentionedPaths } from './mentions.js';

describe('the files that a prompt names', () => {
  it.each([
    ['look at @a.ts', ['/repo/a.ts']],
    ['(@src/a.ts#L1-2)', ['/repo/src/a.ts#L1-2)', '/repo/src/a.ts#L1-2']],
    ['@"my file.txt" and @/etc/hosts', ['/repo/my file.txt', '/etc/hosts']],
    ['compare @a.ts, please', ['/repo/a.ts,', '/repo/a.ts']],
    ['@db:file://x/.env', ['/repo/x/.env']],
    ['me@example.com', []],
  ])('%s', (prompt, paths) => {
    expect([...new Set(mentionedPaths(prompt, '/repo'))]).toEqual(paths);
  });

  it('are looked for in bounded time', () => {
    expect(mentionedPaths('@a '.repeat(100_000), '/repo')).toHaveLength(400);
  });
});

it.each([
  ['ReadMcpResourceTool', 'file:///p/.env', '/p/.env'],
  ['ReadMcpResource', 'vault://.env?v=1', '/.env'],
  ['ReadMcpResourceTool', 'https://x.y/.env', undefined],
  ['ReadMcpResourceTool', 'plain', undefined],
  ['WebFetch', 'file:///p/.env', undefined],
])('%s of %s asks for %s', (tool, uri, path) => {
  expect(askedResource(tool, { uri })?.path).toBe(path);
});

it('a call without a URI asks for none', () => {
  expect(askedResource('ReadMcpResourceTool', null)).toBeUndefined();
  expect(askedResource('ReadMcpResourceTool', { uri: 1 })).toBeUndefined();
});
