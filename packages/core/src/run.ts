import { setMaxListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import {
  type DetailedVote,
  type HookEvent,
  HostRecord,
  type Message,
  rankOf,
  type Vote,
} from '@hookloom/host';
import type { Call } from './call.js';
import type { LogRecord } from './log.js';
import type { Failure, Rewrite } from './outcome.js';
import type { Store } from './state.js';
import { joinVotes, type Verdict } from './verdict.js';
import { unwatchRun } from './watch.js';

/** What a run needs of its runner. */
export interface RunServices {
  readonly store: Store;
  log(record: LogRecord): void;
  /** Takes background work, which `flush` awaits. */
  keep(work: Promise<unknown>): void;
  /** Tells of a failure that came after the outcome was out. */
  tellLate(failure: Failure): void;
}

/** A vote, what it carries besides its reason, and the call that cast it. */
export interface CastVote {
  readonly vote: Vote;
  readonly details: VoteDetails | undefined;
  readonly call: Call;
  readonly afterNext: boolean;
  /** The version of the data that it concerns. */
  readonly version: number;
  readonly byFailure: boolean;
}

/** What a vote may carry besides its reason. */
export type VoteDetails = Pick<DetailedVote, 'interrupt' | 'permissions' | 'content'>;

/** One event on its way through a stack: the data as rewritten so far, and all that the plugins said. */
export class Run {
  readonly event: HookEvent;
  readonly services: RunServices;
  readonly signal: AbortSignal | undefined;
  readonly record: HostRecord;
  readonly startedAt = performance.now();
  /** The last time that was read. A plugin that calls `next` hands its own on to the one within. */
  time = this.startedAt;
  readonly calls: Call[] = [];
  /** The call of the plugin that was entered last. */
  innermost: Call | undefined;
  readonly votes: CastVote[] = [];
  readonly rewrites: Rewrite[] = [];
  readonly notes: Message[] = [];
  readonly messages: Message[] = [];
  readonly failures: Failure[] = [];
  extension: Readonly<Record<string, unknown>> = {};
  halt: Message | undefined;
  /** No further plugin runs: somebody denied. */
  ended = false;
  /** Its place on the list of the runs whose plugins may need a deadline. */
  place = -1;
  finished = false;
  #said: Set<string> | undefined;
  #stopListening: (() => void) | undefined;

  constructor(event: HookEvent, payload: unknown, services: RunServices, signal: AbortSignal | undefined) {
    this.event = event;
    this.services = services;
    this.signal = signal;
    this.record = new HostRecord(event, payload);
  }

  /** Grows with each rewrite; a call that ended its judging at a lower one has judged older data. */
  get version(): number {
    return this.rewrites.length;
  }

  /** The tool's input or output, as rewritten so far. */
  latest(field: 'input' | 'output'): unknown {
    const last = field === this.record.rewritable ? this.rewrites.at(-1) : undefined;
    return last === undefined ? this.record[field] : last.after;
  }

  readTime(): number {
    this.time = performance.now();
    return this.time;
  }

  /** Arms the deadlines of the plugins that are at work, or ends them when the host has given up. */
  arm(): void {
    this.listen();
    for (const call of this.calls) {
      call.arm();
      call.again?.arm();
    }
  }

  /** Listens to the host's signal, until the run is closed: the signal may outlive it by far. */
  listen(): void {
    const { signal } = this;
    if (signal === undefined || this.#stopListening !== undefined) return;
    // Node warns of the eleventh listener, and as many calls may well be under way.
    setMaxListeners(0, signal);
    const hear = () => this.arm();
    signal.addEventListener('abort', hear);
    this.#stopListening = () => signal.removeEventListener('abort', hear);
  }

  /** The chain has settled: nobody is at work any more. */
  close(): void {
    unwatchRun(this);
    this.#stopListening?.();
  }

  /** The join of the votes that count so far. */
  get verdict(): Verdict {
    return joinVotes(this.countingVotes().map(({ vote }) => vote));
  }

  /**
   * The votes that concern the data as it stands: a judge that judged again is heard only in its newer vote, and the
   * consent of a plugin that then failed, or that was given to data since rewritten, is void.
   */
  countingVotes(): readonly CastVote[] {
    return this.votes.filter(({ vote, call, afterNext, version, byFailure }) => {
      if (byFailure) return true;
      if (call.again !== undefined && !afterNext) return false;
      return rankOf(vote.decision) > 1 || (!call.failed && version === this.version);
    });
  }

  /** Takes a text for the model or the person, each once a plugin. */
  say(list: 'notes' | 'messages', plugin: string, text: string): void {
    const key = `${list} ${plugin} ${text}`;
    this.#said ??= new Set();
    if (!this.#said.has(key)) this[list].push({ plugin, text });
    this.#said.add(key);
  }

  /** Takes a rewrite of the input or output, or says what is wrong with it. An unchanged one is none. */
  rewrite(plugin: string, after: unknown): string | undefined {
    const { record } = this;
    const before = this.latest(record.rewritable);
    const fault = record.faultInRewrite(before, after);
    if (fault !== undefined || isDeepStrictEqual(before, after)) return fault;
    this.rewrites.push({ plugin, before, after });
    return undefined;
  }
}
