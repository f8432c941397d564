import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, definePlugin, onTool } from '@hookloom/core';

/** Logs the tools that one way of matching takes. */
const seen = (name: string) => (ctx: { readonly tool: string }) => console.log(`${name}: ${ctx.tool}`);

const session = query({
  prompt: 'Do the work.',
  options: {
    permissionMode: 'acceptEdits',
    hooks: createHooks([
      // A list of exact names.
      definePlugin({
        name: 'list',
        role: 'observer',
        hooks: { PreToolUse: onTool('Write|Read', seen('list')) },
      }),
      // A regular expression, not anchored: it takes NotebookEdit as well.
      definePlugin({
        name: 'regex',
        role: 'observer',
        hooks: { PreToolUse: onTool('Edit$|^Wr', seen('regex')) },
      }),
      // No matcher: every tool.
      definePlugin({ name: 'none', role: 'observer', hooks: { PreToolUse: seen('none') } }),
    ]),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
