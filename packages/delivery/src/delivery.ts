import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { attempt } from './attempt.js';
import { createJob, type Job } from './job.js';
import { createLanes } from './lanes.js';
import { faultIn, type Message, type Receipt } from './message.js';
import { AttemptError, type Problem } from './problem.js';
import { type DeliveryOptions, readSettings } from './settings.js';
import type { Counts, SettledStatus } from './tally.js';

/** Sends messages to one endpoint in the background. */
export interface Delivery {
  /** Where messages go, as far as it may be shown: scheme, host and port. */
  readonly origin: string;
  /** Takes a message. It returns at once and never throws. */
  send(message: Message): Receipt;
  /**
   * Waits until what is pending now is out or given up. What is neither after `within` milliseconds is cancelled; without
   * `within` it ends by the deadlines. It never rejects.
   */
  flush(within?: number): Promise<Counts>;
  /** Accepts nothing more, and flushes; by default all that is not out is cancelled at once. */
  close(within?: number): Promise<Counts>;
  /** What became of all messages so far. */
  readonly counts: Counts;
}

const LONGEST_BACKOFF = 30_000;
const LONGEST_TIMER = 2 ** 31 - 1;
const CLOSED: Problem = { code: 'CLOSED', message: 'the delivery is closed' };

/**
 * Makes a delivery to one endpoint. A message that is not out yet keeps the process alive, until its deadline at most.
 * @throws DeliveryError `OPTION_UNKNOWN` or `OPTION_INVALID`, without a value.
 * @example
 * const delivery = createDelivery({ url: 'https://example.com/hook', secret: process.env.HOOK_SECRET });
 * delivery.send({ body: JSON.stringify({ text: 'hello' }) });
 * const { delivered, cancelled } = await delivery.close(5_000);
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const settings = readSettings(options);
  const { deadline, queue, signal: closer } = settings;
  const lanes = createLanes<Job>(settings.concurrency, deliver);
  const pending = new Set<Job>();
  const tally = { accepted: 0, delivered: 0, failed: 0, dropped: 0, cancelled: 0, refused: 0 };
  let closed: Problem | undefined;
  let pausedUntil = 0;

  function settle(job: Job, status: Exclude<SettledStatus, 'refused'>, problem?: Problem): void {
    if (!pending.delete(job)) return;
    lanes.remove(job);
    tally[status] += 1;
    job.end(status, problem);
  }

  async function deliver(job: Job): Promise<void> {
    try {
      await pRetry(() => attemptOnce(job), {
        retries: settings.retries,
        minTimeout: settings.backoff,
        maxTimeout: Math.max(LONGEST_BACKOFF, settings.backoff),
        randomize: true,
        signal: job.signal,
        shouldRetry: ({ error }) => error instanceof AttemptError && error.retryable,
      });
      settle(job, 'delivered');
    } catch (error) {
      const problem = error instanceof AttemptError ? error.problem : undefined;
      settle(job, 'failed', problem ?? { code: 'INTERNAL', message: 'the delivery itself failed' });
      if (problem?.code === 'GONE') shut(problem);
    }
  }

  async function attemptOnce(job: Job): Promise<void> {
    await waitForPause(job);
    job.signal.throwIfAborted();
    job.attempts += 1;
    job.problem = undefined;
    try {
      const { judgement, problem, wait = 0 } = await attempt(settings, job);
      const pause = Math.min(wait, settings.longestPause);
      pausedUntil = Math.max(pausedUntil, performance.now() + pause);
      if (problem !== undefined) throw new AttemptError(problem, judgement.result === 'retry');
    } catch (error) {
      if (error instanceof AttemptError) job.problem = error.problem;
      throw error;
    }
  }

  // The endpoint's wish to be left alone holds for every message, not for the one that met it.
  async function waitForPause(job: Job): Promise<void> {
    for (let left = untilPauseEnds(); left > 0; left = untilPauseEnds()) {
      if (pausedUntil >= job.deadlineAt) {
        const message = `the endpoint asked to wait past the deadline of ${deadline} ms`;
        throw new AttemptError({ ...job.problem, code: 'RATE_LIMITED', message }, false);
      }
      await sleep(left, undefined, { signal: job.signal });
    }
  }

  const untilPauseEnds = () => Math.ceil(pausedUntil - performance.now());

  function expire(job: Job): void {
    const { attempts, problem } = job;
    const last = attempts === 0 ? 'its turn did not come' : (problem?.message ?? 'no answer yet');
    const message = `not out within ${deadline} ms (${attempts} attempts; ${last})`;
    settle(job, 'failed', { ...problem, code: 'DEADLINE', message });
  }

  function accept(id: string, body: string, key: string): Receipt {
    const oldest = lanes.waiting >= queue ? lanes.oldest() : undefined;
    if (oldest) settle(oldest, 'dropped', { code: 'QUEUE_FULL', message: `${queue} newer messages wait` });
    const job = createJob({ id, body }, deadline, expire);
    tally.accepted += 1;
    pending.add(job);
    lanes.add(job, key);
    return { id, accepted: true, done: job.done };
  }

  function refuse(id: string, problem: Problem): Receipt {
    tally.refused += 1;
    return { id, accepted: false, done: Promise.resolve({ id, status: 'refused', attempts: 0, problem }) };
  }

  function stopAccepting(problem: Problem): void {
    closed ??= problem;
    closer?.removeEventListener('abort', onAbort);
  }

  function shut(problem: Problem): void {
    stopAccepting(problem);
    for (const job of [...pending]) settle(job, 'cancelled', problem);
  }

  const onAbort = () => shut(CLOSED);

  async function flush(within?: number): Promise<Counts> {
    const open = [...pending];
    const end = () => {
      const problem = closed ?? { code: 'FLUSH_ENDED', message: `not out within ${within} ms` };
      for (const job of open) settle(job, 'cancelled', problem);
    };
    const bound = within !== undefined && within >= 0 && within <= LONGEST_TIMER ? within : undefined;
    if (bound === 0) end();
    const timer = bound ? setTimeout(end, bound) : undefined;
    await Promise.all(open.map(({ done }) => done));
    clearTimeout(timer);
    return countAll();
  }

  const countAll = () => Object.freeze({ ...tally, pending: pending.size });

  if (closer?.aborted) stopAccepting(CLOSED);
  else closer?.addEventListener('abort', onAbort, { once: true });

  return Object.freeze({
    origin: settings.url.origin,
    send(message: Message) {
      const { body, key = '', id = randomUUID() } = message ?? {};
      const problem = closed ?? faultIn({ body, key, id }, settings.bodyLimit);
      return problem === undefined
        ? accept(id, body, key)
        : refuse(typeof id === 'string' ? id : '', problem);
    },
    flush,
    close(within = 0) {
      stopAccepting(CLOSED);
      return flush(within);
    },
    get counts() {
      return countAll();
    },
  });
}
