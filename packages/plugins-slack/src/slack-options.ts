import { type Duration, integer, type OptionRule, option, someOf } from '@hookloom/core';
import { isEndpoint } from '@hookloom/delivery';
import { NOTIFICATION_TYPES, type SlackContext, type SlackEvent, type SlackNotice } from './slack-notice.js';

/** Options of `slackNotifier`. */
export interface SlackNotifierOptions {
  /** The plugin's name; give one when a stack has several. Default: 'slack-notifier'. */
  readonly name?: string;
  /** The incoming webhook of a channel. It is a secret: it is shown nowhere but for its host. */
  readonly webhookUrl: string | URL;
  /** What to tell. Default: `SLACK_EVENTS`. */
  readonly events?: readonly SlackEvent[];
  /** Changes the notice; `undefined` tells nothing. What it gives is escaped and cut like the default. */
  readonly format?: (standard: SlackNotice, ctx: SlackContext) => SlackNotice | undefined;
  /** The time of one attempt. Default: '10s'. */
  readonly timeout?: Duration;
  /** A message that is not out so long after the event is given up; a flush waits no longer. Default: '30s'. */
  readonly deadline?: Duration;
  /** Attempts after the first. Default: 4. */
  readonly retries?: number;
  /** Most messages that wait; one more drops the oldest of them. Default: 100. */
  readonly queue?: number;
  /** `true` lets plain http pass, `'loopback'` only to this machine. Default: https only. */
  readonly allowInsecure?: boolean | 'loopback';
}

/** What each option must be. What may be an endpoint hangs on another option. */
export function rulesFor({ allowInsecure }: Partial<SlackNotifierOptions>): Record<string, OptionRule> {
  return {
    name: option.string,
    webhookUrl: {
      expects: 'an https URL without user and password (http only where allowInsecure says so)',
      accepts: (value) => isEndpoint(value, { allowInsecure }),
      required: true,
      secret: true,
    },
    events: someOf(...NOTIFICATION_TYPES, 'Notification', 'Stop', 'SubagentStop', 'denials'),
    format: option.handler,
    timeout: option.duration,
    deadline: option.duration,
    retries: integer(0, 100),
    queue: integer(1, 1_000_000),
    allowInsecure: {
      expects: "true, false or 'loopback'",
      accepts: (value) => typeof value === 'boolean' || value === 'loopback',
    },
  };
}
