import { type HookEvent, hasTrait } from './events.js';
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

const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';

/** Whether a field takes a value. An event takes the fields that its traits name, and those of every event. */
const ACCEPTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  suppressOutput: isFlag,
  terminalSequence: isText,
  decision: (value) => value === 'block',
  reason: isText,
  initialUserMessage: isText,
  sessionTitle: isText,
  classifierContext: isText,
  worktreePath: isText,
  displayContent: isText,
  reloadSkills: isFlag,
  suppressOriginalPrompt: isFlag,
  retry: isFlag,
  watchPaths: (value) => Array.isArray(value) && value.every(isText),
};

const EVERYWHERE: readonly string[] = ['suppressOutput', 'terminalSequence'];

/** Tells whether a field goes to the top level of the host's answer, beside `hookSpecificOutput`. */
export function isTopLevelField(key: string): boolean {
  return key === 'decision' || key === 'reason' || EVERYWHERE.includes(key);
}

/** Says what is wrong with the fields given to `extend`; `undefined` when the host would take them all. */
export function faultInExtension(event: HookEvent, fields: unknown): string | undefined {
  if (!isPlainObject(fields)) return 'extend takes an object';
  for (const [key, value] of Object.entries(fields)) {
    const accepts = hasTrait(event, key) || EVERYWHERE.includes(key) ? ACCEPTS[key] : undefined;
    if (accepts === undefined) return `${event} has no output field '${key}'`;
    if (value !== undefined && !accepts(value)) return `the output field '${key}' has the wrong type`;
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
