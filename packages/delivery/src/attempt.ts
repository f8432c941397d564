import { AttemptError, type Problem } from './problem.js';
import { readRetryAfter } from './retry-after.js';
import type { Settings } from './settings.js';
import { HEADERS, sign } from './signature.js';

/** What an endpoint answered: the status, and the first 4,096 bytes of the body as text. */
export interface EndpointAnswer {
  readonly status: number;
  readonly body: string;
}

/** What an answer means: it is out, try again, this message has failed, or the endpoint is gone and nothing more is sent. */
export interface Judgement {
  readonly result: 'delivered' | 'retry' | 'failed' | 'gone';
  /** A word for the problem's message; it must not quote the answer. */
  readonly note?: string;
}

/** Judges an answer; `undefined` leaves it to the status. */
export type Classify = (answer: EndpointAnswer) => Judgement | undefined;

/** One request and what to send with it. */
export interface AttemptRequest {
  readonly id: string;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}

/** What came of an attempt: `wait` is how long the endpoint asked to be left alone, in milliseconds. */
export interface AttemptResult {
  readonly judgement: Judgement;
  readonly problem: Problem | undefined;
  readonly wait: number | undefined;
}

const MOST_READ = 4096;
const RETRYABLE = new Set([408, 429]);

/**
 * Makes one request and judges the answer. It ends by the attempt's own timeout, whatever the endpoint does.
 * @throws AttemptError `TIMEOUT` or `NETWORK`, or whatever the signal's reason is.
 */
export async function attempt(settings: Settings, request: AttemptRequest): Promise<AttemptResult> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  request.signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(abort, settings.timeout);
  try {
    return await exchange(settings, request, controller.signal);
  } catch (error) {
    request.signal.throwIfAborted();
    if (controller.signal.aborted) {
      throw new AttemptError({ code: 'TIMEOUT', message: `no answer within ${settings.timeout} ms` }, true);
    }
    throw new AttemptError({ code: 'NETWORK', message: `the connection failed${codeIn(error)}` }, true);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', abort);
  }
}

async function exchange(
  settings: Settings,
  request: AttemptRequest,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const response = await fetch(settings.url, {
    method: 'POST',
    headers: headersFor(settings, request),
    body: request.body,
    redirect: 'manual',
    signal,
  });
  const { status, headers } = response;
  let body = '';
  try {
    body = await readStart(response);
  } catch (error) {
    // The status has told enough, unless somebody reads the body.
    if (settings.classify !== undefined) throw error;
  }
  const judgement = judge(settings.classify, { status, body });
  const wait =
    judgement.result === 'retry'
      ? readRetryAfter(headers.get('retry-after'), headers.get('date'), Date.now())
      : undefined;
  return { judgement, problem: problemIn(status, judgement), wait };
}

function headersFor({ headers, secret }: Settings, { id, body }: AttemptRequest): Headers {
  const all = new Headers({ 'user-agent': 'hookloom-delivery', 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const timestamp = Math.floor(Date.now() / 1000);
  all.set(HEADERS.id, id);
  all.set(HEADERS.timestamp, String(timestamp));
  if (secret !== undefined) all.set(HEADERS.signature, sign(secret, id, timestamp, body));
  return all;
}

async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < MOST_READ) {
    const { done, value } = await reader.read();
    if (done) return decode(chunks);
    chunks.push(value);
    size += value.length;
  }
  reader.cancel().catch(() => undefined);
  return decode(chunks);
}

const decode = (chunks: Uint8Array[]) => Buffer.concat(chunks).subarray(0, MOST_READ).toString('utf8');

function judge(classify: Classify | undefined, answer: EndpointAnswer): Judgement {
  try {
    const judgement = classify?.(answer);
    if (judgement !== undefined) return judgement;
  } catch {
    return { result: 'failed', note: 'it could not be judged' };
  }
  const { status } = answer;
  if (status >= 200 && status < 300) return { result: 'delivered' };
  return { result: RETRYABLE.has(status) || status >= 500 ? 'retry' : 'failed' };
}

function problemIn(status: number, { result, note }: Judgement): Problem | undefined {
  if (result === 'delivered') return undefined;
  const about = note === undefined ? '' : ` (${note})`;
  if (result === 'gone')
    return { code: 'GONE', status, message: `the endpoint is gone: it answered ${status}${about}` };
  if (status >= 300 && status < 400) {
    return {
      code: 'REDIRECT',
      status,
      message: `it answered ${status}; redirects are not followed, give the final URL`,
    };
  }
  return { code: 'ANSWER', status, message: `it answered ${status}${about}` };
}

// The system's word for the fault; the error itself may quote the URL.
function codeIn(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  const code = cause?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
}
