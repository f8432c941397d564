import {
  createRunner,
  deadlineOf,
  type HookEvent,
  type Outcome,
  type Runner,
  toHostOutput,
} from '@hookloom/core';
import type { GuardedStack } from '../guarded-stack.js';
import { listenersOf } from '../listeners.js';
import { parsePayload } from '../run/payload.js';
import { toRefusalOutput } from '../run/refusal-output.js';
import { OWN_TIME } from '../run/run-event.js';
import { toldFault } from '../run/told-fault.js';
import { fileStore } from '../state/file-store.js';

const FOREIGN =
  'the server that was asked serves another project (start hookloom serve in this one, on a port of its own)';

/** One judged request: what the host gets, and what is known of it for the log. */
export interface Judgement {
  readonly output: object;
  /** Absent where nobody could judge. */
  readonly outcome?: Outcome;
  /** Why nobody could. */
  readonly fault?: string;
}

/** Answers events one by one, as `hookloom run` does. */
export interface Judge {
  judge(event: HookEvent, text: string, signal: AbortSignal): Promise<Judgement>;
  /** Refuses one event that cannot be judged. */
  refuse(event: HookEvent, why: string): Judgement;
  /** Refuses whatever is being judged just now: something threw, and nobody knows on whose behalf. */
  refuseAll(why: string): void;
  readonly runner: Runner;
}

/** Makes the judge of a stack, with its state in files. What is of another project's session is refused. */
export function createJudge(
  stack: GuardedStack,
  stateFolder: string,
  isOwnSession: (payload: unknown) => boolean,
): Judge {
  const runner = createRunner(stack.plugins, {
    store: fileStore({ folder: stateFolder }),
    ...listenersOf(stack),
  });
  const pending = new Set<(why: string) => void>();

  function refuse(event: HookEvent, why: string, payload?: unknown): Judgement {
    return { output: toRefusalOutput(event, payload, `${why}, so nothing was checked`), fault: why };
  }

  return {
    runner,
    refuse,
    async judge(event, text, signal) {
      let payload: unknown;
      try {
        payload = parsePayload(text, event);
      } catch (error) {
        return refuse(event, toldFault(error, 'the payload is no JSON'));
      }
      if (!isOwnSession(payload)) return refuse(event, FOREIGN, payload);
      const { promise, resolve } = refusal();
      const timer = setTimeout(
        () => resolve('it ran out of time'),
        deadlineOf(stack.plugins, event) + OWN_TIME,
      );
      pending.add(resolve);
      try {
        const first = await Promise.race([runner.run(payload, { event, signal }), promise]);
        if (typeof first === 'string') return refuse(event, first, payload);
        return { output: toHostOutput(first), outcome: first };
      } catch (error) {
        return refuse(event, toldFault(error, 'it failed'), payload);
      } finally {
        clearTimeout(timer);
        pending.delete(resolve);
      }
    },
    refuseAll(why) {
      for (const resolve of pending) resolve(why);
    },
  };
}

function refusal(): { promise: Promise<string>; resolve: (why: string) => void } {
  let resolve: (why: string) => void = () => undefined;
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
