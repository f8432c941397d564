import { randomUUID } from 'node:crypto';
import {
  checkOptions,
  type Duration,
  definePlugin,
  type Handler,
  type HookContext,
  type HookEvent,
  type ObservableEvent,
  onEveryEvent,
  type Plugin,
  parseDuration,
} from '@hookloom/core';
import { type Counts, createDelivery } from '@hookloom/delivery';
import { standardBody, type WebhookBody, writeBody } from './webhook-body.js';
import { rulesFor, WEBHOOK_EVENTS, type WebhookNotifierOptions } from './webhook-options.js';

/** The plugin, with a look at what became of its messages. */
export interface WebhookNotifier extends Plugin {
  /** What became of all events; `refused` counts bodies that were no JSON or too large. */
  readonly counts: Counts;
  /** Waits for what is pending, and cancels what is not out after `within`. */
  flush(within?: Duration): Promise<Counts>;
  /** Sends nothing more; what is not out after `within` is cancelled, by default at once. */
  close(within?: Duration): Promise<Counts>;
}

/**
 * Posts what the agent does to a webhook, in the background, in order of each session. Put it first in the stack: then it
 * sees the final verdict, and calls that a guard refuses.
 * @throws HookloomError for unknown options or values that cannot be right; it never shows the URL, a header or the secret.
 * @example
 * createHooks([webhookNotifier({ url: process.env.WEBHOOK_URL, secret: process.env.WEBHOOK_SECRET }), envFileGuard()])
 */
export function webhookNotifier(options: WebhookNotifierOptions): WebhookNotifier {
  const { name = 'webhook-notifier' } = options ?? {};
  checkOptions(name, options, rulesFor(options ?? {}));
  const { timeout = '10s', deadline = '30s', body = (standard: WebhookBody): unknown => standard } = options;
  const { url, headers, secret, retries, concurrency, queue, allowInsecure } = options;
  const delivery = createDelivery({
    url,
    headers,
    secret,
    retries,
    concurrency,
    queue,
    allowInsecure,
    timeout: parseDuration(timeout, name),
    deadline: parseDuration(deadline, name, 'deadline'),
  });
  let faults = 0;

  function report(ctx: HookContext<HookEvent>): void {
    const id = randomUUID();
    const written = writeBody(() => body(standardBody(ctx, id), ctx));
    if ('fault' in written) {
      faults += 1;
      ctx.log(`nothing was sent: ${written.fault}`);
      return;
    }
    const { done } = delivery.send({ id, key: ctx.payload.session_id, body: written.text });
    const told = done.then(({ status, attempts, problem }) => {
      if (problem === undefined) return;
      ctx.log(`${delivery.origin}: ${status} after ${attempts} attempts: ${problem.message}`, countAll());
    });
    ctx.waitUntil(told);
  }

  function countAll(): Counts {
    const { counts } = delivery;
    return Object.freeze({ ...counts, refused: counts.refused + faults });
  }

  const handler: Handler<HookEvent> = async (ctx, next) => {
    await next();
    report(ctx);
  };
  const plugin = definePlugin({ name, role: 'observer', hooks: handlersFor(options.events, handler) });

  return Object.freeze({
    ...plugin,
    get counts() {
      return countAll();
    },
    async flush(within?: Duration) {
      await delivery.flush(within && parseDuration(within, name, 'within'));
      return countAll();
    },
    async close(within?: Duration) {
      await delivery.close(within && parseDuration(within, name, 'within'));
      return countAll();
    },
  });
}

function handlersFor(asked: WebhookNotifierOptions['events'] = WEBHOOK_EVENTS, handler: Handler<HookEvent>) {
  if (asked === 'all') return onEveryEvent(handler as Handler<ObservableEvent>);
  return Object.fromEntries(asked.map((event) => [event, handler]));
}
