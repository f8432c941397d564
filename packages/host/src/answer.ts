import type { PermissionUpdate } from '@anthropic-ai/claude-agent-sdk';
import type { Decision } from './decision.js';
import type { FailureCode } from './errors.js';
import type { HookEvent } from './events.js';

/** One plugin's vote. `reason` is empty where the verb takes none. */
export interface Vote {
  readonly plugin: string;
  readonly decision: Exclude<Decision, 'none'>;
  readonly reason: string;
}

/** A vote with what the event lets it carry. */
export interface DetailedVote extends Vote {
  /** PermissionRequest, deny: also interrupt the agent. */
  readonly interrupt?: boolean;
  /** PermissionRequest, allow: rules that the host shall keep. */
  readonly permissions?: readonly PermissionUpdate[];
  /** Elicitation, accept: the form's content. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** A text and the plugin that said it. */
export interface Message {
  readonly plugin: string;
  readonly text: string;
}

/** What a stack has to say to the host about one event. */
export interface Answer {
  readonly event: HookEvent;
  /** The strongest decision, with the votes that made it. */
  readonly verdict: { readonly decision: Decision; readonly votes: readonly DetailedVote[] };
  /** The tool's input as it shall run, when it was rewritten. */
  readonly input: unknown;
  /** The tool's output as the model shall see it, when it was rewritten or withheld. */
  readonly output: unknown;
  /** Texts for the model. */
  readonly notes: readonly Message[];
  /** Texts for the person. */
  readonly messages: readonly Message[];
  /** Who stopped the agent, and why. */
  readonly halt: Message | undefined;
  /** Rare output fields of the event. */
  readonly extension: Readonly<Record<string, unknown>>;
}

/** Says what of an answer the host would not hear, or miss; `undefined` when it takes all of it. */
export function faultInAnswer(
  answer: Pick<Answer, 'event' | 'verdict' | 'extension'> & { readonly rewrites: readonly unknown[] },
): { readonly code: FailureCode; readonly message: string } | undefined {
  const { event, rewrites, extension } = answer;
  if (event === 'PermissionRequest' && rewrites.length > 0 && answer.verdict.decision === 'none') {
    const message = 'the host takes a rewrite of a permission request only with an allow';
    return { code: 'REWRITE_UNHEARD', message };
  }
  if (event === 'WorktreeCreate' && extension.worktreePath === undefined) {
    const message = 'the host needs a path here: extend({ worktreePath })';
    return { code: 'WORKTREE_PATH_MISSING', message };
  }
  return undefined;
}
