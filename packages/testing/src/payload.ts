import type { HookEvent, PayloadOf } from '@hookloom/core';
import { PAYLOAD_DEFAULTS } from './payload-defaults.js';
import { toolResponse } from './tool-response.js';

/** Fields that replace those of a payload; `undefined` takes a field out. */
export type PayloadOverrides<E extends HookEvent> = {
  [K in keyof Omit<PayloadOf<E>, 'hook_event_name'>]?: PayloadOf<E>[K] | undefined;
};

/**
 * Makes the payload of an event as a real run sends it, with neutral values (`/project`, `session-1`). Each payload of a
 * tool call has its own `tool_use_id`, and the transcript lies where the host keeps it for a session that began in `cwd`.
 *
 * @example
 * payload('Stop').stop_hook_active; // false
 * payload('UserPromptSubmit', { prompt: 'deploy' });
 */
export function payload<E extends HookEvent>(event: E, overrides: PayloadOverrides<E> = {}): PayloadOf<E> {
  const fields = {
    ...structuredClone(PAYLOAD_DEFAULTS[event]()),
    hook_event_name: event,
    ...(typeof overrides.cwd === 'string' && { transcript_path: transcriptOf(overrides.cwd) }),
    ...overrides,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as PayloadOf<E>;
}

function transcriptOf(cwd: string): string {
  return `/home/user/.claude/projects/${cwd.replace(/[^a-zA-Z0-9]/g, '-')}/session-1.jsonl`;
}

/**
 * Makes the PreToolUse payload of a tool call. A tool named `mcp__<server>__<tool>` gets its `mcp_server`.
 *
 * @example
 * toolCall('Bash', { command: 'git push' });
 * toolCall('Bash', { command: 'ls' }, subagent());
 */
export function toolCall(
  tool: string,
  input: Record<string, unknown>,
  overrides: PayloadOverrides<'PreToolUse'> = {},
): PayloadOf<'PreToolUse'> {
  return payload('PreToolUse', { tool_name: tool, tool_input: input, ...serverOf(tool), ...overrides });
}

/**
 * Makes the PostToolUse payload of a tool call.
 *
 * @param response The tool's `tool_response`; by default an empty one in the tool's real shape (see `toolResponse`).
 * @example
 * toolResult('Bash', { command: 'env' }, toolResponse('Bash', {}, 'TOKEN=abc'));
 */
export function toolResult(
  tool: string,
  input: Record<string, unknown>,
  response: unknown = toolResponse(tool, input),
  overrides: PayloadOverrides<'PostToolUse'> = {},
): PayloadOf<'PostToolUse'> {
  const call = { tool_name: tool, tool_input: input, tool_response: response };
  return payload('PostToolUse', { ...call, ...serverOf(tool), ...overrides });
}

/** Makes the two fields that mark a payload as a subagent's, as overrides for the builders. */
export function subagent(id = 'agent-1', type = 'general-purpose'): { agent_id: string; agent_type: string } {
  return { agent_id: id, agent_type: type };
}

function serverOf(tool: string): { mcp_server?: { name: string; source: string } } {
  const [prefix, server] = tool.split('__');
  return prefix === 'mcp' && server ? { mcp_server: { name: server, source: 'sdk' } } : {};
}
