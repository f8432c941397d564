import type { SyncHookJSONOutput } from '@anthropic-ai/claude-agent-sdk';
import { type HookEvent, isGateEvent, refusalOf } from './events.js';
import { toHostOutput } from './output.js';
import { withheldOutput } from './shape.js';

/**
 * What a host answers when no stack could be asked: a gate event is blocked, a tool's output withheld, and any other
 * event left alone. `why` ends in a full stop and goes to the model; it quotes nothing of the payload.
 * @example
 * toRefusal('PreToolUse', payload, 'hookloom.config.mjs could not be loaded. Ask the person to mend it.')
 */
export function toRefusal(event: HookEvent, payload: unknown, why: string): SyncHookJSONOutput {
  if (!isGateEvent(event) && event !== 'PostToolUse') return {};
  const decision = refusalOf(event) ?? 'block';
  const verdict = { decision, votes: [{ plugin: 'hookloom', decision, reason: why }] };
  const output = event === 'PostToolUse' ? withheldOutput(payload, 'hookloom') : undefined;
  const nothing = { input: undefined, notes: [], messages: [], halt: undefined, extension: {} };
  return toHostOutput({ ...nothing, event, verdict, output });
}
