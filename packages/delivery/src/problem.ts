/** Why a message is not out. */
export type ProblemCode =
  /** The endpoint answered with a status, or with an answer, that is none of success. */
  | 'ANSWER'
  /** The endpoint answered with a redirect; none is followed. */
  | 'REDIRECT'
  /** No connection, or one that broke. */
  | 'NETWORK'
  /** One attempt took too long. */
  | 'TIMEOUT'
  /** The message was not out within its deadline. */
  | 'DEADLINE'
  /** The endpoint asked to wait for longer than the message's deadline. */
  | 'RATE_LIMITED'
  /** The endpoint is gone for good; nothing more is sent. */
  | 'GONE'
  /** A newer message took its place in a full queue. */
  | 'QUEUE_FULL'
  /** It was not out when a flush had to end. */
  | 'FLUSH_ENDED'
  /** The delivery is closed. */
  | 'CLOSED'
  /** The message's body, key or id is none. */
  | 'MESSAGE_INVALID'
  /** The message's body is larger than the limit. */
  | 'MESSAGE_TOO_LARGE'
  /** A fault of the delivery itself. */
  | 'INTERNAL';

/** What went wrong with a message, in words that hold no URL, no header, no secret and nothing of the message. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The status of the answer, where there was one. */
  readonly status?: number;
}

/** A problem of one attempt, and whether another attempt may end better. */
export class AttemptError extends Error {
  readonly problem: Problem;
  readonly retryable: boolean;

  constructor(problem: Problem, retryable: boolean) {
    super(problem.message);
    this.problem = problem;
    this.retryable = retryable;
  }
}

/** What cannot be right in the options of a delivery. */
export type DeliveryErrorCode = 'OPTION_INVALID' | 'OPTION_UNKNOWN';

/** Thrown by `createDelivery` for options that cannot be right. It never shows a value. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: DeliveryErrorCode;

  constructor(code: DeliveryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
