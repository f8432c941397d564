import type { Problem } from './problem.js';

/** How a message ended. */
export type SettledStatus = 'delivered' | 'failed' | 'dropped' | 'cancelled' | 'refused';

/** What became of a message. */
export interface Settled {
  readonly id: string;
  /** `dropped`: the queue was full; `cancelled`: by close or flush; `refused`: never accepted. */
  readonly status: SettledStatus;
  /** How many requests were made. */
  readonly attempts: number;
  /** Why it is not out; absent when it is. */
  readonly problem?: Problem;
}

/** What became of all messages: `accepted` is always the sum of delivered, failed, dropped, cancelled and pending. */
export interface Counts {
  readonly accepted: number;
  readonly delivered: number;
  readonly failed: number;
  /** Accepted, then pushed out of a full queue by a newer one. */
  readonly dropped: number;
  /** Not out when the delivery was closed or a flush had to end. */
  readonly cancelled: number;
  /** Waiting or under way. */
  readonly pending: number;
  /** Never accepted: a closed delivery, or a body that is none or too large. */
  readonly refused: number;
}
