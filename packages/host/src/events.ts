import type { HookEvent, HookInput } from '@anthropic-ai/claude-agent-sdk';
import { show } from './errors.js';

export type { HookEvent };

/** The payload that the host sends for one event, as the SDK types it. */
export type PayloadOf<E extends HookEvent> = Extract<HookInput, { hook_event_name: E }>;

/**
 * Every event of the SDK, with all that sets it apart: the fields and verbs of its contexts, the output fields that
 * `extend` takes, and two words of their own:
 * - `gate`: a plugin that fails and blocks on failure blocks the action that the event guards;
 * - `named`: the hook answers in place of the host, so it is registered only for a plugin that names the event.
 */
export const EVENT_TRAITS = {
  PreToolUse: 'gate tool input deny defer ask allow rewrite note',
  PermissionRequest: 'gate tool input deny allow rewrite',
  PreSkillShellCommand: 'gate tool input deny',
  PreModelSwitch: 'gate deny ask allow',
  UserPromptSubmit: 'gate prompt block note sessionTitle suppressOriginalPrompt',
  UserPromptExpansion: 'gate prompt block note suppressOriginalPrompt',
  PostToolUse: 'tool input output rewrite block note classifierContext',
  PostToolUseFailure: 'tool input note',
  PostToolBatch: 'note',
  PermissionDenied: 'tool input retry',
  Notification: 'note',
  SessionStart: 'note initialUserMessage sessionTitle watchPaths reloadSkills',
  SessionEnd: '',
  Setup: 'note',
  Stop: 'block',
  StopFailure: '',
  SubagentStart: 'note',
  SubagentStop: 'block',
  PreCompact: 'decision reason',
  PostCompact: '',
  PostModelSwitch: 'note',
  TeammateIdle: 'decision reason',
  TaskCreated: 'decision reason',
  TaskCompleted: 'decision reason',
  Elicitation: 'accept decline cancel',
  ElicitationResult: 'accept decline cancel',
  ConfigChange: 'decision reason',
  WorktreeCreate: 'named worktreePath',
  WorktreeRemove: '',
  InstructionsLoaded: '',
  CwdChanged: 'watchPaths',
  FileChanged: 'watchPaths',
  DirectoryAdded: '',
  MessageDisplay: 'named displayContent',
} as const satisfies Record<HookEvent, string>;

/** The names of all 34 events. */
export const EVENTS: readonly HookEvent[] = Object.freeze(Object.keys(EVENT_TRAITS) as HookEvent[]);

type EventWith<Traits extends string> = {
  [E in HookEvent]: (typeof EVENT_TRAITS)[E] extends Traits ? E : never;
}[HookEvent];

/** The events on which a plugin that fails with `onFailure: 'block'` blocks the action. */
export type GateEvent = EventWith<`gate ${string}`>;

/** The events that concern one tool call: their contexts have `tool` and `input`. */
export type ToolEvent = EventWith<`${string}tool input${string}`>;

/** The events that a hook can watch without answering in place of the host: all but WorktreeCreate and MessageDisplay. */
export type ObservableEvent = Exclude<HookEvent, EventWith<`named ${string}`>>;

const TRAITS = new Map<string, readonly string[]>(
  Object.entries(EVENT_TRAITS).map(([event, words]) => [event, words.split(' ')]),
);

/** The words by which an event is described. */
export function traitsOf(event: HookEvent): readonly string[] {
  return TRAITS.get(event) ?? [];
}

/** Tells whether an event is described by a word. */
export function hasTrait(event: HookEvent, word: string): boolean {
  return traitsOf(event).includes(word);
}

/** The events that a hook can watch without answering in place of the host. */
export const OBSERVABLE_EVENTS: readonly ObservableEvent[] = Object.freeze(
  EVENTS.filter((event): event is ObservableEvent => !hasTrait(event, 'named')),
);

/** Tells whether a value is the name of an event. */
export function isEvent(value: unknown): value is HookEvent {
  return TRAITS.has(value as string);
}

/** Says that no event has a name, with advice for one that is spelt in another case. */
export function unknownEvent(name: unknown): string {
  const lower = typeof name === 'string' ? name.toLowerCase() : undefined;
  const near = EVENTS.find((event) => event.toLowerCase() === lower);
  return `there is no event ${show(name)}${near === undefined ? '' : `; did you mean '${near}'?`}`;
}

/** Tells whether a failure on this event can block the action that it guards. */
export function isGateEvent(event: HookEvent): event is GateEvent {
  return hasTrait(event, 'gate');
}

/** The host's word for "no" on this event, where it ends the stack: a `block` of a stop or an output does not. */
export function refusalOf(event: HookEvent): 'deny' | 'decline' | 'block' | undefined {
  if (hasTrait(event, 'deny')) return 'deny';
  if (hasTrait(event, 'decline')) return 'decline';
  return isGateEvent(event) ? 'block' : undefined;
}
