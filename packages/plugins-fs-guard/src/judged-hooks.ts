import type { Handler, HookContext } from '@hookloom/core';
import { type JudgedCall, judge, type Rules } from './judgement.js';

/** The session that a call is made in. */
export interface Session {
  readonly session_id: string;
  readonly cwd: string;
}

/** Says why a call must not be made, whatever the rules say of it. */
export type Refusal = (input: unknown, session: Session) => Promise<string | undefined>;

const none: Refusal = async () => undefined;

/** The handlers that judge every tool call, and every command of a skill, by one set of rules after the other. */
export function judgedHooks(
  rulesOf: (session: Session) => readonly Rules[],
  refusalOf = none,
): {
  readonly PreToolUse: Handler<'PreToolUse', unknown>;
  readonly PreSkillShellCommand: Handler<'PreSkillShellCommand', unknown>;
} {
  return {
    PreToolUse: async (ctx) => {
      const refusal = await refusalOf(ctx.input, ctx.payload);
      if (refusal !== undefined) return ctx.deny(refusal);
      for (const rules of rulesOf(ctx.payload)) {
        const judgement = await judge(callOf(ctx), rules, ctx.judgingAgain);
        if (judgement?.told !== undefined) ctx.tell(judgement.told);
        if (judgement?.kind === 'deny') return ctx.deny(judgement.reason);
        if (judgement?.kind === 'ask') ctx.ask(judgement.reason);
        if (judgement?.kind === 'rewrite') ctx.rewrite(judgement.input);
      }
    },
    PreSkillShellCommand: async (ctx) => {
      const refusal = await refusalOf(ctx.input, ctx.payload);
      if (refusal !== undefined) return ctx.deny(refusal);
      for (const rules of rulesOf(ctx.payload)) {
        const judgement = await judge(callOf(ctx), rules, true);
        // A skill's command can only run or not.
        if (judgement !== undefined && judgement.kind !== 'rewrite') return ctx.deny(judgement.reason);
      }
    },
  };
}

function callOf(ctx: HookContext<'PreToolUse'> | HookContext<'PreSkillShellCommand'>): JudgedCall {
  const { tool, input, payload } = ctx;
  return {
    tool,
    input,
    payload,
    // Node makes the first one of a process slowly, and few calls have anything to break off.
    get signal() {
      return ctx.signal;
    },
  };
}
