import type { Call } from './call.js';
import type { AgentInfo } from './context.js';
import { HookloomError } from './errors.js';
import type { HookEvent } from './events.js';
import { faultInExtension, joinExtensions } from './extensions.js';
import { copyFrozen, isPlainObject, type PlainObject } from './json.js';
import type { Verdict } from './verdict.js';

/** The class of the contexts of one event. */
export type ContextClass = new (call: Call) => object;

let callOf: (view: View) => Call;

/** What a handler holds: fields and verbs as getters, so that they may be taken apart (`({ input, deny }) => …`). */
class View {
  readonly #call: Call;

  static {
    callOf = (view) => view.#call;
  }

  constructor(call: Call) {
    this.#call = call;
  }

  get event(): HookEvent {
    return this.#call.run.event;
  }

  get payload(): PlainObject {
    return this.#call.run.payload;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get state(): unknown {
    return this.#call.state;
  }

  get verdict(): Verdict {
    const { decision, votes } = this.#call.run.verdict;
    return { decision, votes: votes.map(({ plugin, decision, reason }) => ({ plugin, decision, reason })) };
  }

  get judgingAgain(): boolean {
    return this.#call.earlier !== undefined;
  }

  get agent(): AgentInfo | undefined {
    return this.#call.run.agent;
  }

  get update() {
    const call = this.#call;
    return (change: (state: unknown) => unknown): Promise<unknown> => call.update(change);
  }

  get log() {
    const call = this.#call;
    return (message: string, data?: unknown): void => {
      const { run, entry } = call;
      run.services.log({
        plugin: entry.name,
        event: run.event,
        session: run.session,
        message: String(message),
        data,
      });
    };
  }

  get waitUntil() {
    const { run, entry } = this.#call;
    return (work: PromiseLike<unknown>): void => {
      const told = Promise.resolve(work).catch((cause: unknown) => {
        const message = 'its background work failed';
        run.services.tellLate({
          plugin: entry.name,
          code: 'PLUGIN_THREW',
          message,
          applied: 'continue',
          cause,
        });
      });
      run.services.keep(told);
    };
  }

  get tell() {
    const call = this.#call;
    return (text: string): void => call.say('messages', text);
  }

  get halt() {
    const call = this.#call;
    return (reason: string): void => call.halt(reason);
  }

  get extend() {
    const call = this.#call;
    return (fields: unknown): void => {
      const { run } = call;
      const fault = call.closed ? 'it set output fields after its time' : faultInExtension(run.event, fields);
      if (fault === undefined)
        run.extension = joinExtensions(run.extension, copyFrozen(fields as PlainObject));
      else if (!call.closed || !call.failed) call.fail('EXTENSION_INVALID', fault);
    };
  }
}

// It is shared by all plugins of the process.
Object.freeze(View.prototype);

/** Fields and verbs that only some events have, each as a getter over the call. */
const MEMBERS = {
  tool: (call: Call) => call.run.tool,
  input: (call: Call) => call.run.input,
  output: (call: Call) => call.run.output,
  prompt: (call: Call) => call.run.prompt,
  deny: (call: Call) => (reason: unknown, options?: { interrupt?: boolean }) =>
    call.vote('deny', reason, options?.interrupt === true ? { interrupt: true } : undefined),
  defer: (call: Call) => (reason: unknown) => call.vote('defer', reason),
  ask: (call: Call) => (reason: unknown) => call.vote('ask', reason),
  allow: (call: Call) => (reason?: unknown) => call.vote('allow', reason),
  block: (call: Call) => (reason: unknown) => call.vote('block', reason),
  decline: (call: Call) => (reason?: unknown) => call.vote('decline', reason),
  cancel: (call: Call) => (reason?: unknown) => call.vote('cancel', reason),
  rewrite: (call: Call) => (data: unknown) => call.rewrite(data),
  note: (call: Call) => (text: unknown) => call.say('notes', text),
  allowRequest:
    (call: Call) =>
    (options: unknown = {}) => {
      if (!isPlainObject(options))
        throw new HookloomError('VOTE_INVALID', 'allow takes { reason, permissions } here');
      const { reason, permissions } = options;
      if (permissions !== undefined && !Array.isArray(permissions)) {
        throw new HookloomError('VOTE_INVALID', 'permissions is a list of permission updates');
      }
      call.vote(
        'allow',
        reason,
        permissions === undefined ? undefined : { permissions: copyFrozen(permissions) },
      );
    },
  accept: (call: Call) => (content?: unknown) => {
    if (content !== undefined && !isPlainObject(content)) {
      throw new HookloomError('VOTE_INVALID', 'accept takes the content of the form, an object');
    }
    call.vote('accept', undefined, content === undefined ? undefined : { content: copyFrozen(content) });
  },
} as const;

type Member = keyof typeof MEMBERS;

const PROMPT_MEMBERS: readonly Member[] = ['prompt', 'block', 'note'];
const ELICITATION_MEMBERS: readonly Member[] = ['accept', 'decline', 'cancel'];

const EVENT_MEMBERS: Readonly<Partial<Record<HookEvent, readonly Member[]>>> = {
  PreToolUse: ['tool', 'input', 'deny', 'defer', 'ask', 'allow', 'rewrite', 'note'],
  PermissionRequest: ['tool', 'input', 'deny', 'allowRequest', 'rewrite'],
  PreSkillShellCommand: ['tool', 'input', 'deny'],
  PreModelSwitch: ['deny', 'ask', 'allow'],
  UserPromptSubmit: PROMPT_MEMBERS,
  UserPromptExpansion: PROMPT_MEMBERS,
  PostToolUse: ['tool', 'input', 'output', 'rewrite', 'block', 'note'],
  PostToolUseFailure: ['tool', 'input', 'note'],
  PermissionDenied: ['tool', 'input'],
  PostToolBatch: ['note'],
  Notification: ['note'],
  SessionStart: ['note'],
  Setup: ['note'],
  SubagentStart: ['note'],
  PostModelSwitch: ['note'],
  Stop: ['block'],
  SubagentStop: ['block'],
  Elicitation: ELICITATION_MEMBERS,
  ElicitationResult: ELICITATION_MEMBERS,
};

const classes = new Map<HookEvent, ContextClass>();

/** The context class of an event, made once: the common view, and the fields and verbs that the host hears there. */
export function contextClassFor(event: HookEvent): ContextClass {
  const known = classes.get(event);
  if (known !== undefined) return known;
  class EventView extends View {}
  for (const member of EVENT_MEMBERS[event] ?? []) {
    const read = MEMBERS[member];
    const name = member === 'allowRequest' ? 'allow' : member;
    Object.defineProperty(EventView.prototype, name, {
      enumerable: true,
      get(this: View) {
        return read(callOf(this));
      },
    });
  }
  Object.freeze(EventView.prototype);
  classes.set(event, EventView);
  return EventView;
}
