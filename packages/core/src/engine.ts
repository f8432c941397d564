import compose from 'koa-compose';
import { Call, SETTLED } from './call.js';
import type { Next } from './context.js';
import type { Entry } from './entry.js';
import type { Run } from './run.js';
import { isThenable } from './thenable.js';

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
  const { tool } = run.record;
  if (tool !== undefined && entry.matcher?.matches(tool) === false) return next();
  const call = new Call(run, entry, next);
  run.innermost = call;
  run.calls.push(call);
  return perform(call);
}

function perform(call: Call): void | Promise<void> {
  const { run, entry } = call;
  try {
    const { fault } = run.record;
    if (fault !== undefined) call.fail('PAYLOAD_INVALID', fault);
    else if (run.signal?.aborted) call.fail('PLUGIN_ABORTED', 'the host gave up before it was asked');
    else {
      call.start(run.time);
      const context = new entry.Context(call);
      const loading = call.loadState();
      const result =
        loading === undefined
          ? entry.handler(context, call.next)
          : loading.then(() => (call.closed ? undefined : entry.handler(context, call.next)));
      // Taken over in a step of its own: a hostile promise may throw while it is looked at.
      if (isThenable(result))
        return call.settle(result instanceof Promise ? result : SETTLED.then(() => result));
      call.returns(result);
    }
  } catch (error) {
    call.failBy(error);
  }
  return call.leave();
}

/** At the centre of the onion: guards and approvers that judged data since rewritten judge what will run. */
function judgeAgain(run: Run): Promise<void> {
  if (run.version > 0) return judgeInTurn(run);
  run.innermost?.comeBack(run.time);
  return SETTLED;
}

async function judgeInTurn(run: Run): Promise<void> {
  for (const earlier of run.calls) {
    // A plugin without time left has failed already, and what that did holds.
    if (!earlier.entry.judges || earlier.judged === run.version || earlier.expired) continue;
    const again = new Call(run, earlier.entry, undefined, earlier);
    run.readTime();
    earlier.again = again;
    await perform(again);
    if (run.ended) break;
  }
  run.innermost?.comeBack(run.readTime());
}
