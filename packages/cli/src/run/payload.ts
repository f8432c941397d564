import { faultInPayload, type HookEvent, HookloomError } from '@hookloom/core';

/** In bytes; more than any host sends: a tool's whole input, with the file that it writes. */
export const LONGEST_PAYLOAD = 64 * 1024 * 1024;

/** The error for a payload that is longer. */
export function payloadTooLong(): HookloomError {
  return new HookloomError('PAYLOAD_INVALID', 'the payload is longer than 64 MB');
}

/**
 * Reads one JSON document.
 * @throws HookloomError `PAYLOAD_INVALID`; its message quotes nothing of the text.
 */
export function parseJson(text: string): unknown {
  // A byte order mark goes too.
  const document = text.trim();
  if (document === '') throw new HookloomError('PAYLOAD_INVALID', 'there is no payload');
  try {
    return JSON.parse(document);
  } catch {
    throw new HookloomError('PAYLOAD_INVALID', 'the payload is no JSON');
  }
}

/**
 * Reads the one JSON document that a host sends, for an event.
 * @throws HookloomError `PAYLOAD_INVALID` as `parseJson` does, and for a payload that no plugin could rely on.
 */
export function parsePayload(text: string, event: HookEvent): unknown {
  const payload = parseJson(text);
  const fault = faultInPayload(event, payload);
  if (fault !== undefined) throw new HookloomError('PAYLOAD_INVALID', fault, { value: event });
  return payload;
}
