import { HookloomError } from '@hookloom/core';

/** More than any host sends: a tool's whole input, with the file that it writes. */
const MOST = 64 * 1024 * 1024;

/**
 * Reads the one JSON document on stdin.
 * @throws HookloomError `PAYLOAD_INVALID`; its message quotes nothing of what was read.
 */
export async function readPayload(stdin: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.length;
    if (size > MOST) throw new HookloomError('PAYLOAD_INVALID', 'the payload is longer than 64 MB');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8').trim();
  if (text === '') throw new HookloomError('PAYLOAD_INVALID', 'there is no payload on stdin');
  try {
    return JSON.parse(text);
  } catch {
    throw new HookloomError('PAYLOAD_INVALID', 'the payload is no JSON');
  }
}
