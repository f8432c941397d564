import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type HookContext, type HookEvent, HookloomError, type Next } from '@hookloom/core';
import { Piscina } from 'piscina';
import type { Description, Opening, Reply, Saying, Word } from './protocol.js';
import { type Line, Relay } from './relay.js';
import { errorNamed, readThrown, type Thrown } from './thrown.js';

/** How a thread is started. */
export interface CellOptions {
  readonly module: string;
  /** Megabytes of heap. */
  readonly memory: number;
  /** Milliseconds until the plugin has to be there. */
  readonly startWithin: number;
  /** Node's options for the thread. */
  readonly execArgv: readonly string[] | undefined;
}

/** What a cell tells of itself. */
export interface CellEvents {
  /** It takes no further call. */
  onRetire(cell: Cell): void;
  /** Its thread died while no call was in it. */
  onIdleDeath(cause: Error | undefined): void;
}

// At the limit Node grants 16 MB more to end the thread in. What one collection moves there must fit, or V8 ends the
// process (measured on Node 24, whose own default is larger).
const YOUNG = 16;
// So long may a plugin whose time is up heed its signal before its thread is ended.
const GRACE = 100;
// What is said after a call has ended is told as late, of so many calls.
const REMEMBERED = 16;

const worker = import.meta.resolve('#worker');

/** One thread with one plugin in it. Calls overlap in it as they would in the thread that called. */
export class Cell {
  /** Settles when the plugin is there, or can not be. */
  readonly opened: Promise<Description>;
  readonly #pool: Piscina;
  readonly #port: MessagePort;
  readonly #replies: MessagePort;
  readonly #bell = new Int32Array(new SharedArrayBuffer(4));
  readonly #relays = new Map<number, Relay>();
  readonly #finished: number[] = [];
  readonly #background = new Map<number, { resolve(): void; reject(error: unknown): void }>();
  readonly #events: CellEvents;
  #cause: Error | undefined;
  #calls = 0;
  #inFlight = 0;
  #isOpen = false;
  #retired = false;
  #ended = false;

