import { type HookEvent, traitsOf } from '@hookloom/host';
import type { Call } from './call.js';
import { memoize } from './memoize.js';
import { LATE, VERBS } from './verbs.js';

type Verb = (...given: unknown[]) => void;

/** The class of the contexts of one event. */
export type ContextClass = new (call: Call) => object;

type Fields = Readonly<Record<string, (call: Call) => unknown>>;

/** What every context has. */
const COMMON: Fields = {
  event: ({ run }) => run.event,
  payload: ({ run }) => run.record.payload,
  agent: ({ run }) => run.record.agent,
  signal: (call) => call.signal,
  state: (call) => call.state,
  judgingAgain: ({ earlier }) => earlier !== undefined,
  verdict: ({ run }) => run.verdict,
  update: (call) => (change: (state: unknown) => unknown) => call.update(change),
  log:
    ({ run, plugin }) =>
    (message: unknown, data?: unknown) => {
      const { event, record, services } = run;
      services.log({ plugin, event, session: record.session, message: String(message), data });
    },
  waitUntil:
    ({ run, plugin }) =>
    (work: unknown) => {
      const told = Promise.resolve(work).catch((cause: unknown) => {
        const message = 'its background work failed';
        run.services.tellLate({ plugin, code: 'PLUGIN_THREW', message, applied: 'continue', cause });
      });
      run.services.keep(told);
    },
};

/** What the contexts of some events have. */
const FIELDS: Fields = {
  tool: ({ run }) => run.record.tool,
  input: ({ run }) => run.latest('input'),
  output: ({ run }) => run.latest('output'),
  prompt: ({ run }) => run.record.prompt,
};

/**
 * The class of the contexts of an event: the common fields and verbs, and those that the host hears there. What a handler
 * holds has getters alone, so that it may be taken apart (`({ input, deny }) => …`).
 */
export const contextClassFor = memoize((event: HookEvent): ContextClass => {
  class View {
    readonly #call: Call;

    constructor(call: Call) {
      this.#call = call;
    }

    static {
      for (const name of [...Object.keys(COMMON), 'tell', 'halt', 'extend', ...traitsOf(event)]) {
        const read = COMMON[name] ?? FIELDS[name] ?? readVerb(name);
        if (read === undefined) continue;
        Object.defineProperty(View.prototype, name, {
          get(this: View) {
            return read(this.#call);
          },
        });
      }
      // It is shared by all plugins of the process.
      Object.freeze(View.prototype);
    }
  }
  return View;
});

function readVerb(name: string): ((call: Call) => Verb) | undefined {
  const verb = VERBS[name];
  if (verb === undefined) return undefined;
  return (call) =>
    (...given) => {
      if (!call.closed) verb(call, ...given);
      // A plugin whose time was up has failed already, and has been told of.
      else if (!call.failed) call.fail(LATE[name] ?? 'VOTE_LATE', `it called ${name}() after its time`);
    };
}
