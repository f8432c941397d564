import { expect, it } from 'vitest';
import type { LeftOut } from './left-out.js';
import { searchExclusion } from './search-exclusion.js';

const excluded = (leftOut: Partial<LeftOut>, folder = '/repo') =>
  searchExclusion({ names: [], folderNames: [], kept: [], places: [], ...leftOut }, folder);
const place = (path: string) => ({ forms: [path], globs: [] });

it.each<[string, Partial<LeftOut>, string | undefined]>([
  ['nothing', {}, ''],
  ['a name anywhere', { names: ['.env'] }, '!**/.[eE][nN][vV]'],
  ['names together', { names: ['k1', '*.p'] }, '!**/{[kK]1,*.[pP]}'],
  ['a name that cannot be said', { names: ['{é,b}'] }, undefined],
  ['a file or folder below', { places: [place('/repo/a')] }, '!/[aA] !/[aA]/**'],
  ['the folder itself', { places: [place('/repo')] }, ''],
  ['a place elsewhere', { places: [place('/other/a')] }, ''],
  [
    'a place with wildcards',
    { places: [{ forms: [], globs: [['/repo/k', '*.1']] }] },
    '!/[kK]/*.1 !/[kK]/*.1/**',
  ],
  ['one that starts above', { places: [{ forms: [], globs: [['/', '*/k.1']] }] }, '!**/[kK].1 !**/[kK].1/**'],
])('%s is left out', (_, leftOut, globs) => {
  expect(excluded(leftOut)).toBe(globs);
});

it('a kept name stays in where others of its beginning are left out', () => {
  expect(excluded({ names: ['k*'], kept: ['k1', 'other'] })).toBe('!**/{[kK],[kK][!1]*,[kK]1?*}');
});
