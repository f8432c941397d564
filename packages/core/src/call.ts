import { type Decision, type FailureCode, HookloomError, present, refusalOf } from '@hookloom/host';
import pTimeout from 'p-timeout';
import type { Next } from './context.js';
import type { Entry } from './entry.js';
import { CONSEQUENCES, consequenceOf, describeThrown } from './failure.js';
import type { Run, VoteDetails } from './run.js';
import { openState, type SessionState } from './session-state.js';
import { watchRun } from './watch.js';

/** What has settled already. */
export const SETTLED: Promise<void> = Promise.resolve();
const NO_FAILURES: readonly FailureCode[] = [];

type Expiry = 'PLUGIN_TIMEOUT' | 'PLUGIN_ABORTED';
type Deadline = ReturnType<typeof pTimeout>;

/** One plugin's part in one run: its time, its votes and its failures. Once closed, nothing that it says counts. */
export class Call {
  readonly run: Run;
  readonly entry: Entry;
  /** The plugin's name. */
  readonly plugin: string;
  /** The call of the plugin around this one. */
  readonly #outer: Call | undefined;
  /** The call in which the plugin judged older data, when it judges again. */
  readonly earlier: Call | undefined;
  /** Its own milliseconds up to the last pause; both judgings of a plugin share its one allowance. */
  spent: number;
  closed = false;
  /** Its time is up, or the host gave up on it. */
  expired = false;
  /** It has denied, declined or blocked. */
  #refused = false;
  /** The call in which the plugin judges again; its votes stand in for those of this one. */
  again: Call | undefined;
  /** The version of the data that it has judged, once it called `next` or returned. */
  judged: number | undefined;
  #downstream: Promise<void> | undefined;
  /** Runs the rest of the stack; there is none when the plugin judges again. */
  readonly #enterNext: Next | undefined;
  /** The rest of the stack has come back. */
  #returned = false;
  #runningSince = -1;
  #failures = NO_FAILURES;
  #work: Promise<void> | undefined;
  #resolve: ((rest: void | Promise<void>) => void) | undefined;
  #deadline: Deadline | undefined;
  #controller: AbortController | undefined;
  #state: SessionState | undefined;

  constructor(run: Run, entry: Entry, enterNext: Next | undefined, earlier?: Call) {
    this.run = run;
    this.entry = entry;
    this.plugin = entry.name;
    this.#enterNext = enterNext;
    this.#outer = run.innermost;
    this.earlier = earlier;
    this.spent = earlier?.spent ?? 0;
  }

  get failed(): boolean {
    return this.#failures.length > 0;
  }

  /** Starts its clock, at a time of `performance.now()`. */
  start(now: number): void {
    this.#runningSince = now;
    if (this.#work !== undefined) watchRun(this.run);
  }

  #pause(now: number): void {
    if (this.#runningSince < 0) return;
    this.spent += now - this.#runningSince;
    this.#runningSince = -1;
    this.#deadline?.clear();
    this.#deadline = undefined;
  }

  /** Runs the rest of the stack, once; this plugin's clock stands still meanwhile. */
  next: Next = () => {
    if (this.closed) return SETTLED;
    if (this.#downstream !== undefined) {
      this.fail('NEXT_TWICE', 'next() was called more than once');
      return this.#downstream;
    }
    this.judged ??= this.run.version;
    const rest = this.#rest;
    if (rest === undefined) this.#returned = true;
    else this.#pause(this.run.readTime());
    this.#downstream = rest?.() ?? SETTLED;
    return this.#downstream;
  };

  get #rest(): Next | undefined {
    return this.run.ended ? undefined : this.#enterNext;
  }

  /** The rest of the stack has come back: the nearest plugin around it that is still at work goes on. */
  comeBack(now: number): void {
    this.#returned = true;
    if (!this.closed) this.start(now);
    else this.#outer?.comeBack(now);
  }

