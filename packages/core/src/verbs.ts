import {
  copyFrozen,
  type Decision,
  type FailureCode,
  faultInExtension,
  HookloomError,
  isGateEvent,
  isPlainObject,
  joinExtensions,
  type PlainObject,
  refusalOf,
} from '@hookloom/host';
import type { Call } from './call.js';
import { isText } from './options.js';
import type { VoteDetails } from './run.js';

type Vote = Exclude<Decision, 'none'>;

const REASONLESS: readonly Vote[] = ['allow', 'accept', 'cancel', 'decline'];
const UNSAID = 'no reason was given';
const INTERRUPT: VoteDetails = { interrupt: true };

function vote(call: Call, decision: Vote, reason: unknown, details?: VoteDetails): void {
  const text =
    reason === undefined && REASONLESS.includes(decision) ? '' : textOf(call, `its ${decision}`, reason);
  // A refusal in the wrong form is still a refusal; consent is void by the failure.
  call.cast(decision, text ?? UNSAID, details);
}

/** The words that a verb was given; to give it none is a failure. */
function textOf(call: Call, what: string, value: unknown): string | undefined {
  if (isText(value)) return value.trim();
  call.fail('VOTE_INVALID', `${what} had no words`);
  return undefined;
}

function say(call: Call, list: 'notes' | 'messages', text: unknown): void {
  if (textOf(call, 'what it said', text) !== undefined) call.run.say(list, call.plugin, text as string);
}

/** Refuses what a verb cannot take, by an error in the plugin's hands. */
function insist(fits: boolean, message: string): asserts fits {
  if (!fits) throw new HookloomError('VOTE_INVALID', message);
}

type Verb = (call: Call, ...given: unknown[]) => void;

const voting =
  (decision: Vote): Verb =>
  (call, reason) =>
    vote(call, decision, reason);

/** What each verb does. They say what went wrong as a failure of their plugin, or by an error in its hands. */
export const VERBS: Readonly<Record<string, Verb>> = {
  deny(call, reason, options) {
    const interrupts = (options as VoteDetails | undefined)?.interrupt === true;
    vote(call, 'deny', reason, interrupts ? INTERRUPT : undefined);
  },
  defer: voting('defer'),
  ask: voting('ask'),
  allow(call, given) {
    if (call.run.event !== 'PermissionRequest') return vote(call, 'allow', given);
    insist(given === undefined || isPlainObject(given), 'allow takes { reason, permissions }');
    const { reason, permissions } = given ?? {};
    insist(permissions === undefined || Array.isArray(permissions), 'permissions must be a list');
    vote(call, 'allow', reason, permissions && { permissions: copyFrozen(permissions) });
  },
  block: voting('block'),
  decline: voting('decline'),
  cancel: voting('cancel'),
  accept(call, content) {
    insist(
      content === undefined || isPlainObject(content),
      'accept takes the content of the form, an object',
    );
    vote(call, 'accept', undefined, content && { content: copyFrozen(content) });
  },
  rewrite(call, data) {
    const { run, plugin, earlier, judged } = call;
    const hasJudged = judged !== undefined;
    if (hasJudged || earlier !== undefined) {
      return call.fail('REWRITE_LATE', `it rewrote ${hasJudged ? 'after next()' : 'while judging again'}`);
    }
    try {
      const fault = run.rewrite(plugin, copyFrozen(data));
      if (fault !== undefined) call.fail('REWRITE_INVALID', fault);
    } catch (cause) {
      call.fail('REWRITE_INVALID', 'a rewrite must be JSON data', cause);
    }
  },
  note: (call, text) => say(call, 'notes', text),
  tell: (call, text) => say(call, 'messages', text),
  halt(call, reason) {
    const { run, plugin } = call;
    const text = textOf(call, 'its halt', reason) ?? UNSAID;
    run.halt ??= { plugin, text };
    if (!isGateEvent(run.event)) return;
    // A permission request is deaf to `continue`, as measured; there a deny interrupts.
    const isDeaf = run.event === 'PermissionRequest';
    vote(call, refusalOf(run.event) as Vote, text, isDeaf ? INTERRUPT : undefined);
  },
  extend(call, fields) {
    const { run } = call;
    const fault = faultInExtension(run.event, fields);
    if (fault !== undefined) return call.fail('EXTENSION_INVALID', fault);
    run.extension = joinExtensions(run.extension, copyFrozen(fields as PlainObject));
  },
};

/** The code of the failure when a verb is used after its plugin's time. */
export const LATE: Readonly<Record<string, FailureCode>> = {
  rewrite: 'REWRITE_LATE',
  extend: 'EXTENSION_INVALID',
};
