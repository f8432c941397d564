import type { SyncHookJSONOutput } from '@anthropic-ai/claude-agent-sdk';
import type { Answer, Message } from './answer.js';
import { type HookEvent, hasTrait } from './events.js';
import { isTopLevelField } from './extensions.js';
import { present } from './json.js';

type Fields = Record<string, unknown>;

/** Says a stack's answer in the host's words, valid for the event's schema; `{}` when there is nothing to say. */
export function toHostOutput(answer: Answer): SyncHookJSONOutput {
  const { event, output, notes, messages, halt, extension } = answer;
  const top: Fields = {};
  const fields: Fields = { updatedToolOutput: output };
  sayVerdict(answer, fields, top);
  if (notes.length > 0) fields.additionalContext = notes.map(({ text }) => text).join('\n');
  for (const [key, value] of Object.entries(extension)) {
    if (isTopLevelField(key)) top[key] = value;
    else fields[key] = value;
  }
  if (messages.length > 0 && !TOLD_TO_THE_MODEL.has(event)) top.systemMessage = linesOf(messages);
  if (halt !== undefined) {
    top.continue = false;
    top.stopReason = linesOf([halt]);
  }
  const specific = present(fields);
  if (Object.keys(specific).length > 0) top.hookSpecificOutput = { hookEventName: event, ...specific };
  return top as SyncHookJSONOutput;
}

/** Says the verdict: `fields` go into `hookSpecificOutput`, `top` beside it. */
function sayVerdict({ event, verdict, input }: Answer, fields: Fields, top: Fields): void {
  const { decision, votes } = verdict;
  const reasons = votes.map((vote) => `${vote.plugin}: ${vote.reason || vote.decision}`);
  const reason = [...new Set(reasons)].join('\n');
  // A deferred call is asked about again with its original input, and a denied one has none.
  if (event === 'PreToolUse' && decision !== 'deny' && decision !== 'defer') fields.updatedInput = input;
  if (decision === 'none') return;
  const isElicitation = hasTrait(event, 'accept');
  // The SDK's callbacks are heard only in `decision`, command hooks in `action` (measured): so a refusal says both.
  if (decision === 'block' || (isElicitation && decision !== 'accept')) {
    top.decision = 'block';
    top.reason = reason;
  }
  if (isElicitation) {
    fields.action = decision;
    fields.content = votes.find(({ content }) => content !== undefined)?.content;
  } else if (event === 'PermissionRequest') {
    const permissions = votes.flatMap((vote) => vote.permissions ?? []);
    fields.decision = present(
      decision === 'allow'
        ? {
            behavior: decision,
            updatedInput: input,
            updatedPermissions: permissions.length > 0 ? permissions : undefined,
          }
        : { behavior: decision, message: reason, interrupt: votes.find((vote) => vote.interrupt)?.interrupt },
    );
  } else if (decision !== 'block') {
    fields.permissionDecision = decision;
    fields.permissionDecisionReason = reason;
  }
}

// There the host puts a message for the person into the model's context, as measured.
const TOLD_TO_THE_MODEL: ReadonlySet<HookEvent> = new Set(['PreCompact', 'PostCompact']);

function linesOf(messages: readonly Message[]): string {
  return messages.map(({ plugin, text }) => `${plugin}: ${text}`).join('\n');
}
