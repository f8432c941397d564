import type { Decision, Vote } from '@hookloom/host';

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

/** The join of all votes: the strongest decision, with the votes that made it, in the order of the stack. */
export interface Verdict {
  readonly decision: Decision;
  readonly votes: readonly Vote[];
}

/** The strength of a decision, from 0 (none) to 4 (deny, decline, block). */
export function rankOf(decision: Decision): number {
  return RANKS[decision];
}

/** Joins votes: the strongest decision wins, and all reasons of that rank are kept. */
export function joinVotes<V extends Vote>(votes: readonly V[]): { decision: Decision; votes: readonly V[] } {
  let decision: Decision = 'none';
  for (const vote of votes) {
    if (RANKS[vote.decision] > RANKS[decision]) decision = vote.decision;
  }
  return { decision, votes: votes.filter((vote) => RANKS[vote.decision] === RANKS[decision]) };
}
