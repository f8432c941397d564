// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are bash’s own
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOnlyCommand, startedPrograms } from '../../src/index.js';
import { PLACE, read } from './reading.js';

const word = fc.oneof(
  fc.constantFrom(
    '.env',
    'a',
    '-n',
    '--',
    '-',
    '$x',
    '"$y"',
    "'z'",
    '~',
    '*',
    '.e?v',
    '{a,b}',
    '${x:-b}',
    '$((1+2))',
  ),
  fc.constantFrom(
    '$(ls)',
    '`ls`',
    '<(ls)',
    "$'\\x41'",
    '"$@"',
    '${x//a/b}',
    '\\ ',
    '2>&1',
    '>x',
    '<a',
    '&>y',
    '{1..3}',
  ),
  fc.string({ maxLength: 8 }),
);
const name = fc.constantFrom(
  ...'cat ls sed awk grep rg find xargs git tar cp mv rm sudo env bash sh eval cd echo printf read set test jq curl python3 node docker dd ln sort tee'.split(
    ' ',
  ),
);
const { command } = fc.letrec<{ command: string; simple: string; list: string }>((tie) => ({
  simple: fc.tuple(name, fc.array(word, { maxLength: 5 })).map(([first, rest]) => [first, ...rest].join(' ')),
  list: fc
    .array(fc.tuple(tie('command'), fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n', ' & ')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) =>
      parts
        .flat()
        .join('')
        .replace(/ (?:&&|\|\||\|) $/, ''),
    ),
  command: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('simple'),
    tie('list').map((list) => `(${list})`),
    tie('list').map((list) => `{ ${list}\n}`),
    tie('list').map((list) => `if ${list}\nthen ${list}\nfi`),
    tie('list').map((list) => `for x in a $y; do ${list}\ndone`),
    tie('list').map((list) => `f() { ${list}\n}; f a`),
    tie('simple').map((simple) => `bash -c '${simple.replaceAll("'", '')}'`),
    tie('simple').map((simple) => `echo "$(${simple})"`),
    tie('simple').map((simple) => `cat <<E\n${simple}\nE`),
  ),
}));

function answers(text: string): number {
  const start = performance.now();
  const { accesses, problems, complete } = read(text);
  expect(complete).toBe(problems.length === 0);
  for (const { path, span } of accesses) {
    expect(path.startsWith('/')).toBe(true);
    if (span) expect(0 <= span.start && span.start < span.end && span.end <= text.length).toBe(true);
  }
  readOnlyCommand(text, PLACE);
  startedPrograms(text, PLACE);
  return performance.now() - start;
}

describe('whatever the command', () => {
  it('built from the grammar, it is answered, and fast', () => {
    fc.assert(
      fc.property(command, (text) => answers(text) < 1000),
      { numRuns: 400 },
    );
  });

  it('of any characters, it is answered, and fast', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => answers(text) < 1000),
      { numRuns: 300 },
    );
  });
});

describe('what is too much is answered within its bound, and said to be unreadable', () => {
  it.each([
    ['one word of 1 MB', `cat ${'a'.repeat(1_000_000)}`],
    ['50,000 commands', 'ls;'.repeat(50_000)],
    ['500 nested substitutions', `${'$('.repeat(500)}x${')'.repeat(500)}`],
    ['500 nested shells', `${'('.repeat(500)}x${')'.repeat(500)}`],
    ['a NUL', 'cat a\0b'],
    ['half a character', 'cat \ud800'],
    ['braces that multiply', `echo ${'{a,b}'.repeat(30)}`],
    ['a range of a million', 'echo {1..1000000}'],
    [
      'functions that multiply',
      `${Array.from({ length: 30 }, (_, at) => `f${at}(){ f${at + 1}; f${at + 1}; }`).join(';')}; f0`,
    ],
    ['an eval of itself', `x='eval "$x"'; eval "$x"`],
    [
      'loops in loops',
      `for i in ${'a '.repeat(3000)}; do for j in ${'b '.repeat(3000)}; do cat $i$j; done; done`,
    ],
    ['a syntax error', 'cat a; if'],
    ['a syntax error inside', 'cat a; bash -c "if"'],
  ])('%s', (_, text) => {
    // Ten times the bound: the machine of a test may be busy.
    expect(answers(text)).toBeLessThan(10_000);
    expect(read(text).problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'unreadable' })]),
    );
    expect(readOnlyCommand(text, PLACE).readOnly).toBe(false);
  });

  it.each([
    ['dollars', '$'.repeat(99_999)],
    ['backslashes', '\\'.repeat(100_001)],
    ['a pattern that tries every way', `f=${'a'.repeat(5000)}; echo \${f//a*a*a*a*b/x}`],
    ['an expression that tries every way', `echo ${'a'.repeat(40)} | grep -E "(a+)+b"`],
    ['many variables and shells', `${'v=a;'.repeat(5000)}${'(echo $v);'.repeat(500)}`],
    ['many heredocs', 'cat <<A\nx\nA\n'.repeat(5000)],
    ['many arguments', `cat ${'f '.repeat(60_000)}`],
    ['groups of find', `find . ${'\\\\( '.repeat(50_000)}-name x ${'\\\\) '.repeat(50_000)}-delete`],
    ['negations of find', `find . ${'! '.repeat(50_000)}-name x -delete`],
    ['tests of find', `find . ${'-name x -o ! -name y '.repeat(5000)}-delete`],
    ['xargs of xargs', `seq 1 500 | ${'xargs '.repeat(300)}cat`],
  ])('%s do no harm', (_, text) => {
    expect(answers(text)).toBeLessThan(10_000);
  });

  it('a carriage return and a mark of direction belong to the name', () => {
    expect(read('cat .env\r').accesses[0]?.path).toBe('/repo/.env\r');
    expect(read('cat \u200f.env').accesses[0]?.path).toBe('/repo/\u200f.env');
  });
});
