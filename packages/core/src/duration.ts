import ms from 'ms';
import { HookloomError, show } from './errors.js';

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

/** Tells whether a value is a duration: a number with a unit, more than zero and short enough for a timer. */
export function isDuration(value: unknown): value is Duration {
  return toMilliseconds(value) !== undefined;
}

/**
 * Converts a duration to milliseconds.
 * @throws HookloomError `DURATION_INVALID` for zero, a negative length, no unit, or one that no timer can hold.
 */
export function parseDuration(value: unknown, plugin?: string, key = 'timeout'): number {
  const milliseconds = toMilliseconds(value);
  if (milliseconds === undefined) {
    throw new HookloomError(
      'DURATION_INVALID',
      `${key} must be a duration above zero and below 24 days, such as '5s' or '250ms'; got ${show(value)}`,
      { plugin, value },
    );
  }
  return milliseconds;
}

function toMilliseconds(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 100 || !/[a-z]$/i.test(value)) return undefined;
  const milliseconds = ms(value as ms.StringValue) as number | undefined;
  if (milliseconds === undefined || !(milliseconds > 0) || milliseconds > LONGEST_TIMER) return undefined;
  return milliseconds;
}
