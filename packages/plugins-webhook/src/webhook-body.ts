import type { BaseContext, Decision, HookEvent } from '@hookloom/core';

/** What is posted by default: what happened, and nothing of what a tool or a person said. */
export interface WebhookBody {
  /** A UUID, the same on every attempt and in the header `x-hookloom-id`. */
  readonly id: string;
  readonly event: HookEvent;
  /** When it was reported, as an ISO date. */
  readonly at: string;
  readonly session: string;
  /** The name of the agent's working folder, without its path. */
  readonly project: string;
  /** What the stack within said in the end. */
  readonly decision: Decision;
  /** The plugins that said so. */
  readonly by: readonly string[];
  readonly tool?: string;
  readonly toolUseId?: string;
  /** The subagent in which it happened. */
  readonly agent?: { readonly id: string; readonly type?: string };
  /** The type of a notification, such as `permission_prompt`. */
  readonly notification?: string;
}

/** What a `body` function may look at: the event as the stack left it. */
export interface WebhookContext
  extends Pick<BaseContext<HookEvent, unknown>, 'event' | 'payload' | 'verdict' | 'agent'> {
  readonly tool?: string;
  /** The tool's input, as rewritten. */
  readonly input?: unknown;
  /** The tool's output, as rewritten. */
  readonly output?: unknown;
  readonly prompt?: string;
}

/** Makes the default body. */
export function standardBody(
  { event, payload, verdict, agent, tool }: WebhookContext,
  id: string,
): WebhookBody {
  const { tool_use_id: toolUseId, notification_type: notification } = payload as Record<string, unknown>;
  return {
    id,
    event,
    at: new Date().toISOString(),
    session: payload.session_id,
    project: payload.cwd.split(/[\\/]/).findLast((name) => name !== '') ?? '',
    decision: verdict.decision,
    by: [...new Set(verdict.votes.map(({ plugin }) => plugin))],
    ...(tool !== undefined && { tool }),
    ...(typeof toolUseId === 'string' && { toolUseId }),
    ...(agent && { agent: { id: agent.id, ...(agent.type !== undefined && { type: agent.type }) } }),
    ...(typeof notification === 'string' && { notification }),
  };
}

/** Writes a body as JSON, or says why it is none. What was thrown is not quoted: it may hold anything. */
export function writeBody(make: () => unknown): { text: string } | { fault: string } {
  let body: unknown;
  try {
    body = make();
  } catch {
    return { fault: 'the body function threw' };
  }
  if (body instanceof Promise) {
    body.catch(() => undefined);
    return { fault: 'the body function must answer at once, not by a promise' };
  }
  try {
    const text = JSON.stringify(body) as string | undefined;
    return text === undefined ? { fault: 'the body function gave no JSON' } : { text };
  } catch {
    return { fault: 'the body function gave no JSON' };
  }
}
