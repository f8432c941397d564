export type { Classify, EndpointAnswer, Judgement } from './attempt.js';
export { createDelivery, type Delivery } from './delivery.js';
export { type EndpointOptions, isEndpoint } from './endpoint.js';
export { isHeaders } from './headers.js';
export type { Message, Receipt } from './message.js';
export { DeliveryError, type DeliveryErrorCode, type Problem, type ProblemCode } from './problem.js';
export type { DeliveryOptions } from './settings.js';
export { HEADERS, sign, type VerifyOptions, verifySignature } from './signature.js';
export type { Counts, Settled, SettledStatus } from './tally.js';
