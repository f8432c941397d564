import { isDeepStrictEqual } from 'node:util';
import type { HookContext, HookEvent, Next, Verdict } from '@hookloom/core';
import { membersOf } from './context-members.js';
import { fromData } from './data.js';
import type { Reply, Saying, Sight, Summons } from './protocol.js';
import { readThrown, type Thrown, writeThrown } from './thrown.js';

type AnyContext = HookContext<HookEvent> & {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly verdict: Verdict;
} & Record<string, unknown>;

/** What a relay needs of the line to the thread. */
export interface Line {
  /** Answers a question that the thread waits for without letting anything else run. */
  replyAtOnce(answer: Reply): void;
  reply(reply: number, answer: Reply): void;
  /** Work in the background has begun; it ends by `settle`. */
  hold(work: number): Promise<unknown>;
  settle(work: number, thrown: Thrown | undefined): void;
}

/** One call in the thread that has the engine: what the plugin says is done on the real context, in the order said. */
export class Relay {
  readonly done: Promise<boolean>;
  readonly #ctx: AnyContext;
  readonly #next: Next;
  readonly #line: Line;
  #end!: (returned: boolean) => void;
  #fail!: (error: unknown) => void;
  #input: unknown;
  #output: unknown;

  constructor(ctx: HookContext<HookEvent>, next: Next, line: Line) {
    this.#ctx = ctx as AnyContext;
    this.#next = next;
    this.#line = line;
    this.done = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    this.done.catch(() => undefined);
  }

  /** The task for the thread. */
  summons(call: number, hasState: boolean): Summons {
    const ctx = this.#ctx;
    const members = membersOf(ctx);
    return {
      kind: 'call',
      call,
      event: ctx.event,
      members,
      fields: Object.fromEntries(members.fields.map((name) => [name, ctx[name]])),
      state: hasState ? ctx.state : undefined,
      ...this.#look(),
    };
  }

  fail(error: unknown): void {
    this.#fail(error);
  }

  /** Does what the plugin said. */
  hear(saying: Saying): void {
    switch (saying.kind) {
      case 'verb':
        this.#line.replyAtOnce(this.#speak(saying.verb, saying.args));
        break;
      case 'log':
        this.#ctx.log(String(saying.args[0]), saying.args[1]);
        break;
      case 'next':
        this.#next().then(() => this.#line.reply(saying.reply, { sight: this.#look() }));
        break;
      case 'update':
        void this.#update(saying.reply, saying.base, fromData(saying.value));
        break;
      case 'refuse':
        // The change threw: core is told by the same way as if it had run here.
        void this.#change(saying.reply, () => {
          throw readThrown(saying.thrown);
        });
        break;
      case 'wait':
        this.#ctx.waitUntil(this.#line.hold(saying.work));
        break;
      case 'worked':
        this.#line.settle(saying.work, saying.thrown);
        break;
      case 'done':
        if (saying.thrown === undefined) this.#end(saying.returned);
        else this.#fail(readThrown(saying.thrown));
    }
  }

  #speak(verb: string, args: readonly unknown[]): Reply {
    try {
      (this.#ctx[verb] as (...args: unknown[]) => void)(...args.map(fromData));
      return { sight: this.#look() };
    } catch (error) {
      return { sight: this.#look(), thrown: writeThrown(error) };
    }
  }

  /** Changes the state if it still is what the plugin had seen. The change itself ran in the thread. */
  async #update(reply: number, base: unknown, value: unknown): Promise<void> {
    let conflict = false;
    await this.#change(
      reply,
      (current) => {
        conflict = !isDeepStrictEqual(current, base);
        return conflict ? current : value;
      },
      () => conflict,
    );
  }

  async #change(
    reply: number,
    change: (state: unknown) => unknown,
    conflict = (): boolean => false,
  ): Promise<void> {
    try {
      const state = await this.#ctx.update(change as never);
      this.#line.reply(reply, { state, conflict: conflict() });
    } catch (error) {
      this.#line.reply(reply, { thrown: writeThrown(error) });
    }
  }

  /** What the plugin may see, without the data that it has already. */
  #look(): Sight {
    const { input, output, verdict } = this.#ctx;
    const sight = {
      verdict,
      ...(input === this.#input ? {} : { input }),
      ...(output === this.#output ? {} : { output }),
    };
    this.#input = input;
    this.#output = output;
    return sight;
  }
}
