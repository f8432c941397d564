import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, definePlugin } from '@hookloom/core';
import { topLevelOnly } from '@hookloom/plugins-recursion-guard';

const toolLog = definePlugin({
  name: 'tool-log',
  role: 'observer',
  hooks: { PreToolUse: (ctx) => console.log(`main agent: ${ctx.tool}`) },
});

const session = query({
  prompt: 'Read the files, some of them by an agent.',
  options: { allowedTools: ['Agent', 'Read'], hooks: createHooks(topLevelOnly(toolLog)) },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
