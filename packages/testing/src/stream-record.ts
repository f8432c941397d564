import type { SDKMessage, SDKResultMessage } from '@anthropic-ai/claude-agent-sdk';
import { type RequestMessage, type ToldResult, toolResultsIn } from './messages-request.js';

/** A line that the host shows in its stream (`system/informational`). */
export interface Notice {
  level: 'info' | 'notice' | 'suggestion' | 'warning';
  text: string;
  /** The host's tag, as `hook_callback_failed`. */
  tag?: string;
}

/** The notices of a stream, in order. */
export function noticesIn(messages: readonly SDKMessage[]): Notice[] {
  return messages.flatMap((message) => {
    if (message.type !== 'system' || message.subtype !== 'informational') return [];
    const { level, content, tag } = message;
    return [{ level, text: content, ...(tag !== undefined && { tag }) }];
  });
}

const SAYS = /^\S+ says: /;

/** What hooks told the person by `systemMessage`, in order, without the host's "<hook> says: ". */
export function saidToPersonIn(messages: readonly SDKMessage[]): string[] {
  return noticesIn(messages)
    .filter((notice) => SAYS.test(notice.text))
    .map((notice) => notice.text.replace(SAYS, ''));
}

/** The tool results of a stream, in order. */
export function toolResultsOf(messages: readonly SDKMessage[]): ToldResult[] {
  return messages.flatMap((message) =>
    message.type === 'user'
      ? toolResultsIn({ model: '', messages: [message.message as RequestMessage] })
      : [],
  );
}

/** The result messages of a stream, one a turn. */
export function resultsIn(messages: readonly SDKMessage[]): SDKResultMessage[] {
  return messages.filter((message) => message.type === 'result');
}
