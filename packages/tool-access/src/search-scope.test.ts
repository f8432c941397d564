import { expect, it } from 'vitest';
import { scopeReaches } from './search-scope.js';

it.each([
  [{}, '.env', true],
  [{ hidden: false }, '.env', false],
  [{ hidden: false }, 'a/.b/c', false],
  [{ hidden: false, include: ['*'] }, '.env', true],
  [{ hidden: false, include: ['*.ts'] }, '.env', false],
  [{ include: ['.env*'] }, 'a/.env.local', true],
  [{ exclude: ['.env*'] }, 'a/.env', false],
  [{ exclude: ['.env*'], keep: ['.env'] }, '.env', true],
  [{ exclude: ['packages'] }, 'packages/api/.env', false],
  [{ exclude: ['packages/'] }, 'packages', true],
  [{ exclude: ['*/node_modules/*'] }, 'a/node_modules/x', false],
  [{ exclude: ['**/*.key'] }, 'a/b.key', false],
  [{ include: ['*.{ts,js}'] }, 'a.js', true],
  [{ depth: 1 }, 'a/.env', false],
  [{ type: 'd' }, '.env', false],
  [{ changed: true }, '.env', false],
  [{ like: ['\\.ts$'] }, '.env', false],
  [{ like: ['^\\./'] }, '.env', true],
  [{ unlike: ['(?i)ENV'] }, '.env', false],
])('%j reaches %s: %s', (scope, path, expected) => {
  expect(scopeReaches(scope, path)).toBe(expected);
});
