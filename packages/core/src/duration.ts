import { unfit } from '@hookloom/host';
import ms from 'ms';

type Unit =
  | 'ms'
  | 's'
  | 'm'
  | 'h'
  | 'd'
  | 'msec'
  | 'msecs'
  | 'sec'
  | 'secs'
  | 'second'
  | 'seconds'
  | 'min'
  | 'mins'
  | 'minute'
  | 'minutes'
  | 'hr'
  | 'hrs'
  | 'hour'
  | 'hours'
  | 'day'
  | 'days';

/** A length of time with its unit, such as `'250ms'`, `'5s'` or `'2 minutes'`. */
export type Duration = `${number}${Unit}` | `${number} ${Unit}`;

// A longer timer fires at once in Node.
const LONGEST_TIMER = 2 ** 31 - 1;

/** What a duration is, in words and by test. */
export const DURATION = {
  expects: "a duration above zero and below 24 days, such as '5s' or '250ms'",
  accepts: isDuration,
  code: 'DURATION_INVALID',
} as const;

/** Tells whether a value is a duration: a number with a unit, more than zero and short enough for a timer. */
export function isDuration(value: unknown): value is Duration {
  const milliseconds = toMilliseconds(value);
  return milliseconds > 0 && milliseconds <= LONGEST_TIMER;
}

/**
 * Converts a duration to milliseconds.
 * @throws HookloomError `DURATION_INVALID` for zero, a negative length, no unit, or one that no timer can hold.
 */
export function parseDuration(value: unknown, plugin?: string, key = 'timeout'): number {
  if (!isDuration(value)) throw unfit('DURATION_INVALID', key, DURATION.expects, value, plugin);
  return toMilliseconds(value);
}

function toMilliseconds(value: unknown): number {
  // A bare number would be milliseconds; `ms` throws for what is longer.
  if (typeof value !== 'string' || !/^.{1,99}[a-z]$/i.test(value)) return 0;
  return ms(value as ms.StringValue);
}