  /** Waits for a handler's promise, its deadline or the host's signal, whichever comes first. */
  settle(work: PromiseLike<unknown>): Promise<void> {
    this.#work = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    try {
      work.then(
        (value) => this.#end('returns', value),
        (error) => this.#end('failBy', error),
      );
    } catch (error) {
      this.#end('failBy', error);
    }
    watchRun(this.run);
    return this.#work;
  }

  #end(how: 'returns' | 'failBy' | 'expire', what: unknown): void {
    if (this.closed) return;
    try {
      this[how](what as Expiry);
      this.#resolve?.(this.leave());
    } catch (error) {
      // A fault of our own: without an answer the host would wait for its own timeout.
      this.#resolve?.(Promise.reject(error));
    }
  }

  /** Arms the deadline of a handler that is still at work; one that waits for `next` is looked at when it goes on. */
  arm(): void {
    const { signal } = this.run;
    if (signal?.aborted && !this.closed) this.#controller?.abort(signal.reason);
    if (this.#work === undefined || this.#runningSince < 0) return;
    // What a listener on the plugin's signal throws ends the process: by then the answer is out.
    const expire = (why: Expiry) => queueMicrotask(() => this.#end('expire', why));
    const left = this.entry.timeout - this.spent - (performance.now() - this.#runningSince);
    if (signal?.aborted) expire('PLUGIN_ABORTED');
    else if (!(left > 0)) expire('PLUGIN_TIMEOUT');
    else this.#wait(left, this.#work);
  }

  #wait(left: number, work: Promise<void>): void {
    const fallback = () => {
      // A timer may fire early.
      this.#deadline = undefined;
      this.arm();
    };
    this.#deadline ??= pTimeout(work, { milliseconds: Math.ceil(left), fallback });
    // Whoever runs the stack hears of a fault of our own.
    this.#deadline.catch(() => undefined);
  }

  /** Ends a plugin that is still at work. */
  expire(why: Expiry): void {
    const message =
      why === 'PLUGIN_TIMEOUT' ? `it took longer than ${this.entry.timeout} ms` : 'the host gave up on it';
    this.expired = true;
    this.fail(why, message);
    this.#controller?.abort(new DOMException(message, 'TimeoutError'));
  }

  /** Takes what a handler returned, which is nothing. */
  returns(value: unknown): void {
    if (value !== undefined) this.fail('PLUGIN_RETURNED', 'it returned a value: speak by the verbs of ctx');
  }

  /** Closes the call, and goes on with the stack unless the plugin did or somebody denied. */
  leave(): void | Promise<void> {
    const { run, earlier, entry } = this;
    const now = run.readTime();
    this.#pause(now);
    if (this.spent > entry.timeout && !this.failed) this.expire('PLUGIN_TIMEOUT');
    this.judged ??= this.run.version;
    this.closed = true;
    if (earlier !== undefined) earlier.spent = this.spent;
    if (this.#downstream === undefined) {
      const rest = this.#rest;
      if (rest !== undefined) return rest();
    } else if (!this.#returned) return this.#downstream;
    if (earlier === undefined) this.#outer?.comeBack(now);
    return undefined;
  }

  /** The signal of the plugin's own deadline and the host's. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const { run } = this;
      this.#controller = new AbortController();
      if (this.expired || run.signal?.aborted) this.#controller.abort(run.signal?.reason);
      else if (!this.closed) run.listen();
    }
    return this.#controller.signal;
  }

  /** Adds a vote; one that refuses the event ends the stack. */
  cast(decision: Exclude<Decision, 'none'>, reason: string, details?: VoteDetails, byFailure = false): void {
    const { run, plugin } = this;
    if (decision === refusalOf(run.event)) {
      this.#refused = true;
      run.ended = true;
    }
    run.votes.push({
      vote: Object.freeze({ plugin, decision, reason }),
      details,
      call: this,
      afterNext: this.#downstream !== undefined,
      version: run.version,
      byFailure,
    });
  }

  get state(): unknown {
    return this.#state?.snapshot;
  }

  /** Reads the plugin's state; gives a promise only when the store does. */
  loadState(): PromiseLike<void> | undefined {
    const { entry, plugin, run } = this;
    if (entry.state === undefined) return undefined;
    const key = { session: run.record.session ?? '', plugin };
    this.#state = openState(run.services.store, key, entry.state);
    return this.#state.load();
  }

  update(change: (state: unknown) => unknown): Promise<unknown> {
    const missing = new HookloomError('STATE_INVALID', 'it has no state: define `state`', {
      plugin: this.plugin,
    });
    const updated = this.#state?.update(change) ?? Promise.reject(missing);
    // Whoever does not await it is told all the same, and the process does not end by it.
    updated.catch((error: unknown) => this.failBy(error));
    return updated;
  }

  /** Records a failure, each kind once a call, and does what the plugin's `onFailure` says. */
  fail(code: FailureCode, message: string, cause?: unknown): void {
    const { run, plugin, failed } = this;
    if (this.#failures.includes(code)) return;
    this.#failures = [...this.#failures, code];
    const applied = run.finished ? 'continue' : consequenceOf(run.event, this.entry.onFailure);
    const failure = present({ plugin, code, message, applied, cause });
    if (run.finished) run.services.tellLate(failure);
    else run.failures.push(failure);
    if (failed || applied === 'continue') return;
    const consequence = CONSEQUENCES[applied];
    run.messages.push({ plugin, text: `failed on ${run.event} (${code}): ${consequence}` });
    if (this.#refused) return;
    const decision = applied === 'ask' ? 'ask' : (refusalOf(run.event) ?? 'block');
    this.cast(
      decision,
      `it failed (${code}) before it could judge, so ${consequence}. Do not work around it; tell the person.`,
      undefined,
      true,
    );
  }

  /** Records what a handler threw. */
  failBy(thrown: unknown): void {
    const { code, message } = describeThrown(thrown);
    this.fail(code, message, thrown);
  }
}
