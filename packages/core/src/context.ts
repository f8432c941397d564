import type { PermissionUpdate } from '@anthropic-ai/claude-agent-sdk';
import type { ExtensionOf, HookEvent, PayloadOf, ToolEvent } from '@hookloom/host';
import type { InputOf } from './tools.js';
import type { Verdict } from './verdict.js';

/** Data that cannot be changed, at any depth. */
export type Frozen<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** Runs the rest of the stack. It never rejects; the plugin's own clock stands still until it settles. */
export type Next = () => Promise<void>;

/** The subagent in which an event happened. */
export interface AgentInfo {
  readonly id: string;
  readonly type: string | undefined;
  /** How many agents lie between it and the main thread, where that is known: 1 for a child of the main thread. */
  readonly depth?: number;
}

/** What every handler gets, whatever the event. */
export interface BaseContext<E extends HookEvent, S> {
  /** The event's name. */
  readonly event: E;
  /** The host's record of the event, deep-frozen; the only place with snake_case. A rewrite does not show here. */
  readonly payload: Frozen<PayloadOf<E>>;
  /** Aborts when the plugin's time is up or the host gives up. Made when first read. */
  readonly signal: AbortSignal;
  /** A frozen snapshot of the plugin's state in this session. */
  readonly state: Frozen<S>;
  /** The verdict so far; after `await next()`, that of the whole stack within. */
  readonly verdict: Verdict;
  /** True when the plugin judges once more because the input was rewritten after it; nothing can be rewritten then. */
  readonly judgingAgain: boolean;
  /** The subagent, absent on the main thread. */
  readonly agent: AgentInfo | undefined;
  /**
   * Changes the plugin's state: `change` gets the present state and returns the new one. Atomic; keep it short.
   * Rejects with what `change` threw, or with `STATE_INVALID` or `STATE_UNAVAILABLE`; that is a failure of the plugin, even
   * when it catches it. Only a plugin that defines `state` can call it.
   */
  update(change: [S] extends [undefined] ? never : (state: Frozen<S>) => S | Frozen<S>): Promise<Frozen<S>>;
  /** Writes a line to the runner's log. */
  log(message: string, data?: unknown): void;
  /** Hands background work to the runner, whose `flush` waits for it. A rejection is told, never thrown. */
  waitUntil(work: PromiseLike<unknown>): void;
  /**
   * Says something to the person. Events of a subagent, of sessions and of permissions show it nowhere (measured);
   * the outcome has it on every event.
   */
  tell(text: string): void;
  /** Stops the agent. On a gate event the action does not happen either. */
  halt(reason: string): void;
  /** Sets the rare output fields of this event. */
  extend(fields: ExtensionOf<E>): void;
}

/** `deny`: the action does not happen, and the model reads the reason: state the rule and the next step. */
export interface DenyVerb {
  deny(reason: string): void;
}
/** `ask`: the person decides. */
export interface AskVerb {
  ask(reason: string): void;
}
/** `allow`: the action happens without a question, if nobody objects. */
export interface AllowVerb {
  allow(reason?: string): void;
}
/** `note`: a text for the model beside the event. The host takes one with a Notification too, but shows it to nobody. */
export interface NoteVerb {
  note(text: string): void;
}
/** `block`: the prompt does not go on; after a tool call the model reads the reason; on a stop the agent keeps working. */
export interface BlockVerb {
  block(reason: string): void;
}

/** `decline` and `cancel` are heard everywhere; `accept` by command hooks only: of an SDK callback the host ignores it (measured). */
interface ElicitationVerbs {
  accept(content?: Record<string, unknown>): void;
  decline(reason?: string): void;
  cancel(reason?: string): void;
}

// One member for each tool, so that a look at `ctx.tool` narrows `ctx.input`.
type ToolFields<N extends string> = N extends unknown
  ? {
      /** The tool's name, as payloads spell it. */
      readonly tool: N;
      /** The tool's input, deep-frozen, as rewritten so far. */
      readonly input: Frozen<InputOf<N>>;
    }
  : never;

interface PromptFields {
  readonly prompt: string;
}

interface EventFields<N extends string> {
  PreToolUse: ToolFields<N> &
    DenyVerb &
    AskVerb &
    AllowVerb &
    NoteVerb & {
      /** The turn ends and the call waits for a resumed session. */
      defer(reason: string): void;
      /** Replaces the whole input. An unchanged input is no rewrite. */
      rewrite(input: InputOf<N> | Frozen<InputOf<N>>): void;
    };
  PermissionRequest: ToolFields<N> & {
    deny(reason: string, options?: { interrupt?: boolean }): void;
    allow(options?: { reason?: string; permissions?: PermissionUpdate[] }): void;
    /** Replaces the whole input; the host takes it only with an allow. */
    rewrite(input: InputOf<N> | Frozen<InputOf<N>>): void;
  };
  PreSkillShellCommand: ToolFields<N> & DenyVerb;
  PreModelSwitch: DenyVerb & AskVerb & AllowVerb;
  UserPromptSubmit: PromptFields & BlockVerb & NoteVerb;
  UserPromptExpansion: PromptFields & BlockVerb & NoteVerb;
  PostToolUse: ToolFields<N> &
    BlockVerb &
    NoteVerb & {
      /** The tool's output, deep-frozen, as rewritten so far. */
      readonly output: unknown;
      /** Replaces the output; for a built-in tool it keeps the shape it got, or the host would drop it unsaid. */
      rewrite(output: unknown): void;
    };
  PostToolUseFailure: ToolFields<N> & NoteVerb;
  PermissionDenied: ToolFields<N>;
  PostToolBatch: NoteVerb;
  Notification: NoteVerb;
  SessionStart: NoteVerb;
  Setup: NoteVerb;
  SubagentStart: NoteVerb;
  PostModelSwitch: NoteVerb;
  Stop: BlockVerb;
  SubagentStop: BlockVerb;
  Elicitation: ElicitationVerbs;
  ElicitationResult: ElicitationVerbs;
}

/** What a handler of one event gets: the event's fields and the verbs that the host will hear. */
export type HookContext<E extends HookEvent, S = unknown, N extends string = string> = BaseContext<E, S> &
  (E extends keyof EventFields<N> ? EventFields<N>[E] : unknown);

/**
 * A plugin's handler of one event. It speaks through the context and returns nothing: a returned object is a failure,
 * so that an answer in the SDK's own style cannot be lost unsaid.
 */
export type Handler<E extends HookEvent, S = unknown> = (
  ctx: HookContext<E, S>,
  next: Next,
) => void | Promise<void>;

/** A handler inside `onTool`, with the input typed by the tool's name. */
export type ToolHandler<E extends ToolEvent, S, N extends string> = (
  ctx: HookContext<E, S, N>,
  next: Next,
) => void | Promise<void>;
