import { HookloomError } from '@hookloom/core';

/** In bytes; more than any host sends: a tool's whole input, with the file that it writes. */
export const LONGEST_PAYLOAD = 64 * 1024 * 1024;

/** The error for a payload that is longer. */
export function payloadTooLong(): HookloomError {
  return new HookloomError('PAYLOAD_INVALID', 'the payload is longer than 64 MB');
}

/**
 * Reads the one JSON document that a host sends.
 * @throws HookloomError `PAYLOAD_INVALID`; its message quotes nothing of the text.
 */
export function parsePayload(text: string): unknown {
  if (text.trim() === '') throw new HookloomError('PAYLOAD_INVALID', 'there is no payload');
  try {
    return JSON.parse(text);
  } catch {
    throw new HookloomError('PAYLOAD_INVALID', 'the payload is no JSON');
  }
}
