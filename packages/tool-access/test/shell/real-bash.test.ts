// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are bash’s own
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startedPrograms } from '../../src/index.js';

const hasBash = spawnSync('bash', ['--version']).status === 0;
let folder = '';

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-bash-')));
  for (const name of ['.env', '.envx', 'a', 'b b', 'c.ts', 'd.ts']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'sub'));
  for (const name of ['e.ts', '.hidden']) writeFileSync(join(folder, 'sub', name), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const piece = fc.oneof(
  fc.constantFrom('a', '.env', 'x1', '/', '.', '-', '=', 'ä', ':', '%', '@'),
  fc.constantFrom(
    "'q r'",
    '"s t"',
    "''",
    '""',
    '\\ ',
    '\\a',
    '\\*',
    '\\$',
    "$'\\x41\\n'",
    "$'\\056e'",
    '"\\$x\\"\\\\"',
  ),
  fc.constantFrom('*', '?', '[a-c]', '[!a]*', '.e*', '*.ts', 'sub/*', '*/', '*/*.ts', '.[!.]*', '@(a|c.ts)'),
  fc.constantFrom(
    '{a,b}',
    '{1..3}',
    '{a,b{c,d}}',
    '{c..a}',
    '{01..03}',
    '{,z}',
    '{x}',
    '{a,"b c"}',
    '{./,}',
    '{$v,w}',
  ),
  fc.constantFrom(
    '$v',
    '${v}',
    '"$v"',
    '$w',
    '"$w"',
    '${v:-d}',
    '${u:-d e}',
    '"${u-d e}"',
    '${v:+y}',
    '${v#a}',
    '${v%c}',
  ),
  fc.constantFrom(
    '${v/b/X}',
    '${v//[ab]/_}',
    '${v:1}',
    '${v:1:1}',
    '${v^^}',
    '${v,}',
    '${#v}',
    '${w##* }',
    '${v/#a/Z}',
  ),
  fc.constantFrom(
    '$((1+2*3))',
    '$((0x10))',
    '$((7/2))',
    '$1',
    '"$2"',
    '$@',
    '"$@"',
    '$#',
    '~',
    '~/x',
    '"$*"',
  ),
  fc.constantFrom(
    '$(echo p q)',
    '"$(echo p q)"',
    '`echo r`',
    '$(printf "%s" k)',
    '"$(printf "l\\n\\n")"',
    '$(basename /x/y.z .z)',
  ),
);
const words = fc.array(
  fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
  {
    minLength: 1,
    maxLength: 4,
  },
);

const START = "v=abc; w='one two'; set -- 'f g' h";

function byBash(lists: readonly string[]): string[][] {
  const script = lists.map((list) => `printf '%s\\0' ${list}; printf '\\1'`).join('\n');
  const { stdout } = spawnSync('bash', ['-c', `shopt -s extglob\nHOME=/home/u\n${START}\n${script}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
  });
  return stdout
    .split('\x01')
    .slice(0, -1)
    .map((part) => part.split('\0').slice(0, -1));
}

function byUs(list: string): (string | undefined)[] {
  const { programs } = startedPrograms(`${START}; ours ${list}`, { cwd: folder, home: '/home/u' });
  return [...(programs.find(({ name }) => name === 'ours')?.args ?? [])];
}

it.runIf(hasBash)('a list of words becomes what real bash makes of it', () => {
  const lists = fc.sample(words, { numRuns: 1000, seed: 7 }).map((list) => list.join(' '));
  const expected = byBash(lists);
  expect(expected).toHaveLength(lists.length);
  const wrong = lists.flatMap((list, index) => {
    const ours = byUs(list);
    const theirs = expected[index] ?? [];
    // A variable that was never set is not known to us, and empty to bash.
    if (ours.includes(undefined)) return [];
    // printf with nothing to print prints one empty text.
    const isNothing = ours.length === 0 && theirs.join('') === '';
    return isNothing || JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ list, ours, theirs }];
  });
  expect(wrong).toEqual([]);
});
