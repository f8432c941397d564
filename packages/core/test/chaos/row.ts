import type { Duration, FailureCode, Next, OnFailure } from '../../src/index.js';

export type ChaosEvent = 'PreToolUse' | 'PostToolUse' | 'UserPromptSubmit' | 'Stop';

type Verb = (...args: unknown[]) => void;

/** The context as a plugin without types has it: every member of every event. */
export interface LooseContext {
  readonly payload: Record<string, unknown>;
  readonly input: Record<string, unknown>;
  readonly output: unknown;
  readonly state: Record<string, unknown>;
  readonly verdict: { decision: string; votes: unknown[] };
  readonly signal: AbortSignal;
  readonly judgingAgain: boolean;
  readonly deny: Verb;
  readonly defer: Verb;
  readonly ask: Verb;
  readonly allow: Verb;
  readonly block: Verb;
  readonly rewrite: Verb;
  readonly note: Verb;
  readonly tell: Verb;
  readonly halt: Verb;
  readonly extend: Verb;
  readonly log: Verb;
  readonly waitUntil: Verb;
  update(change: unknown): Promise<unknown>;
}

/** One run of a row: what it leaves for later. */
export interface Cell {
  /** Is done as soon as the host has its answer, to put right what the plugin broke. */
  undo(work: () => void): void;
  /** Is done once the run is over. */
  afterwards(work: () => unknown): void;
}

/**
 * What the agent sees, in words: `goes on` (the plugin might as well not be there), `denied` and `blocked` (the rest of the
 * stack did not run), `asked`, `withheld` (the output), with `, the rest ran` where it did all the same, and `, stopped`
 * where the session ends. Whatever else reaches the agent is named: `noted`, `rewritten`, `told`.
 */
export type Sights = { readonly [E in ChaosEvent]?: Readonly<Record<OnFailure, string>> };

/** One way to misbehave. */
export interface Row {
  /** Completes "a plugin that …". */
  readonly that: string;
  readonly does: (ctx: LooseContext, next: Next, cell: Cell) => unknown;
  /** What the agent sees, by event and by `onFailure`; whatever the role. */
  readonly sees: Sights;
  /** What `Outcome.failures` tells, each once. */
  readonly told?: readonly FailureCode[];
  /** What comes as a process warning, because the outcome is out. */
  readonly toldLate?: readonly FailureCode[];
  readonly timeout?: Duration;
  readonly state?: () => unknown;
}

/** A failure: each event does what it can of `onFailure`, and a Stop cannot be held up by it. */
export const FAILS: Sights = {
  PreToolUse: { block: 'denied', ask: 'asked', continue: 'goes on' },
  PostToolUse: { block: 'withheld', ask: 'withheld', continue: 'goes on' },
  UserPromptSubmit: { block: 'blocked', ask: 'blocked', continue: 'goes on' },
  Stop: { block: 'goes on', ask: 'goes on', continue: 'goes on' },
};

/** A failure when the rest of the stack has run. */
export const FAILS_LATE: Sights = {
  PreToolUse: { block: 'denied, the rest ran', ask: 'asked', continue: 'goes on' },
  PostToolUse: { block: 'withheld', ask: 'withheld', continue: 'goes on' },
  UserPromptSubmit: { block: 'blocked, the rest ran', ask: 'blocked, the rest ran', continue: 'goes on' },
  Stop: { block: 'goes on', ask: 'goes on', continue: 'goes on' },
};

/** Nothing that the agent could see. */
export const NOTHING: Sights = {
  PreToolUse: always('goes on'),
  PostToolUse: always('goes on'),
  UserPromptSubmit: always('goes on'),
  Stop: always('goes on'),
};

/** The same whatever `onFailure` says. */
export function always(sight: string): Readonly<Record<OnFailure, string>> {
  return { block: sight, ask: sight, continue: sight };
}

/** Sights on a tool call alone, for what no other event can show. */
export function onCall({ PreToolUse }: Sights): Sights {
  return PreToolUse === undefined ? {} : { PreToolUse };
}

/** Resolves after some milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A promise that never settles. */
export const never = () => new Promise<never>(() => undefined);
