import type { Members } from './context-members.js';
import type { Sitting } from './sitting.js';

/** The class of the contexts of one event. */
export type ContextClass = new (sitting: Sitting) => object;

let sittingOf: (view: View) => Sitting;

/** What a handler holds in its own thread: the members that the real context has, as getters, so that they may be taken apart. */
class View {
  readonly #sitting: Sitting;

  static {
    sittingOf = (view) => view.#sitting;
  }

  constructor(sitting: Sitting) {
    this.#sitting = sitting;
  }
}

/** Members that are neither a field nor a verb as the others. */
const OWN_WAY: Readonly<Record<string, (sitting: Sitting) => unknown>> = {
  signal: (sitting) => sitting.signal,
  state: (sitting) => sitting.state,
  verdict: (sitting) => sitting.verdict,
  input: (sitting) => sitting.input,
  output: (sitting) => sitting.output,
  update: (sitting) => (change: (state: unknown) => unknown) => sitting.update(change),
  log: (sitting) => (message: unknown, data?: unknown) => sitting.log(message, data),
  waitUntil: (sitting) => (work: PromiseLike<unknown>) => sitting.waitUntil(work),
};

const classes = new Map<string, ContextClass>();

/** The context class of an event, made once from the names of its members. */
export function contextClassFor(event: string, members: Members): ContextClass {
  const known = classes.get(event);
  if (known !== undefined) return known;
  class EventView extends View {}
  for (const name of Object.values(members).flat() as string[]) {
    const read = OWN_WAY[name] ?? (members.verbs.includes(name) ? verbNamed(name) : fieldNamed(name));
    Object.defineProperty(EventView.prototype, name, {
      enumerable: true,
      get(this: View) {
        return read(sittingOf(this));
      },
    });
  }
  Object.freeze(EventView.prototype);
  classes.set(event, EventView);
  return EventView;
}

const fieldNamed = (name: string) => (sitting: Sitting) => sitting.field(name);

const verbNamed =
  (name: string) =>
  (sitting: Sitting) =>
  (...args: unknown[]) =>
    sitting.speak(name, args);
