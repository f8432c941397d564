import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';

let asked = 0;

const session = query({
  prompt: 'Let two agents read the project.',
  options: {
    tools: ['Agent', 'Read', 'Write'],
    allowedTools: ['Agent'],
    hooks: createHooks([recursionGuard({ maxDepth: 1 }), readOnlyApprove()]),
    canUseTool: async (tool, input) => {
      asked += 1;
      console.log(`asked for ${tool}`);
      return { behavior: 'allow', updatedInput: input };
    },
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(`${message.subtype}, asked ${asked} times`);
}
