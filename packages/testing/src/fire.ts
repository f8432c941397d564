import type { Outcome, RunnerOptions, Stack } from '@hookloom/core';
import { createTestRunner } from './stack-runner.js';

/** Options of the runner, and the signal by which a host would give up. */
export interface FireOptions extends RunnerOptions {
  signal?: AbortSignal;
}

/**
 * Runs a plugin or a stack once on a payload and gives the whole outcome, after its background work has ended. State
 * starts empty and is gone afterwards; pass a `store` to keep it from one call to the next.
 *
 * @example
 * const outcome = await fire(envFileGuard(), toolCall('Read', { file_path: '/project/.env' }));
 * outcome.verdict.decision; // 'deny'
 */
export async function fire(
  stack: Stack,
  payload: unknown,
  { signal, ...options }: FireOptions = {},
): Promise<Outcome> {
  const { runner, end } = createTestRunner(stack, options, []);
  try {
    return await runner.run(payload, signal && { signal });
  } finally {
    await end();
  }
}
