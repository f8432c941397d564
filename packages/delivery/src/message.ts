import type { Problem } from './problem.js';
import type { Settled } from './tally.js';

/** One message. */
export interface Message {
  readonly body: string;
  /** Messages of one key go out one after the other, in the order of `send`. Default: one key for all. */
  readonly key?: string | undefined;
  /** Up to 128 letters, digits, `_` and `-`; the same on every attempt. Default: a new UUID. */
  readonly id?: string | undefined;
}

/** What `send` gives at once. */
export interface Receipt {
  readonly id: string;
  readonly accepted: boolean;
  /** Resolves when the message is out or given up, at the latest at its deadline. It never rejects. */
  readonly done: Promise<Settled>;
}

/** Tells what is wrong with a message. */
export function faultIn(
  { body, key, id }: Record<keyof Message, unknown>,
  limit: number,
): Problem | undefined {
  if (typeof body !== 'string') return invalid('its body is no text');
  if (typeof key !== 'string') return invalid('its key is no text');
  if (typeof id !== 'string' || !/^[\w-]{1,128}$/.test(id)) {
    return invalid('its id is not up to 128 letters, digits, _ and -');
  }
  const size = Buffer.byteLength(body);
  if (size <= limit) return undefined;
  return { code: 'MESSAGE_TOO_LARGE', message: `its body has ${size} bytes, more than ${limit}` };
}

const invalid = (message: string): Problem => ({ code: 'MESSAGE_INVALID', message });
