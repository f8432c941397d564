import { describe, expect, it } from 'vitest';
import { toLiteralGlob, toSearchGlob } from './search-glob.js';

const SEVERAL = ['[!!-~][!!-~]', '[!!-~][!!-~][!!-~]', '[!!-~][!!-~][!!-~][!!-~]'].join(',');

// The search tool takes bytes for characters, as measured on the real host; see the end-to-end test of odd names.
describe('toSearchGlob', () => {
  it.each([
    ['.env', '.[eE][nN][vV]'],
    ['*.pem', '*.[pP][eE][mM]'],
    ['[pq]x', '[pPqQ][xX]'],
    ['[a-c]1', '[a-cA-C]1'],
    ['k[!a-c]', `[kK]{[!a-cA-C],${SEVERAL}}`],
    ['k?', `[kK]{?,${SEVERAL}}`],
    ['é', '{é,É,e\u0301,E\u0301}'],
    ['a b', '[aA]?[bB]'],
    ['a,b', '[aA]?[bB]'],
    ['a\\b', '[aA]?[bB]'],
    ['a\u00a0b', '[aA]??[bB]'],
    ['{a,b}.x', '{[aA],[bB]}.[xX]'],
    ['{é,b}', undefined],
    ['{a,?}', undefined],
  ])('%j is %j', (pattern, glob) => {
    const sorted = (text: string | undefined) => text && [...text].sort().join('');
    expect(sorted(toSearchGlob(pattern))).toBe(sorted(glob));
  });
});

it('toLiteralGlob takes wildcards for any one character', () => {
  expect(toLiteralGlob('[a]*{b}')).toBe('?[aA]???[bB]?');
});
