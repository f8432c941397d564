import type { HookEvent, HookInput } from '@anthropic-ai/claude-agent-sdk';

export type { HookEvent };

/** The payload that the host sends for one event, as the SDK types it. */
export type PayloadOf<E extends HookEvent> = Extract<HookInput, { hook_event_name: E }>;

/** How the engine treats one event. */
interface EventTraits {
  /** A failure of a plugin that blocks on failure blocks the action that the event guards. */
  gate?: true;
  /** The host's word for "no" on this event, where a verdict of the highest rank ends the stack. */
  refusal?: 'deny' | 'block' | 'decline';
  /** The host can be told to ask the person. */
  asks?: true;
  /** The payload names a tool and its input. */
  tool?: true;
  /** What `rewrite` replaces. */
  rewrites?: 'input' | 'output';
  /** The payload holds a prompt. */
  prompt?: true;
  /** The hook answers in place of the host; registered only for a plugin that names it. */
  named?: true;
}

/** Every event of the SDK, each with what sets it apart. */
export const EVENT_TRAITS = {
  PreToolUse: { gate: true, refusal: 'deny', asks: true, tool: true, rewrites: 'input' },
  PermissionRequest: { gate: true, refusal: 'deny', tool: true, rewrites: 'input' },
  PreSkillShellCommand: { gate: true, refusal: 'deny', tool: true },
  PreModelSwitch: { gate: true, refusal: 'deny', asks: true },
  UserPromptSubmit: { gate: true, refusal: 'block', prompt: true },
  UserPromptExpansion: { gate: true, refusal: 'block', prompt: true },
  PostToolUse: { tool: true, rewrites: 'output' },
  PostToolUseFailure: { tool: true },
  PostToolBatch: {},
  PermissionDenied: { tool: true },
  Notification: {},
  SessionStart: {},
  SessionEnd: {},
  Setup: {},
  Stop: {},
  StopFailure: {},
  SubagentStart: {},
  SubagentStop: {},
  PreCompact: {},
  PostCompact: {},
  PostModelSwitch: {},
  TeammateIdle: {},
  TaskCreated: {},
  TaskCompleted: {},
  Elicitation: { refusal: 'decline' },
  ElicitationResult: { refusal: 'decline' },
  ConfigChange: {},
  WorktreeCreate: { named: true },
  WorktreeRemove: {},
  InstructionsLoaded: {},
  CwdChanged: {},
  FileChanged: {},
  DirectoryAdded: {},
  MessageDisplay: { named: true },
} as const satisfies Record<HookEvent, EventTraits>;

/** The names of all 34 events. */
export const EVENTS: readonly HookEvent[] = Object.freeze(Object.keys(EVENT_TRAITS) as HookEvent[]);

/** The events on which a plugin that fails with `onFailure: 'block'` blocks the action. */
export type GateEvent = {
  [E in HookEvent]: (typeof EVENT_TRAITS)[E] extends { gate: true } ? E : never;
}[HookEvent];

/** The events that concern one tool call: their contexts have `tool` and `input`. */
export type ToolEvent = {
  [E in HookEvent]: (typeof EVENT_TRAITS)[E] extends { tool: true } ? E : never;
}[HookEvent];

/** The events that a hook can watch without answering in place of the host: all but WorktreeCreate and MessageDisplay. */
export type ObservableEvent = {
  [E in HookEvent]: (typeof EVENT_TRAITS)[E] extends { named: true } ? never : E;
}[HookEvent];

/** What sets an event apart, with every trait optional. */
export function traitsOf(event: HookEvent): EventTraits {
  return EVENT_TRAITS[event];
}

/** Tells whether a value is the name of an event. */
export function isEvent(value: unknown): value is HookEvent {
  return typeof value === 'string' && Object.hasOwn(EVENT_TRAITS, value);
}

/** Tells whether a failure on this event can block the action that it guards. */
export function isGateEvent(event: HookEvent): event is GateEvent {
  return traitsOf(event).gate === true;
}