  constructor(options: CellOptions, events: CellEvents) {
    this.#events = events;
    this.#pool = new Piscina({
      filename: worker,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: Number.POSITIVE_INFINITY,
      idleTimeout: Number.POSITIVE_INFINITY,
      // Else the thread would stand still between calls, and with it what the plugin does in the background.
      atomics: 'disabled',
      recordTiming: false,
      ...(options.execArgv === undefined ? {} : { execArgv: [...options.execArgv] }),
      resourceLimits: { maxOldGenerationSizeMb: options.memory, maxYoungGenerationSizeMb: YOUNG },
    });
    this.#pool.on('error', (error: Error) => {
      this.#cause = error;
    });
    this.#pool.on('workerDestroy', () => this.#onDestroy());
    const line = new MessageChannel();
    const replies = new MessageChannel();
    this.#port = line.port1;
    this.#replies = replies.port1;
    this.#port.on('message', (message: { call: number; saying: Saying }) => this.#hear(message));
    this.#port.unref();
    this.#replies.unref();
    this.opened = this.#open(options, line.port2, replies.port2);
    this.opened.catch(() => this.retire());
  }

  async #open(
    { module, startWithin }: CellOptions,
    line: MessagePort,
    replies: MessagePort,
  ): Promise<Description> {
    const bell = this.#bell.buffer as SharedArrayBuffer;
    const opening: Opening = { kind: 'open', module, line: line as never, replies: replies as never, bell };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = () =>
        reject(errorNamed('WorkerStartTimeout', `it was not there within ${startWithin} ms`));
      timer = setTimeout(error, startWithin);
    });
    try {
      const opened = await Promise.race([this.#pool.run(opening, { transferList: [line, replies] }), late]);
      const { thrown, description } = opened as { thrown?: Thrown; description?: Description };
      if (description === undefined) throw readThrown(thrown as Thrown);
      this.#isOpen = true;
      return description;
    } catch (error) {
      // A thread that dies before it can take a task has told the pool alone.
      throw causeOf(this.#cause ?? error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Takes one event to the plugin. Rejects with what it threw, or with how its thread ended. */
  async run(ctx: HookContext<HookEvent>, next: Next, hasState: boolean): Promise<boolean> {
    const { signal } = ctx;
    const call = ++this.#calls;
    const relay = new Relay(ctx, next, this.#line);
    const abort = () => this.#abort(call, signal.reason);
    this.#relays.set(call, relay);
    this.#inFlight += 1;
    signal.addEventListener('abort', abort, { once: true });
    try {
      await this.opened;
      signal.throwIfAborted();
      this.#pool.run(relay.summons(call, hasState)).catch((error: unknown) => relay.fail(causeOf(error)));
      return await relay.done;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#inFlight -= 1;
      this.#finished.push(call);
      if (this.#finished.length > REMEMBERED) this.#relays.delete(this.#finished.shift() as number);
      if (this.#retired && this.#inFlight === 0) this.#end();
    }
  }

  /** Takes no further call. The thread ends with the last of those that are in it. */
  retire(): void {
    this.#takeNoMore();
    if (this.#inFlight === 0) void this.#end();
  }

  #takeNoMore(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#events.onRetire(this);
  }

  /** Ends the thread at once, with whatever is in it. */
  async close(): Promise<void> {
    this.retire();
    await this.#end();
  }

  #abort(call: number, reason: unknown): void {
    const { name, message } = reason instanceof Error ? reason : { name: 'AbortError', message: 'aborted' };
    this.#port.postMessage({ kind: 'abort', call, name, message } satisfies Word);
    this.retire();
    const giveUp = () => this.#relays.get(call)?.fail(errorNamed('WorkerTerminated', 'its time was up'));
    setTimeout(giveUp, GRACE).unref();
  }

  async #end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#takeNoMore();
    await this.#pool.destroy();
    this.#port.close();
    this.#replies.close();
    const error = errorNamed('WorkerTerminated', 'its thread ended');
    for (const relay of this.#relays.values()) relay.fail(error);
    for (const { reject } of this.#background.values()) reject(error);
    this.#relays.clear();
    this.#background.clear();
  }

  #onDestroy(): void {
    const isIdle = this.#isOpen && !this.#retired && this.#inFlight === 0;
    this.#takeNoMore();
    // The pool says what the thread died of, and tells the calls in it, a moment later.
    setImmediate(() => {
      void this.#end();
      if (isIdle) this.#events.onIdleDeath(this.#cause);
    });
  }

  #hear({ call, saying }: { call: number; saying: Saying }): void {
    const relay = this.#relays.get(call);
    try {
      if (relay !== undefined) relay.hear(saying);
      else if (saying.kind === 'verb') this.#line.replyAtOnce({});
      else if (saying.kind === 'worked') this.#line.settle(saying.work, saying.thrown);
    } catch (error) {
      // A fault of our own must not end the process by the event that it came with.
      relay?.fail(error);
    }
  }

  readonly #line: Line = {
    replyAtOnce: (answer: Reply) => {
      this.#replies.postMessage(answer);
      Atomics.add(this.#bell, 0, 1);
      Atomics.notify(this.#bell, 0);
    },
    reply: (reply, answer) => this.#port.postMessage({ kind: 'reply', reply, answer } satisfies Word),
    hold: (work) => {
      // What works in the background keeps the process open, as it would without a thread of its own.
      this.#port.ref();
      return new Promise<void>((resolve, reject) => this.#background.set(work, { resolve, reject }));
    },
    settle: (work, thrown) => {
      const waiting = this.#background.get(work);
      this.#background.delete(work);
      if (this.#background.size === 0) this.#port.unref();
      if (thrown === undefined) waiting?.resolve();
      else waiting?.reject(readThrown(thrown));
    },
  };
}

/** What ended a thread, as an error whose name says it: an engine tells failures by it. */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return errorNamed('WorkerTerminated', 'its thread ended', error);
  if (error instanceof HookloomError || error.constructor.name.startsWith('Worker')) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return errorNamed('WorkerOutOfMemory', error.message, error);
  if (/exited with code/.test(error.message)) return errorNamed('WorkerExited', error.message, error);
  return error;
}
