import { eventOf, type HookEvent, HookloomError, isEvent, unknownEvent } from '@hookloom/host';
import pTimeout from 'p-timeout';
import { isBranded } from './brand.js';
import { type Duration, parseDuration } from './duration.js';
import { composeEntries } from './engine.js';
import { toEntry } from './entry.js';
import { type LogRecord, logToDebug, warnOnce } from './log.js';
import { memoize } from './memoize.js';
import { checkOptions, option } from './options.js';
import { type Failure, freezeOutcome, type Outcome, toOutcome } from './outcome.js';
import { flattenStack, listenersOn, type Plugin, type Stack } from './plugin.js';
import { Run, type RunServices } from './run.js';
import { memoryStore, type Store } from './state.js';
import { isThenable } from './thenable.js';

/** What a runner may be given. */
export interface RunnerOptions {
  /** Where plugins keep their state. Default: `memoryStore()`. */
  readonly store?: Store | undefined;
  /** Gets every outcome, once it is final. What it throws is told once and changes nothing. */
  readonly onOutcome?: ((outcome: Outcome) => unknown) | undefined;
  /** Gets the lines of `ctx.log`. Default: stderr under NODE_DEBUG=hookloom. */
  readonly onLog?: ((record: LogRecord) => void) | undefined;
}

/** How one event is run. */
export interface RunOptions {
  /** The event that the caller expects; a payload of another one is a fault. Default: what the payload says. */
  readonly event?: HookEvent | undefined;
  /** The host's signal: when it aborts, plugins that are still at work have failed. */
  readonly signal?: AbortSignal | undefined;
}

/** A stack made ready to run. */
export interface Runner {
  readonly plugins: readonly Plugin[];
  /** Runs the stack on one payload. Never rejects but for a closed runner. */
  run(payload: unknown, options?: RunOptions): Promise<Outcome>;
  /** Waits for the background work of `waitUntil`, new work included, and no longer than `within` when that is given. */
  flush(within?: Duration): Promise<void>;
  /** Flushes, then closes the store. A closed runner runs nothing more. */
  close(within?: Duration): Promise<void>;
}

const RUNNER = Symbol.for('hookloom.runner');

/** Tells whether a value was made by `createRunner`. */
export function isRunner(value: unknown): value is Runner {
  return isBranded(value, RUNNER);
}

/**
 * Makes the engine of a stack: payloads in, outcomes out. `createHooks` and the other hosts are built on it.
 * @throws HookloomError `PLUGIN_INVALID`, `PLUGIN_DUPLICATE`, `OPTION_UNKNOWN` or `OPTION_INVALID`.
 * @example
 * const runner = createRunner([envFileGuard()], { onOutcome: (outcome) => console.log(outcome.verdict.decision) });
 * const outcome = await runner.run(payload);
 */
export function createRunner(stack: Stack, options: RunnerOptions = {}): Runner {
  checkOptions('hookloom', options, {
    store: { expects: 'a store', accepts: isStore },
    onOutcome: option.handler,
    onLog: option.handler,
  });
  const plugins = flattenStack(stack);
  const { onOutcome, onLog = logToDebug, store = memoryStore() } = options;
  const background = new Set<Promise<unknown>>();
  let closed = false;

  const services: RunServices = {
    store,
    log(record) {
      hear(onLog, record, 'onLog');
    },
    keep(work) {
      background.add(work);
      work.finally(() => background.delete(work)).catch(() => undefined);
    },
    tellLate: tellFailure,
  };

  const chainOf = memoize((event: HookEvent) =>
    composeEntries(listenersOn(plugins, event).map((plugin) => toEntry(plugin, event))),
  );

  /** Does something of the application's; its failure is told once and changes nothing. */
  function attempt(work: () => unknown, code: string, message: string): void {
    const tell = () => warnOnce(code, message);
    try {
      const done = work();
      if (isThenable(done)) services.keep(Promise.resolve(done).catch(tell));
    } catch {
      tell();
    }
  }

  function hear<T>(listener: (value: T) => unknown, value: T, name: string): void {
    const message = `the ${name} listener failed; it may miss something`;
    attempt(() => listener(value), 'HOOKLOOM_LISTENER_FAILED', message);
  }

  async function flush(within?: Duration): Promise<void> {
    const idle = async () => {
      while (background.size > 0) await Promise.allSettled([...background]);
    };
    if (within === undefined) return idle();
    const milliseconds = parseDuration(within, 'hookloom', 'within');
    await pTimeout(idle(), { milliseconds, message: false });
  }

  return Object.freeze({
    [RUNNER]: true,
    plugins,
    async run(payload: unknown, { event, signal }: RunOptions = {}) {
      if (closed) throw new HookloomError('RUNNER_CLOSED', 'the runner is closed');
      const expected = event ?? eventOf(payload);
      const name = (typeof expected === 'string' ? expected : 'unknown') as HookEvent;
      const run = new Run(name, payload, services, signal);
      if (isEvent(expected)) {
        try {
          await chainOf(expected)(run);
        } finally {
          run.close();
        }
      } else {
        const message = unknownEvent(expected);
        run.failures.push({ plugin: 'hookloom', code: 'PAYLOAD_INVALID', message, applied: 'continue' });
      }
      const outcome = toOutcome(run);
      if (onOutcome !== undefined) hear(onOutcome, freezeOutcome(outcome), 'onOutcome');
      else outcome.failures.forEach(tellFailure);
      if (run.record.endsSession) {
        const message = 'the state of an ended session could not be cleared';
        attempt(() => store.clear(run.record.session ?? ''), 'HOOKLOOM_STATE_KEPT', message);
      }
      return outcome;
    },
    flush,
    async close(within?: Duration) {
      closed = true;
      await flush(within);
      await store.close?.();
    },
  });
}

function isStore(value: unknown): value is Store {
  return ['get', 'update', 'clear'].every(
    (name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function',
  );
}

// Without a listener a failure would pass unseen.
function tellFailure({ plugin, code, message }: Failure): void {
  const kind = `${plugin} failed (${code})`;
  warnOnce('HOOKLOOM_PLUGIN_FAILED', `${kind}: ${message}`, kind);
}
