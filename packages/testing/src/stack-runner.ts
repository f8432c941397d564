import { createRunner, type Outcome, type Runner, type RunnerOptions, type Stack } from '@hookloom/core';

/** A runner for a test, and how to end it. */
export interface TestRunner {
  runner: Runner;
  /** Waits for background work; closes the store too, unless the test brought it. */
  end(): Promise<void>;
}

/** Makes a runner that gives each outcome to the test, so that no failure is told as a process warning. */
export function createTestRunner(
  stack: Stack,
  { onOutcome, ...options }: RunnerOptions,
  outcomes: Outcome[],
): TestRunner {
  const runner = createRunner(stack, {
    ...options,
    onOutcome(outcome) {
      outcomes.push(outcome);
      return onOutcome?.(outcome);
    },
  });
  return { runner, end: () => (options.store ? runner.flush() : runner.close()) };
}
