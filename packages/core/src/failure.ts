import {
  type FailureCode,
  type HookEvent,
  HookloomError,
  isGateEvent,
  kindOf,
  traitsOf,
} from '@hookloom/host';
import type { Failure } from './outcome.js';
import type { OnFailure } from './plugin.js';

/** What a failure on an event does, by the plugin's `onFailure`. */
export function consequenceOf(event: HookEvent, onFailure: OnFailure): Failure['applied'] {
  if (onFailure === 'continue') return 'continue';
  if (event === 'PostToolUse') return 'withhold';
  const asks = onFailure === 'ask';
  // The host asks the person by itself when nobody answers a permission request.
  if (!isGateEvent(event) || (asks && event === 'PermissionRequest')) return 'continue';
  return asks && traitsOf(event).includes('ask') ? 'ask' : 'block';
}

/** The consequence of a failure in words, for the model and the person. */
export const CONSEQUENCES: Readonly<Record<Exclude<Failure['applied'], 'continue'>, string>> = {
  block: 'this is blocked',
  ask: 'the person is asked',
  withhold: 'the output is withheld',
};

// Those that a verb, or what the context gives, throws in the plugin's hands.
const OWN_CODES = /PAYLOAD_|STATE_|VOTE_/;

/**
 * Says what was thrown, without quoting it: a message could hold anything. Whatever it is, a proxy with traps among them,
 * looking at it does not throw again.
 */
export function describeThrown(thrown: unknown): { code: FailureCode; message: string } {
  try {
    if (thrown instanceof HookloomError) {
      // Each is read once: a plugin's own error may answer otherwise the second time.
      const { code, message } = thrown;
      if (OWN_CODES.test(code) && typeof message === 'string') return { code: code as FailureCode, message };
    }
  } catch {
    // A trap of a proxy.
  }
  return { code: 'PLUGIN_THREW', message: `it threw ${kindOf(thrown)}` };
}
