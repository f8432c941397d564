import { types } from 'node:util';
import compose from 'koa-compose';
import { Call } from './call.js';
import type { Next } from './context.js';
import type { Entry } from './entry.js';
import type { Run } from './run.js';
import { isThenable } from './thenable.js';

const SETTLED: Promise<void> = Promise.resolve();
const NO_NEXT: Next = () => SETTLED;
const RETURNED = 'it returned a value: speak by the verbs of ctx';

/**
 * Composes the entries of one event to a chain. It never rejects:
 * whatever a plugin does stays in its own layer, and only a deny keeps the rest of the stack from running.
 */
export function composeEntries(entries: readonly Entry[]): (run: Run) => Promise<void> {
  const layers = entries.map((entry) => (run: Run, next: Next) => enter(run, entry, next));
  const chain = compose(layers as compose.Middleware<Run>[]);
  return (run) => chain(run, () => judgeAgain(run));
}

function enter(run: Run, entry: Entry, next: Next): void | Promise<void> {
  if (run.ended) return undefined;
  if (entry.matcher !== undefined && run.tool !== undefined && !entry.matcher.matches(run.tool))
    return next();
  const call = new Call(run, entry, next, undefined);
  run.calls.push(call);
  return perform(call);
}

function perform(call: Call): void | Promise<void> {
  const { run, entry } = call;
  if (run.fault !== undefined) {
    call.fail('PAYLOAD_INVALID', run.fault);
    return leave(call);
  }
  if (run.signal?.aborted) {
    call.fail('PLUGIN_ABORTED', 'the host gave up before it was asked');
    return leave(call);
  }
  call.clock.start(run.time);
  try {
    const context = new entry.Context(call);
    const loading = call.loadState();
    const result =
      loading === undefined
        ? entry.handler(context, call.next)
        : loading.then(() => (call.closed ? undefined : entry.handler(context, call.next)));
    if (result !== undefined) {
      if (isThenable(result)) return settle(call, result);
      call.fail('PLUGIN_RETURNED', RETURNED);
    }
  } catch (error) {
    call.failBy(error);
  }
  return leave(call);
}

/** Waits for a handler's promise, its deadline or the host's signal, whichever comes first. */
function settle(call: Call, result: PromiseLike<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (tell?: () => void) => {
      if (call.closed) return;
      try {
        tell?.();
        resolve(leave(call));
      } catch (error) {
        // A fault of our own: without an answer the host would wait for its own timeout.
        reject(error);
      }
    };
    // Taken over in a step of its own: a hostile promise may throw while it is looked at, or is one by its looks alone.
    const work = isOrdinary(result) ? result : SETTLED.then(() => result);
    work.then(
      (value) => end(value === undefined ? undefined : () => call.fail('PLUGIN_RETURNED', RETURNED)),
      (error) => end(() => call.failBy(error)),
    );
    call.await(work, (expiry) => end(() => call.expire(expiry)));
  });
}

function isOrdinary(result: PromiseLike<unknown>): result is Promise<unknown> {
  return (
    types.isPromise(result) &&
    Object.getPrototypeOf(result) === Promise.prototype &&
    Object.getOwnPropertyNames(result).length === 0
  );
}

/** Closes a call, and goes on with the stack unless the plugin did or somebody denied. */
function leave(call: Call): void | Promise<void> {
  const { run, clock } = call;
  const now = run.readTime();
  clock.pause(now);
  if (!call.failed && clock.isOver) call.expire('PLUGIN_TIMEOUT');
  call.close();
  run.leftAt = call.returned || run.ended ? now : -1;
  if (call.downstream !== undefined) return call.returned ? undefined : call.downstream;
  return run.ended ? undefined : call.goOn();
}

/** At the centre of the onion: guards and approvers that judged data since rewritten judge what will run. */
function judgeAgain(run: Run): Promise<void> {
  return run.version === 0 || run.ended ? Promise.resolve() : judgeInTurn(run);
}

async function judgeInTurn(run: Run): Promise<void> {
  for (const earlier of [...run.calls]) {
    const { role } = earlier.entry;
    if ((role !== 'guard' && role !== 'approver') || earlier.judgedVersion === run.version) continue;
    // A plugin without time left has failed already, and what that did holds.
    if (earlier.expired) continue;
    const again = new Call(run, earlier.entry, NO_NEXT, earlier);
    run.readTime();
    earlier.superseded = true;
    run.calls.push(again);
    await perform(again);
    if (run.ended) return;
  }
}
