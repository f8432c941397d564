import {
  type Duration,
  EVENTS,
  type HookEvent,
  integer,
  isEvent,
  type OptionRule,
  option,
} from '@hookloom/core';
import { isEndpoint, isHeaders } from '@hookloom/delivery';
import type { WebhookBody, WebhookContext } from './webhook-body.js';

/** Options of `webhookNotifier`. */
export interface WebhookNotifierOptions {
  /** The plugin's name; give one when a stack has several. Default: 'webhook-notifier'. */
  readonly name?: string;
  /** Where to post: https, without user and password. It is shown nowhere but for its origin. */
  readonly url: string | URL;
  /** The events to report; 'all' leaves out WorktreeCreate and MessageDisplay. Default: `WEBHOOK_EVENTS`. */
  readonly events?: 'all' | readonly HookEvent[];
  /** More request headers, such as `authorization`. They are shown nowhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Signs each request by HMAC-SHA256; `verifySignature` of `@hookloom/delivery` checks it. */
  readonly secret?: string;
  /** Makes the body in place of the default: JSON data, at once. */
  readonly body?: (standard: WebhookBody, ctx: WebhookContext) => unknown;
  /** The time of one attempt. Default: '10s'. */
  readonly timeout?: Duration;
  /** An event that is not out so long after it happened is given up; a flush waits no longer. Default: '30s'. */
  readonly deadline?: Duration;
  /** Attempts after the first. Default: 4. */
  readonly retries?: number;
  /** Most requests at once, one of a session. Default: 4. */
  readonly concurrency?: number;
  /** Most events that wait; one more drops the oldest of them. Default: 1,000. */
  readonly queue?: number;
  /** `true` lets plain http pass, `'loopback'` only to this machine. Default: https only. */
  readonly allowInsecure?: boolean | 'loopback';
}

/** The events that are reported by default: what has happened, not what is about to. */
export const WEBHOOK_EVENTS: readonly HookEvent[] = Object.freeze([
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionDenied',
  'Notification',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'SessionEnd',
]);

const events: OptionRule = {
  expects: `'all' or a list of events: ${EVENTS.join(', ')}`,
  accepts: (value) => value === 'all' || (Array.isArray(value) && value.length > 0 && value.every(isEvent)),
};

/** What each option must be. What may be an endpoint hangs on another option. */
export function rulesFor({ allowInsecure }: Partial<WebhookNotifierOptions>): Record<string, OptionRule> {
  return {
    name: option.string,
    url: {
      expects: 'an https URL without user and password (http only where allowInsecure says so)',
      accepts: (value) => isEndpoint(value, { allowInsecure }),
      required: true,
      secret: true,
    },
    events,
    headers: { expects: 'an object of HTTP headers', accepts: isHeaders, secret: true },
    secret: { ...option.string, secret: true },
    body: option.handler,
    timeout: option.duration,
    deadline: option.duration,
    retries: integer(0, 100),
    concurrency: integer(1, 1000),
    queue: integer(1, 1_000_000),
    allowInsecure: {
      expects: "true, false or 'loopback'",
      accepts: (value) => typeof value === 'boolean' || value === 'loopback',
    },
  };
}
