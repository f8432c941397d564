export type { WebhookBody, WebhookContext } from './webhook-body.js';
export { type WebhookNotifier, webhookNotifier } from './webhook-notifier.js';
export { WEBHOOK_EVENTS, type WebhookNotifierOptions } from './webhook-options.js';
