import { type LogRecord, type Outcome, parseDuration } from '@hookloom/core';
import type { GuardedStack } from './guarded-stack.js';

/** The listeners of every config, each in its own boundary. */
export function listenersOf({ configs }: GuardedStack) {
  const onOutcome = configs.flatMap(({ config }) => config.onOutcome ?? []);
  const onLog = configs.flatMap(({ config }) => config.onLog ?? []);
  return {
    ...(onOutcome.length > 0 && { onOutcome: (outcome: Outcome) => callAll(onOutcome, outcome) }),
    ...(onLog.length > 0 && {
      onLog: (record: LogRecord) => callAll(onLog, record),
    }),
  };
}

async function callAll<T>(all: readonly ((value: T) => unknown)[], value: T): Promise<void> {
  const results = await Promise.allSettled(all.map(async (listen) => listen(value)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** How long the configs let background work hold a process after its answer. */
export function longestFlush({ configs }: GuardedStack): `${number}ms` {
  const bounds = configs.map(({ config }) => parseDuration(config.flush ?? '1s', 'hookloom', 'flush'));
  return `${Math.max(...bounds)}ms`;
}
