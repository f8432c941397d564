import {
  checkOptions,
  type Duration,
  definePlugin,
  integer,
  type OnFailure,
  oneOf,
  onTool,
  option,
  type Plugin,
  someOf,
} from '@hookloom/core';

const TOOLS = ['Write', 'Edit', 'NotebookEdit'] as const;

/** Options of `changeBudget`. */
export interface ChangeBudgetOptions {
  /** How many files a session may change. Default: 20. */
  readonly most?: number | undefined;
  /** The tools that count. Default: all three. */
  readonly tools?: readonly (typeof TOOLS)[number][] | undefined;
  /** What becomes of one more file: refuse it, or ask the person. Default: 'deny'. */
  readonly beyond?: 'deny' | 'ask' | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

/**
 * Lets the agent change only so many files a session. A file that was changed before passes.
 * @throws HookloomError for unknown options or values that cannot be right.
 * @example
 * createHooks([changeBudget({ most: 10 })])
 */
export function changeBudget(options: ChangeBudgetOptions = {}): Plugin {
  const name = 'change-budget';
  checkOptions(name, options, {
    most: integer(1),
    tools: someOf(...TOOLS),
    beyond: oneOf('deny', 'ask'),
    timeout: option.duration,
    onFailure: oneOf('block', 'ask', 'continue'),
  });
  const { most = 20, tools = TOOLS, beyond = 'deny', timeout, onFailure } = options;

  return definePlugin({
    name,
    timeout,
    onFailure,
    // The file of each call that was let through.
    state: () => ({ files: {} as Record<string, string> }),
    hooks: {
      PreToolUse: onTool('Write|Edit|NotebookEdit', async (ctx) => {
        if (!tools.includes(ctx.tool)) return;
        const file = ctx.tool === 'NotebookEdit' ? ctx.input.notebook_path : ctx.input.file_path;
        const call = ctx.payload.tool_use_id;
        // By the id of the call: after a later rewrite it is judged again, and counts once, with its final path.
        const { files } = await ctx.update((state) => {
          const next = { ...state.files, [call]: file };
          return new Set(Object.values(next)).size > most ? state : { files: next };
        });
        if (files[call] === file) return;
        ctx[beyond](
          `This session may change ${most} files, and has. Finish those, then tell the person what is left to change.`,
        );
      }),
    },
  });
}
