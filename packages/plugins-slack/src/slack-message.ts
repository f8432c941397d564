import type { KnownBlock, PlainTextElement } from '@slack/types';
import type { SlackNotice } from './slack-notice.js';
import { toSlackText } from './slack-text.js';

/** A message as an incoming webhook takes it. */
export interface SlackMessage {
  /** What notifications show. */
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
  readonly mrkdwn: false;
  readonly link_names: false;
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

// Slack's limits, in characters and pieces.
const HEADER = 150;
const SECTION = 3000;
const DETAIL = 150;
const DETAILS = 10;

/** Lays out a notice: all of it plain text, escaped and within Slack's limits. */
export function toSlackMessage({ title, text = '', details = [] }: SlackNotice): SlackMessage {
  const header = plain(title, HEADER) ?? { type: 'plain_text', text: 'Notification', emoji: false };
  const section = plain(text, SECTION, true);
  const elements = details.map((detail) => plain(detail, DETAIL)).filter((element) => element !== undefined);
  const summary = [title, text, details.join(', ')].filter((part) => part.trim() !== '').join(' · ');
  return {
    text: toSlackText(summary, SECTION) || header.text,
    blocks: [
      { type: 'header', text: header },
      ...(section ? [{ type: 'section', text: section } as const] : []),
      ...(elements.length > 0 ? [{ type: 'context', elements: elements.slice(0, DETAILS) } as const] : []),
    ],
    mrkdwn: false,
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  };
}

function plain(text: string, limit: number, lines = false): PlainTextElement | undefined {
  const shown = toSlackText(text, limit, lines);
  return shown === '' ? undefined : { type: 'plain_text', text: shown, emoji: false };
}
