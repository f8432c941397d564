import { expect, it } from 'vitest';
import { askedNames } from './asked-names.js';

it.each([
  ['.env', ['.env']],
  ['src/.env', ['.env']],
  ['*.ts .env', ['.env']],
  ['a,b', ['a', 'b']],
  ['{a,b}.x', ['a.x', 'b.x']],
  ['{a,{b,c}}/d', ['d', 'd', 'd']],
  ['!.env a', ['a']],
  ['**/*', []],
])('%j asks for %j', (glob, names) => {
  expect([...new Set(askedNames(glob))]).toEqual([...new Set(names)]);
});

it('braces that hold thousands of names are read in part', () => {
  const list = `{${Array.from({ length: 300 }, (_, index) => index).join(',')}}`;
  expect(askedNames(`${list}${list}`).length).toBeLessThanOrEqual(200);
});
