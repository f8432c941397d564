import { describe, expect, it } from 'vitest';
import { globBase } from './glob-base.js';

describe('globBase', () => {
  it.each([
    ['/etc/*.conf', '/etc/'],
    ['/etc/hosts', '/etc/hosts'],
    ['/*', '/'],
    ['/et[c]/hosts', '/'],
    ['/{etc,usr}/x', '/'],
    ['/a/\\*/b', '/a/'],
    ['/a/@(b|c)/d', '/a/'],
    ['src/**/*.ts', 'src/'],
    ['../../etc/*', '../../etc/'],
    ['~/*', '~/'],
    ['**/.env*', ''],
    ['a*/b', ''],
    ['*', ''],
    ['', ''],
  ])('cuts %j before its first wildcard', (pattern, base) => {
    expect(globBase(pattern)).toBe(base);
  });
});
