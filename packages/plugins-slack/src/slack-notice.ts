import type { BaseContext, Frozen, HookEvent, PayloadOf } from '@hookloom/core';

/** The types of the host's notifications, as Claude Code 2.1.332 names them. */
export const NOTIFICATION_TYPES = Object.freeze([
  'permission_prompt',
  'worker_permission_prompt',
  'idle_prompt',
  'agent_needs_input',
  'agent_completed',
  'auth_success',
  'auth_storage_failure',
  'elicitation_dialog',
  'elicitation_url_dialog',
  'elicitation_complete',
  'elicitation_response',
  'push_notification',
  'plugin_notification',
  'computer_use_enter',
  'computer_use_exit',
  'quota_auto_resume_fired',
  'quota_auto_resume_stale',
  'quota_auto_resume_disabled',
  'model_refusal_fallback',
] as const);

/**
 * What can be told: notifications by type, or all of them (`Notification`), the end of the agent or of a subagent, and tool
 * calls that were denied.
 */
export type SlackEvent =
  | (typeof NOTIFICATION_TYPES)[number]
  | 'Notification'
  | 'Stop'
  | 'SubagentStop'
  | 'denials';

/** What is told by default: the agent waits for a person, or has got what it waited for. */
export const SLACK_EVENTS: readonly SlackEvent[] = Object.freeze([
  'permission_prompt',
  'idle_prompt',
  'auth_success',
  'elicitation_dialog',
  'elicitation_url_dialog',
  'elicitation_complete',
  'elicitation_response',
]);

/** A message before it is laid out. All of it is plain text; what Slack would read as markup is escaped later. */
export interface SlackNotice {
  /** Up to 150 characters. */
  readonly title: string;
  /** Up to 3,000 characters. */
  readonly text?: string;
  /** Small print, up to ten pieces of 150 characters. */
  readonly details?: readonly string[];
}

/** What a `format` function may look at: the event as the stack left it. */
export interface SlackContext
  extends Pick<BaseContext<HookEvent, unknown>, 'event' | 'payload' | 'verdict' | 'agent'> {
  readonly tool?: string;
}

const TITLES: Readonly<Record<string, string>> = {
  permission_prompt: 'The agent asks for permission',
  worker_permission_prompt: 'A worker asks for permission',
  idle_prompt: 'The agent waits for you',
  agent_needs_input: 'An agent waits for you',
  agent_completed: 'An agent is done',
  auth_success: 'Signed in',
  elicitation_dialog: 'An MCP server asks a question',
  elicitation_url_dialog: 'An MCP server asks you to open a page',
  elicitation_complete: 'A question is answered',
  elicitation_response: 'A question is answered',
};

/** Tells whether an event is to be told, given what was asked for. */
export function isAskedFor(asked: ReadonlySet<string>, { payload, verdict }: SlackContext): boolean {
  switch (payload.hook_event_name) {
    case 'Notification':
      return asked.has('Notification') || asked.has(payload.notification_type);
    case 'PreToolUse':
      return verdict.decision === 'deny';
    default:
      // A stop that was blocked is none: the agent goes on.
      return verdict.decision !== 'block';
  }
}

/** Makes the default notice of an event: what the host or a plugin said, and nothing of what a tool or the model said. */
export function standardNotice({ payload, verdict, agent, tool }: SlackContext): SlackNotice {
  const details = [
    payload.cwd.split(/[\\/]/).findLast((name) => name !== '') ?? '',
    `session ${payload.session_id.slice(0, 8)}`,
    ...(tool === undefined ? [] : [tool]),
    ...(agent?.type === undefined ? [] : [`subagent ${agent.type}`]),
  ];
  switch (payload.hook_event_name) {
    case 'Notification':
      return { title: titleOf(payload), text: payload.message, details };
    case 'PreToolUse': {
      const reasons = verdict.votes.map(({ plugin, reason }) => `${plugin}: ${reason}`);
      return { title: 'A tool call was denied', text: reasons.join('\n'), details };
    }
    case 'SubagentStop':
      return { title: 'A subagent is done', details };
    default:
      return { title: 'The agent is done', details };
  }
}

function titleOf({ notification_type: type, title }: Frozen<PayloadOf<'Notification'>>): string {
  return (Object.hasOwn(TITLES, type) ? TITLES[type] : undefined) ?? title ?? `Notification: ${type}`;
}
