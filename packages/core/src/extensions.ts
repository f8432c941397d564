import type { HookEvent } from './events.js';
import { isPlainObject } from './json.js';

/** Fields that the host takes on every event. */
export interface CommonExtension {
  /** Hides the hook's output from the transcript; it does not hide a message for the person. */
  suppressOutput?: boolean;
  /** A notification or title escape sequence (OSC 0, 1, 2, 9, 99, 777 or BEL) that the host prints. */
  terminalSequence?: string;
}

/** `decision: 'block'` where an event has no verb for it: the host stops the compaction, change or task. */
export interface BlockExtension {
  decision?: 'block';
  reason?: string;
}

/** The rare output fields of single events, which `extend` sets. */
export interface Extensions {
  SessionStart: {
    initialUserMessage?: string;
    sessionTitle?: string;
    watchPaths?: string[];
    reloadSkills?: boolean;
  };
  UserPromptSubmit: { sessionTitle?: string; suppressOriginalPrompt?: boolean };
  UserPromptExpansion: { suppressOriginalPrompt?: boolean };
  PostToolUse: { classifierContext?: string };
  PermissionDenied: { retry?: boolean };
  CwdChanged: { watchPaths?: string[] };
  FileChanged: { watchPaths?: string[] };
  WorktreeCreate: { worktreePath?: string };
  MessageDisplay: { displayContent?: string };
  PreCompact: BlockExtension;
  ConfigChange: BlockExtension;
  TaskCreated: BlockExtension;
  TaskCompleted: BlockExtension;
  TeammateIdle: BlockExtension;
}

/** What `extend` takes on one event. */
export type ExtensionOf<E extends HookEvent> = CommonExtension &
  (E extends keyof Extensions ? Extensions[E] : unknown);

type FieldKind = 'text' | 'flag' | 'texts' | 'block';

const COMMON: Readonly<Record<string, FieldKind>> = { suppressOutput: 'flag', terminalSequence: 'text' };
const BLOCK: Readonly<Record<string, FieldKind>> = { decision: 'block', reason: 'text' };

const FIELDS: Readonly<Partial<Record<HookEvent, Readonly<Record<string, FieldKind>>>>> = {
  SessionStart: {
    initialUserMessage: 'text',
    sessionTitle: 'text',
    watchPaths: 'texts',
    reloadSkills: 'flag',
  },
  UserPromptSubmit: { sessionTitle: 'text', suppressOriginalPrompt: 'flag' },
  UserPromptExpansion: { suppressOriginalPrompt: 'flag' },
  PostToolUse: { classifierContext: 'text' },
  PermissionDenied: { retry: 'flag' },
  CwdChanged: { watchPaths: 'texts' },
  FileChanged: { watchPaths: 'texts' },
  WorktreeCreate: { worktreePath: 'text' },
  MessageDisplay: { displayContent: 'text' },
  PreCompact: BLOCK,
  ConfigChange: BLOCK,
  TaskCreated: BLOCK,
  TaskCompleted: BLOCK,
  TeammateIdle: BLOCK,
};

const ACCEPTS: Record<FieldKind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  block: (value) => value === 'block',
};

function kindOf(event: HookEvent, key: string): FieldKind | undefined {
  const own = FIELDS[event];
  if (own !== undefined && Object.hasOwn(own, key)) return own[key];
  return Object.hasOwn(COMMON, key) ? COMMON[key] : undefined;
}

/** Tells whether a field goes to the top level of the host's answer, beside `hookSpecificOutput`. */
export function isTopLevelField(key: string): boolean {
  return Object.hasOwn(COMMON, key) || Object.hasOwn(BLOCK, key);
}

/** Says what is wrong with the fields given to `extend`; `undefined` when the host would take them all. */
export function faultInExtension(event: HookEvent, fields: unknown): string | undefined {
  if (!isPlainObject(fields)) return 'extend takes an object';
  for (const [key, value] of Object.entries(fields)) {
    const kind = kindOf(event, key);
    if (kind === undefined) return `${event} has no output field '${key}'`;
    if (value !== undefined && !ACCEPTS[kind](value)) return `the output field '${key}' has the wrong type`;
  }
  return undefined;
}

/** Joins the fields of several plugins: lists unite, flags stay up, and of two texts the later in the stack wins. */
export function joinExtensions(
  before: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const joined: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(fields)) {
    const old = joined[key];
    if (value === undefined) continue;
    if (Array.isArray(old) && Array.isArray(value)) joined[key] = [...new Set([...old, ...value])];
    else if (typeof old === 'boolean') joined[key] = old || value === true;
    else joined[key] = value;
  }
  return joined;
}
