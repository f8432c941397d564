import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';

const session = query({
  prompt: 'Research this with agents.',
  options: {
    allowedTools: ['Agent'],
    hooks: createHooks([recursionGuard({ maxDepth: 1, maxConcurrent: 4, maxTotal: 20 })]),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
