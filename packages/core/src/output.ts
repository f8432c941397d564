import type { SyncHookJSONOutput } from '@anthropic-ai/claude-agent-sdk';
import type { HookEvent } from './events.js';
import { isTopLevelField } from './extensions.js';
import type { Message, Outcome } from './outcome.js';

type Fields = Record<string, unknown>;
type Verdict = Outcome['verdict'];

/** How the verdict of one event is said; `fields` go into `hookSpecificOutput`, `top` beside it. */
type Say = (outcome: Outcome, fields: Fields, top: Fields) => void;

const sayPermission: Say = ({ verdict }, fields) => {
  if (verdict.decision === 'none') return;
  fields.permissionDecision = verdict.decision;
  fields.permissionDecisionReason = reasonOf(verdict);
};

const sayBlock: Say = ({ verdict }, _fields, top) => {
  if (verdict.decision !== 'block') return;
  top.decision = 'block';
  top.reason = reasonOf(verdict);
};

// The SDK's callbacks are heard only in `decision`, command hooks in `action` (measured): so a refusal says both.
const sayElicitation: Say = ({ verdict }, fields, top) => {
  if (verdict.decision === 'none') return;
  fields.action = verdict.decision;
  if (verdict.decision !== 'accept') {
    top.decision = 'block';
    top.reason = reasonOf(verdict);
    return;
  }
  const content = verdict.votes.find((vote) => vote.content !== undefined)?.content;
  if (content !== undefined) fields.content = content;
};

const SAY: Readonly<Partial<Record<HookEvent, Say>>> = {
  PreToolUse(outcome, fields, top) {
    sayPermission(outcome, fields, top);
    // A deferred call is asked about again with its original input, and a denied one has none.
    const { decision } = outcome.verdict;
    if (outcome.input !== undefined && decision !== 'deny' && decision !== 'defer')
      fields.updatedInput = outcome.input;
  },
  PermissionRequest({ verdict, input }, fields) {
    if (verdict.decision === 'deny') {
      const interrupt = verdict.votes.some((vote) => vote.interrupt);
      fields.decision = {
        behavior: 'deny',
        message: reasonOf(verdict),
        ...(interrupt ? { interrupt } : {}),
      };
    } else if (verdict.decision === 'allow') {
      const permissions = verdict.votes.flatMap((vote) => vote.permissions ?? []);
      fields.decision = {
        behavior: 'allow',
        ...(input === undefined ? {} : { updatedInput: input }),
        ...(permissions.length === 0 ? {} : { updatedPermissions: permissions }),
      };
    }
  },
  PreModelSwitch: sayPermission,
  PreSkillShellCommand: sayPermission,
  UserPromptSubmit: sayBlock,
  UserPromptExpansion: sayBlock,
  PostToolUse(outcome, fields, top) {
    sayBlock(outcome, fields, top);
    if (outcome.output !== undefined) fields.updatedToolOutput = outcome.output;
  },
  Stop: sayBlock,
  SubagentStop: sayBlock,
  Elicitation: sayElicitation,
  ElicitationResult: sayElicitation,
};

/** Says an outcome in the host's words, valid for the event's schema; `{}` when there is nothing to say. */
export function toHostOutput(outcome: Outcome): SyncHookJSONOutput {
  const fields: Fields = {};
  const top: Fields = {};
  SAY[outcome.event]?.(outcome, fields, top);
  if (outcome.notes.length > 0) fields.additionalContext = outcome.notes.map(({ text }) => text).join('\n');
  for (const [key, value] of Object.entries(outcome.extension)) {
    if (isTopLevelField(key)) top[key] = value;
    else fields[key] = value;
  }
  if (outcome.messages.length > 0 && !TOLD_TO_THE_MODEL.has(outcome.event)) {
    top.systemMessage = linesOf(outcome.messages);
  }
  if (outcome.halt !== undefined) {
    top.continue = false;
    top.stopReason = linesOf([outcome.halt]);
  }
  if (Object.keys(fields).length > 0) top.hookSpecificOutput = { hookEventName: outcome.event, ...fields };
  return top as SyncHookJSONOutput;
}

// There the host puts a message for the person into the model's context, as measured.
const TOLD_TO_THE_MODEL: ReadonlySet<HookEvent> = new Set(['PreCompact', 'PostCompact']);

function linesOf(messages: readonly Message[]): string {
  return messages.map(({ plugin, text }) => `${plugin}: ${text}`).join('\n');
}

function reasonOf(verdict: Verdict): string {
  const reasons = verdict.votes.map(({ plugin, decision, reason }) => `${plugin}: ${reason || decision}`);
  return [...new Set(reasons)].join('\n');
}
