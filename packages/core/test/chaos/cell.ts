import { getEventListeners } from 'node:events';
import {
  createHooks,
  createRunner,
  definePlugin,
  type OnFailure,
  type Outcome,
  type Plugin,
  type Role,
} from '../../src/index.js';
import { call, payloadOf } from '../stack.js';
import type { ChaosEvent, LooseContext, Row } from './row.js';

type Fields = Record<string, unknown>;
type LooseHandler = (ctx: LooseContext, next: () => Promise<void>) => unknown;

/** All that one plugin in one role and mode brought about on one event. */
export interface Seen {
  readonly name: string;
  /** What the host got; `undefined` when the callback rejected. */
  readonly answer: Fields | undefined;
  readonly outcome: Outcome | undefined;
  /** The innocent guard behind it was asked. */
  readonly restRan: boolean;
  /** The innocent plugin around it was gone on with. */
  readonly cameBack: boolean;
  readonly milliseconds: number;
  /** Listeners on the host's signal once the answer was out. */
  readonly listeners: number;
  /** What the host got for the next call, on which the plugin behaves and the innocent guard refuses. */
  readonly nextAnswer: Fields;
}

export const ROLES: readonly Role[] = ['guard', 'rewriter', 'approver', 'observer'];
export const MODES: readonly OnFailure[] = ['block', 'ask', 'continue'];

const PAYLOADS: Record<ChaosEvent, () => Fields> = {
  PreToolUse: call,
  PostToolUse: () =>
    payloadOf('PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_response: { stdout: 'key', stderr: '', interrupted: false },
      tool_use_id: 'toolu_1',
    }),
  UserPromptSubmit: () => payloadOf('UserPromptSubmit', { prompt: 'hello' }),
  Stop: () => payloadOf('Stop', { stop_hook_active: false }),
};

let cells = 0;

/** Runs a row as one plugin between two innocent ones, then once more with the plugin behaving; `behind` follows them. */
export async function runCell(
  row: Row,
  event: ChaosEvent,
  role: Role,
  onFailure: OnFailure,
  behind?: Plugin,
): Promise<Seen> {
  cells += 1;
  const name = `chaos-${cells}`;
  const { timeout = '2s', state } = row;
  const undo: (() => void)[] = [];
  const later: (() => unknown)[] = [];
  const outcomes: Outcome[] = [];
  let misbehaves = true;
  let restRan = false;
  let cameBack = false;
  const on = (handler: LooseHandler) => ({ [event]: handler }) as never;
  const stack = [
    definePlugin({
      name: 'around',
      role: 'observer',
      hooks: on(async (_ctx, next) => {
        await next();
        cameBack = true;
      }),
    }),
    definePlugin({
      name,
      role,
      onFailure,
      timeout,
      state: state && (() => (misbehaves ? state() : {})),
      hooks: on((ctx, next) => {
        if (!misbehaves) return undefined;
        return row.does(ctx, next, {
          undo: (work) => {
            undo[undo.length] = work;
          },
          afterwards: (work) => void later.push(work),
        });
      }),
    }),
    definePlugin({
      name: 'innocent',
      hooks: on((ctx) => {
        restRan = true;
        if (!misbehaves) (ctx.deny ?? ctx.block)('no');
        else if (event === 'PreToolUse') ctx.allow('fine');
      }),
    }),
    behind,
  ];
  const runner = createRunner(stack, {
    onOutcome: (outcome) => {
      outcomes[outcomes.length] = outcome;
    },
    onLog: () => undefined,
  });
  const callback = createHooks(runner)[event]?.[0]?.hooks[0];
  const { signal } = new AbortController();
  const ask = async () =>
    (await callback?.(PAYLOADS[event]() as never, undefined, { signal })) as unknown as Fields;

  const started = performance.now();
  let answer: Fields | undefined;
  try {
    answer = await ask();
  } catch {
    // The host's own boundary acts then: `onFailure: 'block'`.
  }
  // Without iteration, which may be what is broken.
  while (undo.length > 0) undo.pop()?.();
  const milliseconds = performance.now() - started;
  const listeners = getEventListeners(signal, 'abort').length;
  const first = { restRan, cameBack, outcome: outcomes[0] };
  for (const work of later) await work();
  misbehaves = false;
  return { name, answer, milliseconds, listeners, ...first, nextAnswer: await ask() };
}

/** What the host does by an answer, in the words of the table. */
export function sightOf({ answer, restRan }: Seen): string {
  if (answer === undefined) return 'no answer';
  const { hookSpecificOutput, systemMessage = '', decision, ...top } = answer;
  const fields = (hookSpecificOutput ?? {}) as Fields;
  const voted = fields.permissionDecision;
  const output = fields.updatedToolOutput;
  const withheld = JSON.stringify(output)?.includes('[withheld: chaos-') === true;
  const refused = decision === 'block' || voted === 'deny';
  const words = [];
  if (withheld) words.push('withheld');
  else if (refused)
    words.push(decision === 'block' ? 'blocked' : 'denied', ...(restRan ? ['the rest ran'] : []));
  else words.push(voted === 'ask' ? 'asked' : voted === 'defer' ? 'deferred' : 'goes on');
  if (fields.updatedInput !== undefined || (output !== undefined && !withheld)) words.push('rewritten');
  if (fields.additionalContext !== undefined) words.push('noted');
  if (/^chaos-\d+: (?!failed on)/m.test(String(systemMessage))) words.push('told');
  if (top.continue === false) words.push('stopped');
  return words.join(', ');
}

/** The reason of a refusal. */
export function reasonIn({ hookSpecificOutput, reason }: Fields): string {
  return String((hookSpecificOutput as Fields | undefined)?.permissionDecisionReason ?? reason ?? '');
}
