import { inspect } from 'node:util';
import { HookloomError, type Next, type Plugin, type Verdict } from '@hookloom/core';
import { freeze, isData, toData } from './data.js';
import type { Reply, Sight, Summons } from './protocol.js';
import { isNoState } from './state-marker.js';
import { readThrown, writeThrown } from './thrown.js';
import { type ContextClass, contextClassFor } from './worker-context.js';
import type { WorkerLine } from './worker-line.js';

type AnyHandler = (ctx: object, next: Next) => unknown;

/** One call in the plugin's thread. What the plugin says goes to the thread that has the engine. */
export class Sitting {
  readonly summons: Summons;
  readonly #plugin: Plugin;
  readonly #line: WorkerLine;
  readonly #controller = new AbortController();
  #verdict: Verdict;
  #input: unknown;
  #output: unknown;
  #stored: unknown;
  #initial: unknown;

  constructor(summons: Summons, plugin: Plugin, line: WorkerLine) {
    this.summons = summons;
    this.#plugin = plugin;
    this.#line = line;
    this.#verdict = summons.verdict;
    this.#input = summons.input;
    this.#output = summons.output;
    this.#stored = summons.state;
  }

  /** Runs the plugin's handler to its end. */
  async run(): Promise<void> {
    const { call, event, members } = this.summons;
    this.#line.onAbort(call, (name, message) => this.#controller.abort(new DOMException(message, name)));
    try {
      void this.state;
      const Context: ContextClass = contextClassFor(event, members);
      const handler = this.#plugin.hooks[event] as unknown as AnyHandler;
      const result = await handler(new Context(this), this.#next);
      this.#line.say(call, { kind: 'done', returned: result !== undefined });
    } catch (error) {
      this.#line.say(call, { kind: 'done', returned: false, thrown: writeThrown(error) });
    } finally {
      this.#line.forget(call);
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get verdict(): Verdict {
    return this.#verdict;
  }

  get input(): unknown {
    return freeze(this.#input);
  }

  get output(): unknown {
    return freeze(this.#output);
  }

  field(name: string): unknown {
    return freeze(this.summons.fields[name]);
  }

  /** The state as this call knows it. That of a new session is made here, by the plugin's own function. */
  get state(): unknown {
    const { state: make, name } = this.#plugin;
    if (make === undefined) return undefined;
    if (!isNoState(this.#stored)) return freeze(this.#stored);
    if (this.#initial === undefined) {
      const made = make();
      if (made === undefined || !isData(made)) {
        throw new HookloomError('STATE_INVALID', 'its state must be JSON data', { plugin: name });
      }
      this.#initial = freeze(made);
    }
    return this.#initial;
  }

  async update(change: (state: unknown) => unknown): Promise<unknown> {
    const { call } = this.summons;
    for (;;) {
      const reply = this.#line.count();
      const base = this.#stored;
      let value: unknown;
      try {
        value = toData(this.#plugin.state === undefined ? undefined : change(this.state));
      } catch (error) {
        await this.#line.ask(call, { kind: 'refuse', reply, thrown: writeThrown(error) });
        throw error;
      }
      const answer = await this.#line.ask(call, { kind: 'update', reply, base, value });
      if (answer.thrown !== undefined) throw readThrown(answer.thrown);
      this.#stored = answer.state;
      if (answer.conflict !== true) return this.state;
    }
  }

  log(message: unknown, data: unknown): void {
    const text = String(message);
    this.#line.say(this.summons.call, {
      kind: 'log',
      args: data === undefined ? [text] : [text, isData(data) ? data : inspect(data)],
    });
  }

  waitUntil(promise: PromiseLike<unknown>): void {
    const { call } = this.summons;
    const work = this.#line.count();
    this.#line.say(call, { kind: 'wait', work });
    Promise.resolve(promise).then(
      () => this.#line.say(call, { kind: 'worked', work }),
      (error) => this.#line.say(call, { kind: 'worked', work, thrown: writeThrown(error) }),
    );
  }

  speak(verb: string, args: readonly unknown[]): void {
    this.#see(this.#line.askAtOnce(this.summons.call, { kind: 'verb', verb, args: args.map(toData) }));
  }

  readonly #next: Next = async () => {
    const reply = this.#line.count();
    this.#see(await this.#line.ask(this.summons.call, { kind: 'next', reply }));
  };

  #see({ sight, thrown }: Reply): void {
    if (sight !== undefined) this.#look(sight);
    if (thrown !== undefined) throw readThrown(thrown);
  }

  #look(sight: Sight): void {
    this.#verdict = sight.verdict;
    if ('input' in sight) this.#input = sight.input;
    if ('output' in sight) this.#output = sight.output;
  }
}
