import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessesOf, scopeReaches } from '../../src/index.js';

const hasFind = spawnSync('find', ['--version']).status === 0;
let folder = '';

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-find-')));
  for (const name of [
    'a',
    'src/a.ts',
    'src/A.ts',
    'src/a/b.ts',
    'src/a/a/x',
    '.c/s.json',
    '.c/x/s.json',
    'b b/x',
  ]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  mkdirSync(join(folder, 'src/empty'));
  symlinkSync('a.ts', join(folder, 'src/link.ts'));
  symlinkSync('../.c', join(folder, 'src/c'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const glob = fc.constantFrom(
  'a',
  'x',
  '*',
  '*.ts',
  's*',
  '?',
  '.',
  '.*',
  '[as]*',
  '[!a]*',
  'A.*',
  '*a*',
  's.json',
  'src',
  'c',
  '.c',
  '\\a',
  '{a,x}',
  '*.j\\son',
);
const path = fc.constantFrom(
  'a',
  './a',
  '*',
  './*',
  'src/*',
  './src/a/*',
  '*/a',
  '*/x',
  '*a*',
  'src',
  './src',
  '*/s.json',
  './.c',
  '.c*',
  'src/a',
  '*/a/*',
  '?/*',
);
const test = fc.oneof(
  fc.tuple(fc.constantFrom('-name', '-iname'), glob),
  fc.tuple(fc.constantFrom('-path', '-ipath', '-wholename'), path),
  fc.tuple(fc.constant('-type'), fc.constantFrom('f', 'd', 'l', 'f,d', 'd,l')),
  fc.constantFrom(
    ['-empty'],
    ['-true'],
    ['-false'],
    ['-newer', 'a'],
    ['-prune'],
    ['-size', '0'],
    ['-readable'],
  ),
);
const ACTION = ['-exec', 'rm', '{}', ';'];
const DELETE = ['-delete'];
const { expression } = fc.letrec<{ expression: string[]; primary: string[] }>((tie) => ({
  primary: fc.oneof(
    { depthSize: 'small' },
    { weight: 5, arbitrary: test.map((words) => [...words]) },
    { weight: 1, arbitrary: fc.constantFrom(ACTION, DELETE) },
    { weight: 1, arbitrary: tie('primary').map((words) => ['!', ...words]) },
    { weight: 1, arbitrary: tie('expression').map((words) => ['(', ...words, ')']) },
  ),
  expression: fc
    .array(fc.tuple(tie('primary'), fc.constantFrom([], [], ['-a'], ['-o'], ['-o'], [','])), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) =>
      parts.flatMap(([words, operator], index) => (index === 0 ? words : [...operator, ...words])),
    ),
}));
const command = fc.record({
  switches: fc.constantFrom([], [], ['-L'], ['-P']),
  start: fc.constantFrom('.', './', 'src', 'src/', './src', 'src/a', '.c', 'src//', 'src/c'),
  globals: fc.constantFrom(
    [],
    [],
    [],
    ['-depth'],
    ['-maxdepth', '1'],
    ['-mindepth', '2'],
    ['-maxdepth', '0'],
  ),
  expression: fc.tuple(expression, fc.constantFrom([], ACTION, DELETE)).map((parts) => parts.flat()),
  option: fc.constantFrom('-f', '-rf'),
});

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

function run(args: readonly string[]): string[] {
  const { stdout } = spawnSync('find', args, { cwd: folder });
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

it.runIf(hasFind)(
  'whatever find deletes or gives to a command, the scope reaches',
  () => {
    fc.assert(
      fc.property(command, ({ switches, start, globals, expression, option }) => {
        const words = [...switches, start, ...globals, ...expression];
        const written = words.flatMap((word) => (word === 'rm' ? [word, option] : [word]));
        const { accesses } = accessesOf({
          toolName: 'Bash',
          toolInput: { command: quoted(['find', ...written]) },
          cwd: folder,
        });
        const scopes = accesses.filter(({ mode }) => mode === 'write').map(({ tree = {} }) => tree);
        // The same run with an echo for each deed; where something is deleted, a folder comes after what is in it.
        const echoing = words.flatMap((word) =>
          word === 'rm' ? ['echo'] : word === '-delete' ? ['-exec', 'echo', '{}', ';'] : [word],
        );
        const isDeep = words.includes('-delete');
        const taken = scopes.length === 0 ? [] : run([...echoing, ...(isDeep ? ['-depth'] : [])]);
        const isWhole = option === '-rf' && !words.includes('-delete');
        for (const name of isWhole ? taken.flatMap((each) => run([each])) : taken) {
          const inside = relative(resolve(folder, start), resolve(folder, name));
          const isFolder = inside !== '' && statSync(join(folder, name)).isDirectory();
          const forms = isFolder ? [inside, `${inside}/`] : [inside];
          const isReached = scopes.some((scope) => forms.some((form) => scopeReaches(scope, form)));
          expect(isReached, `find ${written.join(' ')}: ${name}`).toBe(true);
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  },
  600_000,
);
