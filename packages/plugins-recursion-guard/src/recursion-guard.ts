import {
  checkOptions,
  type Duration,
  definePlugin,
  type HookContext,
  integer,
  type Next,
  type OnFailure,
  oneOf,
  onTool,
  option,
  type Plugin,
} from '@hookloom/core';
import { recordedDepth } from './agent-depth.js';
import { DEPTH_MARK, markedDepth } from './depth-mark.js';
import { nestedAgentIn } from './nested-agents.js';
import { isBegunByHook, runAsHook } from './nesting.js';
import {
  brokenLimit,
  end,
  endBatch,
  isBusy,
  NO_SPAWNS,
  release,
  reserve,
  type Spawns,
  settle,
  start,
} from './spawns.js';

/** Options of `recursionGuard`. */
export interface RecursionGuardOptions {
  /** How deep agents may nest, those above this process included: 1 allows children of the main thread only. Default: 2. */
  readonly maxDepth?: number | undefined;
  /** How many may be at work at once. Default: 8. */
  readonly maxConcurrent?: number | undefined;
  /** How many a session may start in all. Default: 50. */
  readonly maxTotal?: number | undefined;
  /** How many may start within a minute. Default: no limit. */
  readonly perMinute?: number | undefined;
  /** A shell command that starts another coding agent, in whatever disguise; 'deny' also refuses to run below one. Default: 'deny'. */
  readonly nestedAgents?: 'deny' | 'ask' | 'allow' | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

const NAME = 'recursion-guard';

const NO_NESTED_AGENTS =
  'Agents that nobody watches are not allowed here: use the Agent tool, or do the work yourself.';

/** A call of whatever tool. */
type AnyCall = Omit<HookContext<'PreToolUse', Spawns>, 'tool' | 'input' | 'rewrite'>;

interface CommandFields {
  readonly input: { readonly command?: unknown };
  readonly payload: { readonly cwd: string };
}

function nestedIn({ input, payload }: CommandFields): string | undefined {
  return typeof input.command === 'string' ? nestedAgentIn(input.command, payload.cwd) : undefined;
}

/**
 * Keeps agents from starting agents without end: by depth, at once, in all and by the minute. It also stops a prompt of a
 * session that a hook of this process began, so that a hook that starts an agent cannot loop.
 * @throws HookloomError for unknown options or limits below one.
 * @example
 * createHooks([recursionGuard({ maxDepth: 1, maxTotal: 20 })])
 */
export function recursionGuard(options: RecursionGuardOptions = {}): Plugin {
  checkOptions(NAME, options, {
    maxDepth: integer(1),
    maxConcurrent: integer(1),
    maxTotal: integer(1),
    perMinute: integer(1),
    nestedAgents: oneOf('deny', 'ask', 'allow'),
    timeout: option.duration,
    onFailure: oneOf('block', 'ask', 'continue'),
  });
  const { maxDepth = 2, maxConcurrent = 8, maxTotal = 50, perMinute, nestedAgents = 'deny' } = options;
  const { timeout, onFailure } = options;
  const above = markedDepth();
  const limits = { maxDepth, maxConcurrent, maxTotal, perMinute };

  function judgeCommand(ctx: AnyCall & CommandFields): void {
    const started = nestedAgents === 'allow' ? undefined : nestedIn(ctx);
    if (started === undefined) return;
    const reason = `The command starts ${started}. ${NO_NESTED_AGENTS}`;
    if (nestedAgents === 'ask') ctx.ask(reason);
    else ctx.deny(reason);
  }

  async function judgeSpawn(ctx: AnyCall, next: Next): Promise<void> {
    const { tool_use_id: call, transcript_path } = ctx.payload;
    const caller = ctx.agent?.id ?? '';
    const callerDepth =
      ctx.agent === undefined
        ? 0
        : ((await recordedDepth(transcript_path, caller)) ?? ctx.state.alive[caller] ?? 1);
    const depth = callerDepth + 1;
    let broken: string | undefined;
    await ctx.update((spawns) => {
      const now = Date.now();
      broken =
        spawns.pending[call] === undefined ? brokenLimit(spawns, above + depth, limits, now) : undefined;
      return broken === undefined ? reserve(spawns, call, { caller, depth }, now) : spawns;
    });
    if (broken !== undefined) return ctx.deny(`No further agent: ${broken}.`);
    await runAsHook(ctx.payload.session_id, next);
    const { decision } = ctx.verdict;
    if (decision === 'deny' || decision === 'defer')
      await ctx.update((spawns) => release(spawns, (each) => each === call));
  }

  return definePlugin<Spawns>({
    name: NAME,
    timeout,
    onFailure,
    state: () => NO_SPAWNS,
    hooks: {
      PreToolUse: onTool('Agent|Task|Bash|Monitor', (ctx, next) => {
        return ctx.tool === 'Bash' || ctx.tool === 'Monitor' ? judgeCommand(ctx) : judgeSpawn(ctx, next);
      }),
      PreSkillShellCommand: (ctx) => {
        const started = nestedAgents === 'allow' ? undefined : nestedIn(ctx);
        if (started !== undefined) ctx.deny(`The command starts ${started}. ${NO_NESTED_AGENTS}`);
      },
      SubagentStart: async (ctx) => {
        const { agent_id, transcript_path } = ctx.payload;
        const depth = await recordedDepth(transcript_path, agent_id);
        await ctx.update((spawns) => start(spawns, agent_id, depth));
      },
      SubagentStop: async (ctx) => {
        await ctx.update((spawns) => end(spawns, ctx.payload.agent_id));
      },
      PostToolUseFailure: onTool('Agent|Task', async (ctx) => {
        await ctx.update((spawns) => release(spawns, (call) => call === ctx.payload.tool_use_id));
      }),
      PermissionDenied: onTool('Agent|Task', async (ctx) => {
        await ctx.update((spawns) => release(spawns, (call) => call === ctx.payload.tool_use_id));
      }),
      // Every call of the batch has come to its end or has its agent: what still waits was refused, by a person or a rule.
      PostToolBatch: async (ctx) => {
        const calls = new Set(ctx.payload.tool_calls.map(({ tool_use_id }) => tool_use_id));
        await ctx.update((spawns) =>
          ctx.agent === undefined ? endBatch(spawns, calls) : release(spawns, (call) => calls.has(call)),
        );
      },
      // A new process of an old session: the agents of the one before are gone.
      SessionStart: async (ctx) => {
        if (ctx.payload.source === 'compact') return;
        await ctx.update((spawns) => settle(spawns, []));
      },
      // The other moments at which hooks are used to begin an agent.
      Stop: async (ctx, next) => {
        const tasks = ctx.payload.background_tasks;
        if (isBusy(ctx.state))
          await ctx.update((spawns) =>
            settle(
              spawns,
              tasks?.map(({ id }) => id),
            ),
          );
        await runAsHook(ctx.payload.session_id, next);
      },
      SessionEnd: (ctx, next) => runAsHook(ctx.payload.session_id, next),
      UserPromptSubmit: async (ctx, next) => {
        if (isBegunByHook()) {
          return ctx.block(
            'This session was begun by a hook, which must not begin further ones. Run it without these hooks.',
          );
        }
        if (above > 0 && (nestedAgents === 'deny' || above > maxDepth)) {
          return ctx.block(
            `This session was begun below another agent (${DEPTH_MARK}=${above}), which is not allowed here.`,
          );
        }
        if (isBusy(ctx.state)) await ctx.update((spawns) => settle(spawns));
        await runAsHook(ctx.payload.session_id, next);
      },
    },
  });
}
