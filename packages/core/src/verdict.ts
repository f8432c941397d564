import { type Decision, rankOf, type Vote } from '@hookloom/host';

/** The join of all votes: the strongest decision, with the votes that made it, in the order of the stack. */
export interface Verdict {
  readonly decision: Decision;
  readonly votes: readonly Vote[];
}

/** Joins votes: the strongest decision wins, and all reasons of that rank are kept. */
export function joinVotes<V extends Vote>(votes: readonly V[]): { decision: Decision; votes: readonly V[] } {
  let decision: Decision = 'none';
  for (const vote of votes) {
    if (rankOf(vote.decision) > rankOf(decision)) decision = vote.decision;
  }
  return { decision, votes: votes.filter((vote) => rankOf(vote.decision) === rankOf(decision)) };
}
