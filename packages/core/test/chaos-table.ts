import { NEXT, RETURNING } from './chaos/answering.js';
import { HANGING, THROWING } from './chaos/failing.js';
import { REWRITING } from './chaos/rewriting.js';
import type { Row } from './chaos/row.js';
import { LATE, TALKING, VOTING } from './chaos/speaking.js';
import { KEEPING, TAMPERING } from './chaos/tampering.js';

/** Every way to misbehave that a process survives, with what the agent sees of it. */
export const CHAOS: Readonly<Record<string, readonly Row[]>> = {
  'throwing and rejecting': THROWING,
  'promises that are none': HANGING,
  next: NEXT,
  'returned values': RETURNING,
  votes: VOTING,
  'speaking late': LATE,
  'talking too much': TALKING,
  rewrites: REWRITING,
  'what is handed out': TAMPERING,
  'state and background work': KEEPING,
};
