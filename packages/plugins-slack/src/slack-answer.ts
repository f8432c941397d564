import type { Classify } from '@hookloom/delivery';

// Slack's words for a webhook that will never work again.
const GONE: ReadonlySet<string> = new Set([
  'no_service',
  'no_service_id',
  'no_team',
  'no_active_hooks',
  'team_disabled',
  'invalid_token',
  'token_revoked',
  'action_prohibited',
  'channel_not_found',
  'channel_is_archived',
  'user_not_found',
]);

const OTHERS: ReadonlySet<string> = new Set([
  'invalid_payload',
  'invalid_blocks',
  'invalid_attachments',
  'too_many_attachments',
  'no_text',
  'missing_text_or_fallback_or_attachments',
  'posting_to_general_channel_denied',
  'rollup_error',
  'ratelimited',
  'rate_limited',
]);

/** Judges what Slack answered: only `ok` is a success; a webhook that was revoked is gone for good. */
export const judgeSlackAnswer: Classify = ({ status, body }) => {
  const word = body.trim();
  if (status === 429 || status === 408 || status >= 500) return undefined;
  // The answer is quoted only if it is one of Slack's own words.
  const note = GONE.has(word) || OTHERS.has(word) ? word : undefined;
  if (status === 404 || status === 410 || GONE.has(word)) return { result: 'gone', ...(note && { note }) };
  if (status >= 200 && status < 300) {
    return word === 'ok' ? { result: 'delivered' } : { result: 'failed', note: note ?? 'not ok' };
  }
  return { result: 'failed', ...(note && { note }) };
};
