/**
 * A stack's answer to an event, from the weakest to the strongest: none, allow, ask, defer, deny.
 * Elicitations say accept, cancel and decline in place of allow, defer and deny; prompts, stops and tool outputs say block.
 */
export type Decision =
  | 'none'
  | 'allow'
  | 'accept'
  | 'ask'
  | 'defer'
  | 'cancel'
  | 'deny'
  | 'decline'
  | 'block';

// Of hooks side by side the host hears the strongest, in each of the 25 pairs as measured.
const RANKS: Record<Decision, number> = {
  none: 0,
  allow: 1,
  accept: 1,
  ask: 2,
  defer: 3,
  cancel: 3,
  deny: 4,
  decline: 4,
  block: 4,
};

/** The strength of a decision with the host, from 0 (none) to 4 (deny, decline, block). */
export function rankOf(decision: Decision): number {
  return RANKS[decision];
}
