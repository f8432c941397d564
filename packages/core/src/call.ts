import { Clock, type Expiry } from './clock.js';
import type { Next } from './context.js';
import type { Entry } from './entry.js';
import { type FailureCode, HookloomError } from './errors.js';
import { traitsOf } from './events.js';
import { CONSEQUENCES, consequenceOf, describeThrown } from './failure.js';
import type { Failure } from './outcome.js';
import type { Run } from './run.js';
import { SessionState } from './session-state.js';
import { type Decision, rankOf } from './verdict.js';
import { watchRun } from './watch.js';

/** What a vote may carry besides its reason. */
export type VoteDetails = Pick<Run['votes'][number], 'interrupt' | 'permissions' | 'content'>;

const SETTLED: Promise<void> = Promise.resolve();
const REASONLESS: ReadonlySet<Decision> = new Set(['allow', 'accept', 'cancel', 'decline']);

/** One plugin's part in one run: its clock, its votes and its failures. Once closed, nothing that it says counts. */
export class Call {
  readonly run: Run;
  readonly entry: Entry;
  readonly clock: Clock;
  /** The call in which the plugin judged older data, when it judges again. */
  readonly earlier: Call | undefined;
  closed = false;
  failed = false;
  /** Its time is up. */
  expired = false;
  /** It has denied, declined or blocked. */
  refused = false;
  /** A newer call of the same plugin has judged again; its votes stand in for those of this one. */
  superseded = false;
  /** The judging part is over: the plugin called `next`, or returned. */
  judged = false;
  judgedVersion = -1;
  downstream: Promise<void> | undefined;
  /** The rest of the stack has come back. */
  returned = false;
  readonly #enterNext: Next;
  #work: Promise<unknown> | undefined;
  #expire: ((expiry: Expiry) => void) | undefined;
  #controller: AbortController | undefined;
  #followHost: (() => void) | undefined;
  #state: SessionState | undefined;
  #failures: Set<FailureCode> | undefined;

  constructor(run: Run, entry: Entry, enterNext: Next, earlier: Call | undefined) {
    this.run = run;
    this.entry = entry;
    this.earlier = earlier;
    this.clock = new Clock(entry.timeout, earlier === undefined ? 0 : earlier.clock.spent);
    this.#enterNext = enterNext;
  }

