import type { SyncHookJSONOutput } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import type { HookEvent } from '../src/index.js';

const text = z.string();
const words = text.regex(/\S/);
const data = z.record(z.string(), z.unknown());
const permission = { permissionDecisionReason: words };
const note = { additionalContext: words };

/** Fields of `hookSpecificOutput` by event, as the SDK types them; where it has none, the host takes nothing. */
const FIELDS: Readonly<Partial<Record<HookEvent, z.ZodRawShape>>> = {
  PreToolUse: {
    permissionDecision: z.enum(['allow', 'deny', 'ask', 'defer']),
    updatedInput: data,
    ...permission,
    ...note,
  },
  PermissionRequest: {
    decision: z.union([
      z.strictObject({
        behavior: z.literal('allow'),
        updatedInput: data.optional(),
        updatedPermissions: z.array(data).optional(),
      }),
      z.strictObject({
        behavior: z.literal('deny'),
        message: words.optional(),
        interrupt: z.boolean().optional(),
      }),
    ]),
  },
  PreSkillShellCommand: { permissionDecision: z.literal('deny'), ...permission },
  PreModelSwitch: { permissionDecision: z.enum(['allow', 'deny', 'ask']), ...permission },
  UserPromptSubmit: { sessionTitle: text, suppressOriginalPrompt: z.boolean(), ...note },
  UserPromptExpansion: { suppressOriginalPrompt: z.boolean(), ...note },
  PostToolUse: { classifierContext: text, updatedToolOutput: z.unknown(), ...note },
  PostToolUseFailure: note,
  PostToolBatch: note,
  PermissionDenied: { retry: z.boolean() },
  Notification: note,
  SessionStart: {
    initialUserMessage: text,
    sessionTitle: text,
    watchPaths: z.array(text),
    reloadSkills: z.boolean(),
    ...note,
  },
  Setup: note,
  SubagentStart: note,
  PostModelSwitch: note,
  Elicitation: { action: z.enum(['accept', 'decline', 'cancel']), content: data },
  ElicitationResult: { action: z.enum(['accept', 'decline', 'cancel']), content: data },
  CwdChanged: { watchPaths: z.array(text) },
  FileChanged: { watchPaths: z.array(text) },
  WorktreeCreate: { worktreePath: text },
  MessageDisplay: { displayContent: text },
};

/** What the host takes as the answer to one event: no key and no value besides. */
export function hostSchema(event: HookEvent): z.ZodType<SyncHookJSONOutput> {
  const fields = FIELDS[event];
  const specific = z
    .strictObject({ hookEventName: z.literal(event), ...z.object(fields ?? {}).partial().shape })
    .refine((output) => Object.keys(output).length > 1, 'it says nothing');
  const top = z.strictObject({
    continue: z.literal(false),
    suppressOutput: z.boolean(),
    stopReason: words,
    decision: z.literal('block'),
    systemMessage: words,
    terminalSequence: text,
    reason: text,
    hookSpecificOutput: fields === undefined ? z.never() : specific,
  });
  return top.partial() as unknown as z.ZodType<SyncHookJSONOutput>;
}
