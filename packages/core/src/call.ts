import { Clock, type Expiry } from './clock.js';
import type { Next } from './context.js';
import type { Entry } from './entry.js';
import { type FailureCode, HookloomError } from './errors.js';
import { isGateEvent, traitsOf } from './events.js';
import { copyFrozen } from './json.js';
import type { Failure, Message } from './outcome.js';
import type { Run } from './run.js';
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
  /** The plugin judges a second time. */
  readonly again: boolean;
  closed = false;
  failed = false;
  /** A newer call of the same plugin has judged again; its votes stand in for those of this one. */
  superseded = false;
  /** The judging part is over: the plugin called `next`, or returned. */
  judged = false;
  judgedVersion = -1;
  /** The plugin's own time; that of a second judging is added to the first. */
  milliseconds = 0;
  downstream: Promise<void> | undefined;
  /** The rest of the stack has come back. */
  returned = false;
  readonly #enterNext: Next;
  #work: Promise<unknown> | undefined;
  #expire: ((expiry: Expiry) => void) | undefined;
  #controller: AbortController | undefined;
  #followHost: (() => void) | undefined;
  #snapshot: unknown;

  constructor(run: Run, entry: Entry, enterNext: Next, earlier: Call | undefined) {
    this.run = run;
    this.entry = entry;
    this.again = earlier !== undefined;
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
    if (this.closed || this.#work === undefined || this.#expire === undefined || !this.clock.isRunning)
      return;
    this.clock.arm(this.#work, this.run.signal, this.#expire);
  }

  close(): void {
    this.milliseconds += this.clock.spent;
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
      const host = this.run.signal;
      if (host?.aborted) controller.abort(host.reason);
      else if (host !== undefined) {
        this.#followHost = () => controller.abort(host.reason);
        host.addEventListener('abort', this.#followHost, { once: true });
      }
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#controller?.abort(reason);
  }

  vote(decision: Exclude<Decision, 'none'>, reason: unknown, details?: VoteDetails): void {
    if (this.#isLate('VOTE_LATE', `it voted ${decision} after its time`)) return;
    const { run } = this;
    let text = typeof reason === 'string' ? reason.trim() : '';
    if (text === '' && !(reason === undefined && REASONLESS.has(decision))) {
      this.fail('VOTE_INVALID', `its ${decision} had no reason in words`);
      // Consent in the wrong form is void, a refusal in the wrong form is still a refusal.
      if (rankOf(decision) === 1) return;
      text = 'no reason was given';
    }
    this.#cast(decision, text, false, details);
    if (decision === traitsOf(run.event).refusal) run.ended = true;
  }

  #cast(
    decision: Exclude<Decision, 'none'>,
    reason: string,
    byFailure: boolean,
    details?: VoteDetails,
  ): void {
    const afterNext = this.downstream !== undefined;
    this.run.votes.push({
      plugin: this.entry.name,
      decision,
      reason,
      ...details,
      call: this,
      afterNext,
      byFailure,
    });
  }

  rewrite(data: unknown): void {
    if (this.#isLate('REWRITE_LATE', 'it rewrote after its time')) return;
    if (this.again || this.judged) {
      this.fail('REWRITE_LATE', this.again ? 'it rewrote while judging again' : 'it rewrote after next()');
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
    const plugin = this.entry.name;
    if (typeof text !== 'string' || text.trim() === '') {
      this.fail('VOTE_INVALID', 'it said something that is no text');
      return;
    }
    const said: Message[] = this.run[list];
    if (!said.some((message) => message.plugin === plugin && message.text === text))
      said.push({ plugin, text });
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
    if (gate && refusal !== undefined)
      this.vote(refusal, text, run.event === 'PermissionRequest' ? { interrupt: true } : undefined);
  }

  get state(): unknown {
    return this.#snapshot;
  }

  /** Reads the plugin's state into the snapshot; gives a promise only when the store does. */
  loadState(): Promise<void> | undefined {
    const { entry, run } = this;
    if (entry.makeState === undefined) return undefined;
    const keep = (value: unknown) => {
      this.#snapshot = value === undefined ? entry.initialState() : value;
    };
    const unavailable = (cause: unknown): never => {
      throw new HookloomError('STATE_UNAVAILABLE', 'its state could not be read', {
        plugin: entry.name,
        cause,
      });
    };
    try {
      const value = run.services.store.get(this.#stateKey());
      if (value instanceof Promise) return value.then(keep, unavailable);
      keep(value);
      return undefined;
    } catch (cause) {
      return unavailable(cause);
    }
  }

  async update(change: (state: unknown) => unknown): Promise<unknown> {
    const { entry, run } = this;
    if (entry.makeState === undefined) {
      throw new HookloomError('STATE_INVALID', 'it has no state: define `state`', { plugin: entry.name });
    }
    let refused: unknown;
    const apply = (value: unknown) => {
      try {
        return toState(change(value === undefined ? entry.initialState() : value), entry.name);
      } catch (error) {
        refused = error;
        throw error;
      }
    };
    try {
      this.#snapshot = await run.services.store.update(this.#stateKey(), apply);
      return this.#snapshot;
    } catch (cause) {
      if (refused !== undefined) throw refused;
      throw new HookloomError('STATE_UNAVAILABLE', 'its state could not be changed', {
        plugin: entry.name,
        cause,
      });
    }
  }

  #stateKey() {
    return { session: this.run.session ?? '', plugin: this.entry.name };
  }

  /** Records a failure and does what the plugin's `onFailure` says, once a call. */
  fail(code: FailureCode, message: string, cause?: unknown): void {
    const { run, entry } = this;
    const applied = this.#consequence();
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
    const refusal = traitsOf(run.event).refusal;
    run.messages.push({ plugin: entry.name, text: `failed on ${run.event} (${code}): ${OUTCOMES[applied]}` });
    const reason = `it failed (${code}) before it could judge, so ${OUTCOMES[applied]}. Do not work around it; tell the person.`;
    if (applied === 'withhold') {
      run.withheldBy ??= entry.name;
      this.#cast('block', reason, true);
    } else if (applied === 'ask') {
      this.#cast('ask', reason, true);
    } else if (refusal !== undefined) {
      this.#cast(refusal, reason, true);
      run.ended = true;
    }
  }

  /** Records what a handler threw. */
  failBy(thrown: unknown): void {
    const code = codeOf(thrown);
    if (code === undefined) this.fail('PLUGIN_THREW', `it threw ${kindOf(thrown)}`, thrown);
    else this.fail(code, (thrown as HookloomError).message, thrown);
  }

  #consequence(): Failure['applied'] {
    const { run, entry } = this;
    if (entry.onFailure === 'continue') return 'continue';
    if (run.event === 'PostToolUse') return 'withhold';
    if (!isGateEvent(run.event)) return 'continue';
    if (entry.onFailure === 'block') return 'block';
    if (traitsOf(run.event).asks) return 'ask';
    // The host asks the person by itself when nobody answers a permission request.
    return run.event === 'PermissionRequest' ? 'continue' : 'block';
  }

  #isLate(code: FailureCode, message: string): boolean {
    if (!this.closed) return false;
    // A plugin whose time was up has failed already, and has been told of.
    if (!this.failed) this.fail(code, message);
    return true;
  }
}

const OUTCOMES: Record<Exclude<Failure['applied'], 'continue'>, string> = {
  block: 'this is blocked',
  ask: 'the person is asked',
  withhold: 'the output is withheld',
};

const RUNTIME_CODES: ReadonlySet<string> = new Set<FailureCode>([
  'PAYLOAD_INVALID',
  'REWRITE_INVALID',
  'EXTENSION_INVALID',
  'STATE_INVALID',
  'STATE_UNAVAILABLE',
]);

// Whatever was thrown, a proxy with traps among them, looking at it must not throw again.
function codeOf(thrown: unknown): FailureCode | undefined {
  try {
    return thrown instanceof HookloomError && RUNTIME_CODES.has(thrown.code)
      ? (thrown.code as FailureCode)
      : undefined;
  } catch {
    return undefined;
  }
}

// The class of an error may be told; its message could quote anything.
function kindOf(thrown: unknown): string {
  try {
    const name = thrown instanceof Error ? thrown.constructor.name : typeof thrown;
    return /^\w{1,60}$/.test(name) ? name : 'an error';
  } catch {
    return 'an error';
  }
}

/** Copies a plugin's state. @throws HookloomError `STATE_INVALID` when it is no JSON data. */
export function toState(value: unknown, plugin: string): unknown {
  if (value === undefined) throw new HookloomError('STATE_INVALID', 'its state is undefined', { plugin });
  try {
    return copyFrozen(value);
  } catch (cause) {
    throw new HookloomError('STATE_INVALID', 'its state must be JSON data', { plugin, cause });
  }
}
