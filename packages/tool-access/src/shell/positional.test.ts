// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are bash's own
import { describe, expect, it } from 'vitest';
import { touched } from '../../test/shell/reading.js';

describe('arguments that another command prints are as many as they may be', () => {
  it.each([
    ['set -- $(ls -A); cat "$2"'],
    ['set -- $(ls -A); shift 2; cat "$1"'],
    ['set -- $(ls -A); cat "${@:2:1}"'],
    ['f() { cat "$3"; }; f $(ls -A)'],
    ["sh -c 'cat $2' _ $(ls -A)"],
    ['set -- src $(ls -A); cat "$4"'],
  ])('%s', (command) => {
    expect(touched(command)).toContain('read . (cat) and below');
  });

  it('those that are counted are no others', () => {
    expect(touched('set -- a b; cat "$3"')).toEqual([]);
    expect(touched('set -- a b; shift 2; cat "$1"')).toEqual([]);
    expect(touched('set -- "$(ls -A)"; cat "$2"')).toEqual(['list . (ls)']);
  });
});
