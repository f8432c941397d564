import { createHmac, timingSafeEqual } from 'node:crypto';

/** The names of the headers that each request carries; the signature only where there is a secret. */
export const HEADERS = Object.freeze({
  /** The message's id, the same on every attempt, so that a receiver can drop doubles. */
  id: 'x-hookloom-id',
  /** When the attempt was made, in whole seconds since 1970. */
  timestamp: 'x-hookloom-timestamp',
  /** `v1=` and the HMAC-SHA256 of `<id>.<timestamp>.<body>`, in hexadecimal digits. */
  signature: 'x-hookloom-signature',
});

/** Signs a body: `v1=` and the HMAC-SHA256 of `<id>.<timestamp>.<body>`; the timestamp is in seconds. */
export function sign(
  secret: string,
  id: string,
  timestamp: number | string,
  body: string | Uint8Array,
): string {
  return `v1=${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('hex')}`;
}

/** What a receiver checks. */
export interface VerifyOptions {
  readonly secret: string;
  /** The request's headers, as `node:http` or `fetch` gives them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came, before it is parsed. */
  readonly body: string | Uint8Array;
  /** How old, or how far ahead, the timestamp may be, in milliseconds. Default: 300,000. */
  readonly tolerance?: number;
  /** Milliseconds since 1970. Default: the clock. */
  readonly now?: number;
}

/**
 * Tells a receiver whether a request was signed with the secret, and lately. It compares in constant time and never throws.
 * Drop ids that were seen within the tolerance, and a request cannot be replayed either.
 * @example
 * if (!verifySignature({ secret, headers: request.headers, body })) return response.writeHead(401).end();
 */
export function verifySignature(options: VerifyOptions): boolean {
  const { secret, headers, body, tolerance = 300_000, now = Date.now() } = options;
  const id = headerOf(headers, HEADERS.id);
  const timestamp = headerOf(headers, HEADERS.timestamp);
  const signature = headerOf(headers, HEADERS.signature);
  if (typeof secret !== 'string' || secret === '' || id === undefined) return false;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return false;
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (signature === undefined || !/^v1=[0-9a-f]{64}$/.test(signature)) return false;
  // Written so that a tolerance or a time that is no number refuses.
  if (!(Math.abs(now - Number(timestamp) * 1000) <= tolerance)) return false;
  return timingSafeEqual(Buffer.from(sign(secret, id, timestamp, body)), Buffer.from(signature));
}

function headerOf(headers: VerifyOptions['headers'], name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers?.[name];
  return typeof value === 'string' ? value : undefined;
}
