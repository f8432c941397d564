import { definePlugin, onTool } from '@hookloom/core';

/** Lets the agent push to its own branches only, and so often a session. */
export function protectBranches(branches: readonly string[], mostPushes = 3) {
  return definePlugin({
    name: 'protect-branches',
    state: () => ({ calls: [] as string[] }),
    hooks: {
      PreToolUse: onTool('mcp__git__push', async (ctx) => {
        const { branch } = ctx.input;
        const call = ctx.payload.tool_use_id;
        if (branches.includes(branch)) {
          return ctx.deny(`${branch} is protected. Push a branch of your own and open a pull request.`);
        }
        // By the id of the call: a plugin is asked again when a later one rewrites the input.
        const { calls } = await ctx.update((state) => ({ calls: [...new Set([...state.calls, call])] }));
        if (calls.length > mostPushes) ctx.ask(`This would be push ${calls.length} of this session.`);
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
