import { describe, expect, it } from 'vitest';
import { excludeFromGreps } from './grep-exclusion.js';
import type { LeftOut } from './left-out.js';

const NAMES: LeftOut = {
  names: ['.env*', 'keys'],
  folderNames: ['keys'],
  kept: ['.env.example'],
  places: [],
};
const OPTIONS = "--exclude='.env*' --exclude='keys' --exclude-dir='keys' --include='.env.example'";

describe.runIf(process.platform === 'linux')('greps are told what to leave out', () => {
  it.each([
    ['grep -r x .', `grep ${OPTIONS} -r x .`],
    ['cd src && sudo egrep -r x | sort', `cd src && sudo egrep ${OPTIONS} -r x | sort`],
    ['grep -r a .; grep -r b .', `grep ${OPTIONS} -r a .; grep ${OPTIONS} -r b .`],
    ['f() { grep -r "$1" .; }; f a; f b', `f() { grep ${OPTIONS} -r "$1" .; }; f a; f b`],
  ])('%s', (command, written) => {
    expect(excludeFromGreps(command, '/repo', NAMES)).toBe(written);
  });

  it.each(['ls -l', 'rg x', 'bash -c "grep -r x ."', 'gr"ep" -r x .', 'grep -r --include="*.ts" x .'])(
    'but not in %s',
    (command) => {
      expect(excludeFromGreps(command, '/repo', NAMES)).toBeUndefined();
    },
  );

  it.each<[string, Partial<LeftOut>]>([
    ['a place', { places: [{ forms: ['/repo/a'], globs: [] }] }],
    ['a quote', { names: ["a'b"] }],
    ['braces', { kept: ['{a,b}'] }],
  ])('nor where %s cannot be said so', (_, leftOut) => {
    expect(excludeFromGreps('grep -r x .', '/repo', { ...NAMES, ...leftOut })).toBeUndefined();
  });
});