  /** Runs the rest of the stack, once; this plugin's clock stands still meanwhile. */
  next: Next = () => {
    if (this.closed) return SETTLED;
    if (this.downstream !== undefined) {
      this.fail('NEXT_TWICE', 'next() was called more than once');
      return this.downstream;
    }
    this.endJudging();
    if (this.run.ended) {
      this.downstream = SETTLED;
      return SETTLED;
    }
    this.clock.pause(this.run.readTime());
    this.downstream = this.#enterNext().then(() => {
      this.returned = true;
      if (this.closed) return;
      this.clock.start(this.run.takeTimeOfReturn());
      if (this.#work !== undefined && !this.run.watched) watchRun(this.run);
    });
    return this.downstream;
  };

  /** Goes on without the plugin having asked for it. */
  goOn(): Promise<void> {
    return this.#enterNext();
  }

  endJudging(): void {
    if (this.judged) return;
    this.judged = true;
    this.judgedVersion = this.run.version;
  }

  /** Waits for the handler's promise: `expire` is called if its time or the host's signal ends first. */
  await(work: Promise<unknown>, expire: (expiry: Expiry) => void): void {
    this.#work = work;
    this.#expire = expire;
    if (this.clock.isRunning && !this.run.watched) watchRun(this.run);
  }

  /** Arms the deadline of a handler that is still at work; one that waits for `next` is armed when it goes on. */
  arm(): void {
    if (this.closed || this.#work === undefined || this.#expire === undefined) return;
    if (this.clock.isRunning) this.clock.arm(this.#work, this.run.heardSignal, this.#expire);
  }

  expire(code: Expiry): void {
    const message =
      code === 'PLUGIN_TIMEOUT' ? `it took longer than ${this.entry.timeout} ms` : 'the host gave up on it';
    this.expired = true;
    this.fail(code, message);
    this.#controller?.abort(new DOMException(message, 'TimeoutError'));
  }

  close(): void {
    // Both judgings of a plugin share its one allowance of time.
    if (this.earlier !== undefined) this.earlier.clock.spent = this.clock.spent;
    this.endJudging();
    this.closed = true;
    this.#work = undefined;
    // The host's signal may outlive the call by far.
    if (this.#followHost !== undefined) this.run.signal?.removeEventListener('abort', this.#followHost);
  }

  /** The signal of the plugin's own deadline and the host's. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const host = this.run.heardSignal;
      if (this.expired || host?.aborted) controller.abort(host?.reason);
      else if (host !== undefined && !this.closed) {
        this.#followHost = () => controller.abort(host.reason);
        host.addEventListener('abort', this.#followHost, { once: true });
      }
    }
    return this.#controller.signal;
  }

  vote(decision: Exclude<Decision, 'none'>, reason: unknown, details?: VoteDetails): void {
    if (this.#isLate('VOTE_LATE', `it voted ${decision} after its time`)) return;
    let text = typeof reason === 'string' ? reason.trim() : '';
    if (text === '' && !(reason === undefined && REASONLESS.has(decision))) {
      this.fail('VOTE_INVALID', `its ${decision} had no reason in words`);
      // Consent in the wrong form is void, a refusal in the wrong form is still a refusal.
      if (rankOf(decision) === 1) return;
      text = 'no reason was given';
    }
    this.#cast(decision, text, false, details);
    if (decision === traitsOf(this.run.event).refusal) this.run.ended = true;
  }

  #cast(
    decision: Exclude<Decision, 'none'>,
    reason: string,
    byFailure: boolean,
    details?: VoteDetails,
  ): void {
    const { run } = this;
    if (decision === traitsOf(run.event).refusal) this.refused = true;
    const afterNext = this.downstream !== undefined;
    const { version } = run;
    run.votes.push({
      plugin: this.entry.name,
      decision,
      reason,
      ...details,
      call: this,
      afterNext,
      version,
      byFailure,
    });
  }

  rewrite(data: unknown): void {
    if (this.#isLate('REWRITE_LATE', 'it rewrote after its time')) return;
    if (this.earlier !== undefined || this.judged) {
      this.fail('REWRITE_LATE', this.judged ? 'it rewrote after next()' : 'it rewrote while judging again');
      return;
    }
    try {
      this.run.rewrite(this.entry.name, data);
    } catch (error) {
      this.failBy(error);
    }
  }

  say(list: 'notes' | 'messages', text: unknown): void {
    if (this.#isLate('VOTE_LATE', 'it spoke after its time')) return;
    if (typeof text !== 'string' || text.trim() === '') {
      this.fail('VOTE_INVALID', 'it said something that is no text');
      return;
    }
    this.run.say(list, this.entry.name, text);
  }

  halt(reason: unknown): void {
    if (this.#isLate('VOTE_LATE', 'it halted the agent after its time')) return;
    const { run } = this;
    let text = typeof reason === 'string' ? reason.trim() : '';
    if (text === '') {
      this.fail('VOTE_INVALID', 'its halt had no reason in words');
      text = 'no reason was given';
    }
    run.halt ??= { plugin: this.entry.name, text };
    const { gate, refusal } = traitsOf(run.event);
    // A permission request is deaf to `continue`, as measured; there a deny interrupts.
    const details = run.event === 'PermissionRequest' ? { interrupt: true } : undefined;
    if (gate && refusal !== undefined) this.vote(refusal, text, details);
  }

  get state(): unknown {
    return this.#state?.snapshot;
  }

  /** Reads the plugin's state; gives a promise only when the store does. */
  loadState(): PromiseLike<void> | undefined {
    const { entry, run } = this;
    if (entry.makeState === undefined) return undefined;
    const key = { session: run.session ?? '', plugin: entry.name };
    this.#state = new SessionState(run.services.store, key, entry.makeState);
    return this.#state.load();
  }

  update(change: (state: unknown) => unknown): Promise<unknown> {
    const missing = new HookloomError('STATE_INVALID', 'it has no state: define `state`', {
      plugin: this.entry.name,
    });
    const updated = this.#state?.update(change) ?? Promise.reject(missing);
    // Whoever does not await it is told all the same, and the process does not end by it.
    updated.catch((error: unknown) => this.failBy(error));
    return updated;
  }

  /** Records a failure, each kind once a call, and does what the plugin's `onFailure` says. */
  fail(code: FailureCode, message: string, cause?: unknown): void {
    const { run, entry } = this;
    this.#failures ??= new Set();
    if (this.#failures.has(code)) return;
    this.#failures.add(code);
    const applied = consequenceOf(run.event, entry.onFailure);
    const failure: Failure = {
      plugin: entry.name,
      code,
      message,
      applied,
      ...(cause === undefined ? {} : { cause }),
    };
    if (run.finished) {
      run.services.tellLate({ ...failure, applied: 'continue' });
      return;
    }
    run.failures.push(failure);
    if (this.failed) return;
    this.failed = true;
    if (applied === 'continue') return;
    const { refusal } = traitsOf(run.event);
    run.messages.push({
      plugin: entry.name,
      text: `failed on ${run.event} (${code}): ${CONSEQUENCES[applied]}`,
    });
    if (applied === 'withhold') run.withheldBy ??= entry.name;
    if (this.refused) return;
    const reason = `it failed (${code}) before it could judge, so ${CONSEQUENCES[applied]}. Do not work around it; tell the person.`;
    const decision = applied === 'withhold' ? 'block' : applied === 'ask' ? 'ask' : refusal;
    if (decision !== undefined) this.#cast(decision, reason, true);
    if (applied === 'block') run.ended = true;
  }

  /** Records what a handler threw. */
  failBy(thrown: unknown): void {
    const { code, message } = describeThrown(thrown);
    this.fail(code, message, thrown);
  }

  #isLate(code: FailureCode, message: string): boolean {
    if (!this.closed) return false;
    // A plugin whose time was up has failed already, and has been told of.
    if (!this.failed) this.fail(code, message);
    return true;
  }
}
