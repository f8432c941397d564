import { definePlugin, onTool } from '@hookloom/core';

/** Lets the agent push to its own branches only, and so often a session. */
export function protectBranches(branches: readonly string[], mostPushes = 3) {
  return definePlugin({
    name: 'protect-branches',
    state: () => ({ pushes: 0 }),
    hooks: {
      PreToolUse: onTool('mcp__git__push', async (ctx) => {
        const { branch } = ctx.input;
        if (branches.includes(branch)) {
          return ctx.deny(`${branch} is protected. Push a branch of your own and open a pull request.`);
        }
        const { pushes } = await ctx.update((state) => ({ pushes: state.pushes + 1 }));
        if (pushes > mostPushes) ctx.ask(`This would be push ${pushes} of this session.`);
      }),
    },
  });
}

// The input of an MCP tool, so that `ctx.input` is typed.
declare module '@hookloom/core' {
  interface ToolInputs {
    mcp__git__push: { branch: string };
  }
}
