import { type Answer, type DetailedVote, type FailureCode, faultInAnswer } from '@hookloom/host';
import type { Role } from './plugin.js';
import type { Run } from './run.js';
import { joinVotes } from './verdict.js';

/** One failure of one plugin, and what it did. `cause` is what was thrown, for the application's eyes only. */
export interface Failure {
  readonly plugin: string;
  readonly code: FailureCode;
  /** What went wrong, without anything that the plugin or the payload said. */
  readonly message: string;
  /** 'withhold': the tool's output was replaced, text by text. */
  readonly applied: 'block' | 'ask' | 'withhold' | 'continue';
  readonly cause?: unknown;
}

/** One rewrite, of the tool's input or, after the call, of its output. */
export interface Rewrite {
  readonly plugin: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A plugin that was asked: its own time in milliseconds, and whether it judged again after a rewrite. */
export interface PluginRun {
  readonly plugin: string;
  readonly role: Role;
  readonly milliseconds: number;
  readonly judgedAgain: boolean;
}

/** Everything that a stack decided on one event: what the host is told, and how it came about. */
export interface Outcome extends Answer {
  readonly session: string | undefined;
  readonly tool: string | undefined;
  readonly toolUseId: string | undefined;
  /** All votes that count, in the order in which they were cast. */
  readonly votes: readonly DetailedVote[];
  readonly rewrites: readonly Rewrite[];
  readonly failures: readonly Failure[];
  readonly plugins: readonly PluginRun[];
  /** From the payload's arrival to the verdict. */
  readonly milliseconds: number;
}

/** Closes a run and says what came of it. */
export function toOutcome(run: Run): Outcome {
  failUnheard(run);
  run.finished = true;
  const { event, record, rewrites } = run;
  const votes = run.countingVotes().map(({ vote, details }) => ({ ...vote, ...details }));
  const withheldBy = run.failures.find(({ applied }) => applied === 'withhold')?.plugin;
  const after = rewrites.at(-1)?.after;
  const output = withheldBy === undefined ? after : record.withheld(withheldBy);
  const isOutput = record.rewritable === 'output';
  return {
    event,
    session: record.session,
    tool: record.tool,
    toolUseId: record.toolUseId,
    verdict: joinVotes(votes),
    votes,
    rewrites,
    input: isOutput ? undefined : after,
    output: isOutput ? output : undefined,
    notes: run.notes,
    messages: run.messages,
    halt: run.halt,
    extension: run.extension,
    failures: run.failures,
    plugins: run.calls.map(({ plugin, entry, spent, again }) => ({
      plugin,
      role: entry.role,
      milliseconds: spent,
      judgedAgain: again !== undefined,
    })),
    milliseconds: run.time - run.startedAt,
  };
}

// What the host would not hear is a failure of the plugin that said it, not a silent loss.
function failUnheard(run: Run): void {
  const fault = run.record.fault === undefined ? faultInAnswer(run) : undefined;
  if (fault === undefined) return;
  const rewriter = run.rewrites.at(-1)?.plugin;
  const call = run.calls.find(({ plugin }) => plugin === rewriter) ?? run.calls[0];
  call?.fail(fault.code, fault.message);
}

/** Freezes an outcome and its lists, so that a listener cannot change what the host is told. */
export function freezeOutcome(outcome: Outcome): Outcome {
  for (const part of [outcome.verdict.votes, ...Object.values(outcome)]) {
    if (Array.isArray(part)) for (const item of part) Object.freeze(item);
    Object.freeze(part);
  }
  return Object.freeze(outcome);
}
