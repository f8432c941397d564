/**
 * Reads a `Retry-After` header, seconds or an HTTP date, as milliseconds from now; `undefined` for anything else.
 * A date is counted from the answer's own `Date`, so that two clocks need not agree.
 */
export function readRetryAfter(value: string | null, date: string | null, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000;
  const until = readDate(text);
  if (until === undefined) return undefined;
  return Math.max(0, until - (readDate(date ?? '') ?? now));
}

function readDate(text: string): number | undefined {
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
