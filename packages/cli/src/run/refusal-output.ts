import { type HookEvent, isGateEvent, toRefusal } from '@hookloom/core';

/** The answer for a call that nobody could judge: a block on a gate event, and word to the person on any other. */
export function toRefusalOutput(event: HookEvent, payload: unknown, reason: string): object {
  if (isGateEvent(event)) {
    const why = `${reason} and this is blocked. Ask the person to run "hookloom doctor".`;
    return toRefusal(event, payload, why);
  }
  if (event === 'ConfigChange') {
    // A gate must not go because nobody could look: the session keeps the settings that it has.
    const kept = `hookloom: ${reason}, and this session keeps the settings that it has.`;
    return { decision: 'block', reason: kept, systemMessage: kept };
  }
  // There the host puts a message for the person into the model's context.
  const telling =
    event === 'PreCompact' || event === 'PostCompact' ? {} : { systemMessage: `hookloom: ${reason}.` };
  return { ...toRefusal(event, payload, `${reason}.`), ...telling };
}
