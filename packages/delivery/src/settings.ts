import type { Classify } from './attempt.js';
import { type EndpointOptions, readEndpoint } from './endpoint.js';
import { isHeaders } from './headers.js';
import { DeliveryError } from './problem.js';

/** Options of `createDelivery`. Times are in milliseconds. */
export interface DeliveryOptions extends EndpointOptions {
  /** Where to send: https, without user and password. It is shown nowhere. */
  readonly url: string | URL;
  /** More request headers, such as `authorization`; the content type is JSON unless one says otherwise. They are shown nowhere. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Signs each attempt by HMAC-SHA256; see `verifySignature`. */
  readonly secret?: string | undefined;
  /** Most messages under way at once, one of a key. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Most messages that wait; one more drops the oldest of them. Default: 1,000. */
  readonly queue?: number | undefined;
  /** Attempts after the first. Default: 4. */
  readonly retries?: number | undefined;
  /** The wait before the second attempt; it doubles from then on, up to 30,000, and chance adds up to as much again. Default: 500. */
  readonly backoff?: number | undefined;
  /** The time of one attempt, its answer included. Default: 10,000. */
  readonly timeout?: number | undefined;
  /** A message that is not out so long after `send` has failed. Default: 30,000. */
  readonly deadline?: number | undefined;
  /** The longest wait that a `Retry-After` can ask for. Default: 60,000. */
  readonly longestPause?: number | undefined;
  /** Largest body in bytes. Default: 262,144. */
  readonly bodyLimit?: number | undefined;
  /** Judges an answer in place of its status; `undefined` leaves it to the status. */
  readonly classify?: Classify | undefined;
  /** Closes the delivery, and cancels what is not out, when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** Options with their defaults filled in. */
export interface Settings extends Readonly<Record<keyof typeof NUMBERS, number>> {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string | undefined;
  readonly classify: Classify | undefined;
  readonly signal: AbortSignal | undefined;
}

const LONGEST_TIMER = 2 ** 31 - 1;

const NUMBERS = {
  concurrency: { preset: 4, least: 1, most: 1000 },
  queue: { preset: 1000, least: 1, most: 1_000_000 },
  retries: { preset: 4, least: 0, most: 100 },
  backoff: { preset: 500, least: 0, most: LONGEST_TIMER },
  timeout: { preset: 10_000, least: 1, most: LONGEST_TIMER },
  deadline: { preset: 30_000, least: 1, most: LONGEST_TIMER },
  longestPause: { preset: 60_000, least: 0, most: LONGEST_TIMER },
  bodyLimit: { preset: 262_144, least: 1, most: 2 ** 30 },
} as const;

const OTHERS = ['url', 'headers', 'secret', 'classify', 'signal', 'allowInsecure'];

/**
 * Checks options and fills in their defaults.
 * @throws DeliveryError `OPTION_UNKNOWN` or `OPTION_INVALID`; it names the option and never shows a value.
 */
export function readSettings(options: DeliveryOptions): Settings {
  demand(typeof options === 'object' && options !== null, 'options must be an object');
  for (const key of Object.keys(options)) {
    if (!Object.hasOwn(NUMBERS, key) && !OTHERS.includes(key)) {
      throw new DeliveryError(
        'OPTION_UNKNOWN',
        `unknown option '${key}'; the options are ${[...OTHERS, ...Object.keys(NUMBERS)].join(', ')}`,
      );
    }
  }
  const { headers = {}, secret, classify, signal, allowInsecure } = options;
  demand(
    [undefined, true, false, 'loopback'].includes(allowInsecure),
    "allowInsecure must be true, false or 'loopback'",
  );
  const url = readEndpoint(options.url, { allowInsecure });
  demand(
    url !== undefined,
    'url must be an https URL without user and password (http only where allowInsecure says so)',
  );
  demand(
    isHeaders(headers),
    'headers must be an object of HTTP headers, without x-hookloom-* and those of the connection',
  );
  demand(
    secret === undefined || (typeof secret === 'string' && secret.trim() !== ''),
    'secret must be a text that is not empty',
  );
  demand(classify === undefined || typeof classify === 'function', 'classify must be a function');
  demand(signal === undefined || signal instanceof AbortSignal, 'signal must be an AbortSignal');
  return Object.freeze({
    url,
    headers: { ...headers },
    secret,
    classify,
    signal,
    ...readNumbers(options),
  });
}

function readNumbers(options: DeliveryOptions): Record<keyof typeof NUMBERS, number> {
  const numbers = Object.entries(NUMBERS).map(([key, { preset, least, most }]) => {
    const value = options[key as keyof typeof NUMBERS] ?? preset;
    demand(
      Number.isSafeInteger(value) && value >= least && value <= most,
      `${key} must be a whole number from ${least} to ${most}`,
    );
    return [key, value];
  });
  return Object.fromEntries(numbers);
}

function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new DeliveryError('OPTION_INVALID', message);
}
