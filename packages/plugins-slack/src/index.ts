export {
  NOTIFICATION_TYPES,
  SLACK_EVENTS,
  type SlackContext,
  type SlackEvent,
  type SlackNotice,
} from './slack-notice.js';
export { type SlackNotifier, slackNotifier } from './slack-notifier.js';
export type { SlackNotifierOptions } from './slack-options.js';
