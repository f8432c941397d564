import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Thursday, 01-Jan-26 00:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2020 00:00:00 GMT', 0],
])('%j is %i ms', (value, wait) => {
  expect(readRetryAfter(value, null, NOW)).toBe(wait);
});

it('a date counts from the answer’s own date', () => {
  const date = 'Thu, 01 Jan 2015 00:00:00 GMT';
  expect(readRetryAfter('Thu, 01 Jan 2015 00:01:00 GMT', date, NOW)).toBe(60_000);
});

it.each([null, '', '-5', '1.5', '5s', 'soon', '2026-01-01', '1e9', 'NaN', 'Infinity'])(
  '%j says nothing',
  (value) => {
    expect(readRetryAfter(value, null, NOW)).toBeUndefined();
  },
);
