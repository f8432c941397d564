import type { Problem } from './problem.js';
import type { Settled, SettledStatus } from './tally.js';

/** An accepted message on its way. */
export interface Job {
  readonly id: string;
  readonly body: Uint8Array;
  /** By the clock of `performance.now()`. */
  readonly deadlineAt: number;
  /** Aborts when the job has ended, and its request with it. */
  readonly signal: AbortSignal;
  readonly done: Promise<Settled>;
  attempts: number;
  /** What the last attempt met. */
  problem: Problem | undefined;
  end(status: Exclude<SettledStatus, 'refused'>, problem?: Problem): void;
}

/** Makes a job. `expire` is called at its deadline, `deadline` milliseconds from now, unless it ends before. */
export function createJob(
  { id, body }: { id: string; body: string },
  deadline: number,
  expire: (job: Job) => void,
): Job {
  const controller = new AbortController();
  const timer = setTimeout(() => expire(job), deadline);
  let resolve: (settled: Settled) => void = () => undefined;
  const job: Job = {
    id,
    body: Buffer.from(body),
    deadlineAt: performance.now() + deadline,
    signal: controller.signal,
    done: new Promise((settled) => {
      resolve = settled;
    }),
    attempts: 0,
    problem: undefined,
    end(status, problem) {
      clearTimeout(timer);
      if (status !== 'delivered') controller.abort();
      resolve({ id, status, attempts: job.attempts, ...(problem && { problem }) });
    },
  };
  return job;
}
