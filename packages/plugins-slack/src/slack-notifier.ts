import {
  checkOptions,
  type Duration,
  definePlugin,
  type Handler,
  type HookContext,
  type HookEvent,
  type Plugin,
  parseDuration,
} from '@hookloom/core';
import { type Counts, createDelivery, type Receipt } from '@hookloom/delivery';
import { judgeSlackAnswer } from './slack-answer.js';
import { toSlackMessage } from './slack-message.js';
import {
  isAskedFor,
  SLACK_EVENTS,
  type SlackEvent,
  type SlackNotice,
  standardNotice,
} from './slack-notice.js';
import { rulesFor, type SlackNotifierOptions } from './slack-options.js';

/** The plugin, with a look at what became of its messages. */
export interface SlackNotifier extends Plugin {
  /** What became of all messages. */
  readonly counts: Counts;
  /** Waits for what is pending, and cancels what is not out after `within`. */
  flush(within?: Duration): Promise<Counts>;
  /** Sends nothing more; what is not out after `within` is cancelled, by default at once. */
  close(within?: Duration): Promise<Counts>;
}

/**
 * Tells a Slack channel when the agent waits for a person, and on demand when it ends or a call is denied. In the
 * background, as plain text that cannot ping or link. Put it first in the stack: then it sees what guards deny.
 * @throws HookloomError for unknown options or values that cannot be right; it never shows the webhook's URL.
 * @example
 * createHooks([slackNotifier({ webhookUrl: process.env.SLACK_WEBHOOK_URL ?? '' })])
 */
export function slackNotifier(options: SlackNotifierOptions): SlackNotifier {
  const { name = 'slack-notifier' } = options ?? {};
  checkOptions(name, options, rulesFor(options ?? {}));
  const { webhookUrl, format, retries, allowInsecure } = options;
  const { timeout = '10s', deadline = '30s', queue = 100, events = SLACK_EVENTS } = options;
  const asked: ReadonlySet<string> = new Set(events);
  const { host } = new URL(webhookUrl);
  const delivery = createDelivery({
    url: webhookUrl,
    retries,
    queue,
    allowInsecure,
    // Slack shows messages in the order in which they come.
    concurrency: 1,
    timeout: parseDuration(timeout, name),
    deadline: parseDuration(deadline, name, 'deadline'),
    classify: judgeSlackAnswer,
  });
  let goneTold = false;

  function noticeOf(ctx: HookContext<HookEvent>): SlackNotice | undefined {
    const standard = standardNotice(ctx);
    if (format === undefined) return standard;
    try {
      const notice = format(standard, ctx);
      if (notice === undefined || isNotice(notice)) return notice;
      // Nobody waits for the promise of an async function; its failure must not end the process.
      if (notice instanceof Promise) notice.catch(() => undefined);
      ctx.log('the format function gave no notice; the default was sent');
    } catch {
      ctx.log('the format function threw; the default was sent');
    }
    return standard;
  }

  async function follow(ctx: HookContext<HookEvent>, { done }: Receipt): Promise<void> {
    const { status, attempts, problem } = await done;
    if (problem === undefined || (problem.code === 'GONE' && goneTold)) return;
    goneTold ||= problem.code === 'GONE';
    const end = goneTold ? '; nothing more is sent' : '';
    ctx.log(`${host}: ${status} after ${attempts} attempts: ${problem.message}${end}`, delivery.counts);
  }

  const handler: Handler<HookEvent> = async (ctx, next) => {
    await next();
    const notice = isAskedFor(asked, ctx) ? noticeOf(ctx) : undefined;
    if (notice === undefined) return;
    ctx.waitUntil(follow(ctx, delivery.send({ body: JSON.stringify(toSlackMessage(notice)) })));
  };
  const hooks = Object.fromEntries(events.map((event) => [hookOf(event), handler]));
  const plugin = definePlugin({ name, role: 'observer', hooks });

  return Object.freeze({
    ...plugin,
    get counts() {
      return delivery.counts;
    },
    async flush(within?: Duration) {
      return delivery.flush(within && parseDuration(within, name, 'within'));
    },
    async close(within?: Duration) {
      return delivery.close(within && parseDuration(within, name, 'within'));
    },
  });
}

function hookOf(event: SlackEvent): HookEvent {
  if (event === 'denials') return 'PreToolUse';
  return event === 'Stop' || event === 'SubagentStop' ? event : 'Notification';
}

function isNotice(notice: SlackNotice): boolean {
  const { title, text = '', details = [] } = notice;
  return (
    [title, text].every((part) => typeof part === 'string') &&
    Array.isArray(details) &&
    details.every((part) => typeof part === 'string')
  );
}
