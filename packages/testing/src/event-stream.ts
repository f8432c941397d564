import type { Block } from './script.js';

/** A whole answer of the Messages API, before it is streamed. */
export interface Answer {
  id: string;
  model: string;
  blocks: readonly Block[];
}

const CHUNK = 4096;

/** Why the model stopped: for its tool calls, or at the end of its turn. */
export function stopReason(blocks: readonly Block[]): 'tool_use' | 'end_turn' {
  return blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

/** An answer as one JSON message, for a request that did not ask for a stream. */
export function wholeMessage({ id, model, blocks }: Answer): Record<string, unknown> {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: blocks,
    stop_reason: stopReason(blocks),
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

/** An answer as server-sent events: each block opens, comes in pieces, and closes. */
export function* eventStream(answer: Answer): Generator<string> {
  const opening = { ...wholeMessage(answer), content: [], stop_reason: null };
  yield event('message_start', { message: opening });
  for (const [index, block] of answer.blocks.entries()) {
    yield event('content_block_start', { index, content_block: emptied(block) });
    for (const delta of deltas(block)) yield event('content_block_delta', { index, delta });
    yield event('content_block_stop', { index });
  }
  const delta = { stop_reason: stopReason(answer.blocks), stop_sequence: null };
  yield event('message_delta', { delta, usage: { output_tokens: 5 } });
  yield event('message_stop', {});
}

function emptied(block: Block): Block {
  return block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} };
}

function* deltas(block: Block): Generator<Record<string, string>> {
  const whole = block.type === 'text' ? block.text : JSON.stringify(block.input);
  for (const piece of pieces(whole)) {
    if (block.type === 'text') yield { type: 'text_delta', text: piece };
    else yield { type: 'input_json_delta', partial_json: piece };
  }
}

function* pieces(whole: string): Generator<string> {
  const characters = Array.from(whole);
  for (let at = 0; at < characters.length; at += CHUNK) yield characters.slice(at, at + CHUNK).join('');
}

function event(type: string, data: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
