import { expect, it } from 'vitest';
import { isDuration, parseDuration } from './duration.js';

it.each([
  ['250ms', 250],
  ['5s', 5000],
  ['1.5s', 1500],
  ['2 minutes', 120_000],
  ['1h', 3_600_000],
])('%s is %d ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

it.each([
  '0s',
  '-1s',
  '5',
  '',
  's',
  '5 parsecs',
  '1e9d',
  'Infinitys',
  5,
  Number.NaN,
  null,
  undefined,
  {},
  'x'.repeat(200),
])('%j is no duration', (value) => {
  expect(isDuration(value)).toBe(false);
  expect(() => parseDuration(value, 'p')).toThrow(
    expect.objectContaining({ code: 'DURATION_INVALID', plugin: 'p', value }),
  );
});
