import { expect, it } from 'vitest';
import type { SearchScope } from './access.js';
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
  [{ excludeFiles: ['packages'] }, 'packages/api/.env', true],
  [{ excludeFiles: ['.env*'] }, 'packages/api/.env', false],
  [{ excludeFiles: ['{.env,x}'] }, '.env', true],
  [{ excludeFiles: ['.env*'], keep: ['.env'] }, '.env', true],
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

const tests = { start: 'src', kinds: 'fdl' };
const name = (glob: string, folded?: true) => ({ of: 'name', glob, ...(folded && { folded }) }) as const;
const path = (glob: string) => ({ of: 'path', glob }) as const;

it.each<[SearchScope, string, boolean]>([
  [{ tests: { ...tests, some: [[name('*.ts')]] } }, 'a/b.ts', true],
  [{ tests: { ...tests, some: [[name('*.ts')]] } }, 'a.ts/b', false],
  [{ tests: { ...tests, some: [[name('*.TS')]] } }, 'a.ts', false],
  [{ tests: { ...tests, some: [[name('*.TS', true)]] } }, 'a.ts', true],
  [{ tests: { ...tests, some: [[path('src/*.ts')]] } }, 'a/b.ts', true],
  [{ tests: { ...tests, some: [[path('*.ts')]] } }, 'a/b.ts', true],
  [{ tests: { ...tests, some: [[path('a/*')]] } }, 'a/b.ts', false],
  [{ tests: { ...tests, some: [[name('*.ts')], [path('src/a/*')]] } }, 'a/b.ts', true],
  [{ tests: { ...tests, some: [[name('*.ts')], [path('src/a/*')]] } }, 'b.ts', false],
  [{ tests: { ...tests, none: [name('a')] } }, 'a', false],
  [{ tests: { ...tests, none: [name('a')] } }, 'a/b', true],
  [{ tests: { ...tests, pruned: [name('a')] } }, 'a/b', false],
  [{ tests: { ...tests, pruned: [name('a')] } }, 'a', true],
  [{ tests: { ...tests, pruned: [name('src')] } }, 'b', false],
  [{ tests: { ...tests, kinds: 'f' } }, 'a/', false],
  [{ tests: { ...tests, kinds: 'd' } }, 'a/', true],
  [{ tests: { ...tests, kinds: 'd' } }, 'a/b', false],
  [{ tests: { ...tests, kinds: 'd', whole: true } }, 'a/b', true],
  [{ tests: { ...tests, some: [[name('a')]], whole: true } }, 'a/b/c', true],
  [{ tests: { ...tests, some: [[name('src')]], whole: true } }, 'a/b', true],
  [{ tests: { ...tests, some: [[name('src')]] } }, '', true],
  [{ tests: { ...tests, some: [[name('a')]], whole: true }, depth: 1 }, 'a/b/c', true],
  [{ tests: { ...tests, some: [[name('a')]], whole: true }, depth: 1 }, 'b/a/c', false],
  [{ tests: { ...tests, whole: true }, unlike: ['b$'] }, 'a/b', true],
])('%j reaches %j: %s', (scope, file, expected) => {
  expect(scopeReaches(scope, file)).toBe(expected);
});
