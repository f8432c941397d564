import { createRunner, deadlineOf, type HookEvent, toHostOutput } from '@hookloom/core';
import type { GuardedStack } from '../guarded-stack.js';
import { listenersOf, longestFlush } from '../listeners.js';
import { fileStore } from '../state/file-store.js';
import { parsePayload } from './payload.js';
import { PendingAnswer } from './pending-answer.js';
import { readStdin } from './stdin.js';
import { reserveStdout } from './stdout.js';
import { toldFault } from './told-fault.js';

/** How long the payload and the config may take to arrive, in milliseconds. */
export const LOADING_TIME = 10_000;
/** What the process takes beside its plugins, in milliseconds. */
export const OWN_TIME = 1_000;

/** One event to answer as a command hook. */
export interface EventRun {
  readonly event: HookEvent;
  /** The folder of the state. */
  readonly stateFolder: string;
  /** Gives the stack; called once stdout is the answer's. */
  readonly load: () => Promise<GuardedStack>;
}

/**
 * Answers one event: the payload from stdin, one JSON document to stdout, exit code 0 for every decision. Whatever goes
 * wrong blocks a gate event. Ends the process.
 */
export async function runEvent({ event, stateFolder, load }: EventRun): Promise<never> {
  const answer = new PendingAnswer(event, reserveStdout());
  let deadline = arm(LOADING_TIME);
  function arm(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      answer.refuse('it ran out of time');
      process.exit(0);
    }, milliseconds);
  }

  try {
    // First: a config that ends the process would have to break off a read.
    const payload = parsePayload(await readStdin(), event);
    answer.payload = payload;
    const stack = await load();
    clearTimeout(deadline);
    deadline = arm(deadlineOf(stack.plugins, event) + OWN_TIME);
    const runner = createRunner(stack.plugins, {
      store: fileStore({ folder: stateFolder }),
      ...listenersOf(stack),
    });
    answer.give(toHostOutput(await runner.run(payload, { event })));
    clearTimeout(deadline);
    await runner.flush(longestFlush(stack));
  } catch (error) {
    answer.refuse(toldFault(error, 'it failed'), error);
  }
  // Warnings are written in the next turn.
  await new Promise(setImmediate);
  process.exit(0);
}
