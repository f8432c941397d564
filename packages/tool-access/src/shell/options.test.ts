import { describe, expect, it } from 'vitest';
import type { CommandEntry } from './catalogue/entry.js';
import { parseArguments } from './options.js';

const ENTRY: CommandEntry = {
  flags: '-a,--all -v --in-place?! -i?',
  options: { '-o,--output': 'write', '--only-names': 'text', '-n': 'text' },
  digits: true,
};

function parsed(line: string, entry: CommandEntry = ENTRY) {
  const args = parseArguments(
    line.split(' ').map((text) => ({ text })),
    entry,
  );
  return {
    options: args.options.map(({ spec, value }) =>
      value ? `${spec.names[0]}=${value.text}` : spec.names[0],
    ),
    operands: args.operands.map(({ text }) => text),
    unknown: args.unknown.map(({ text }) => text),
  };
}

describe('options are read as their command reads them', () => {
  it.each([
    ['-o x a', ['-o=x'], ['a']],
    ['-ox a', ['-o=x'], ['a']],
    ['--output x a', ['-o=x'], ['a']],
    ['--output=x a', ['-o=x'], ['a']],
    ['--outp=x a', ['-o=x'], ['a']],
    ['a --al b', ['-a'], ['a', 'b']],
    ['-avo x', ['-a', '-v', '-o=x'], []],
    ['-i.bak a', ['-i=.bak'], ['a']],
    ['-i a', ['-i'], ['a']],
    ['--in-place=.b a', ['--in-place=.b'], ['a']],
    ['-5 a', ['-n=5'], ['a']],
    ['-- -o a', [], ['-o', 'a']],
    ['- a', [], ['-', 'a']],
  ])('%s', (line, options, operands) => {
    expect(parsed(line)).toEqual({ options, operands, unknown: [] });
  });

  it('one that is not known is said', () => {
    expect(parsed('-q --what a').unknown).toEqual(['-q', '--what']);
  });

  it('an exact command takes no abbreviation', () => {
    expect(parsed('--outp x', { ...ENTRY, style: 'exact' }).unknown).toEqual(['--outp']);
  });

  it('a wrapper’s options end where its command begins', () => {
    expect(parsed('-v cmd -o x', { ...ENTRY, optionsFirst: true })).toEqual({
      options: ['-v'],
      operands: ['cmd', '-o', 'x'],
      unknown: [],
    });
  });
});
