import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';

const session = query({
  prompt: 'Explain this project.',
  options: {
    tools: ['Read', 'Grep', 'Glob'],
    hooks: createHooks([readOnlyApprove({ tools: ['mcp__docs__search'] })]),
    canUseTool: async (tool) => {
      console.log(`asked for ${tool}`);
      return { behavior: 'deny', message: 'Not now.' };
    },
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
