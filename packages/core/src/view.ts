import { type HookEvent, traitsOf } from '@hookloom/host';
import type { Call } from './call.js';
import { memoize } from './memoize.js';
import { LATE, VERBS } from './verbs.js';

type Verb = (...given: unknown[]) => void;

/** The class of the contexts of one event. */
export type ContextClass = new (call: Call) => object;

const FIELDS: Readonly<Record<string, (call: Call) => unknown>> = {
  event: ({ run }) => run.event,
  payload: ({ run }) => run.record.payload,
  agent: ({ run }) => run.record.agent,
  tool: ({ run }) => run.record.tool,
  input: ({ run }) => run.latest('input'),
  output: ({ run }) => run.latest('output'),
  prompt: ({ run }) => run.record.prompt,
  signal: (call) => call.signal,
  state: (call) => call.state,
  judgingAgain: ({ earlier }) => earlier !== undefined,
  verdict: ({ run }) => run.verdict,
  update: (call) => (change: (state: unknown) => unknown) => call.update(change),
  log:
    ({ run, entry }) =>
    (message: unknown, data?: unknown) => {
      const { event, record, services } = run;
      services.log({ plugin: entry.name, event, session: record.session, message: String(message), data });
    },
  waitUntil:
    ({ run, entry }) =>
    (work: unknown) => {
      const told = Promise.resolve(work).catch((cause: unknown) => {
        const message = 'its background work failed';
        run.services.tellLate({
          plugin: entry.name,
          code: 'PLUGIN_THREW',
          message,
          applied: 'continue',
          cause,
        });
      });
      run.services.keep(told);
    },
};

const COMMON = 'event payload agent signal state judgingAgain verdict update log waitUntil tell halt extend';

/** The class of the contexts of an event: the common fields and verbs, and those that the host hears there. */
export const contextClassFor = memoize((event: HookEvent) =>
  makeClass([...COMMON.split(' '), ...traitsOf(event)]),
);

// What a handler holds has getters alone, so that it may be taken apart (`({ input, deny }) => …`).
function makeClass(names: readonly string[]): ContextClass {
  class View {
    readonly #call: Call;

    constructor(call: Call) {
      this.#call = call;
    }

    static {
      for (const name of names) {
        const read = FIELDS[name] ?? readVerb(name);
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
}

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
