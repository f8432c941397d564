import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { isolated } from '@hookloom/isolated';

const forbidCommands = await isolated(new URL('./forbid-commands.js', import.meta.url), {
  timeout: '1s',
  memory: 64,
});

const session = query({
  prompt: 'Run the tests.',
  options: { allowedTools: ['Bash'], hooks: createHooks([forbidCommands]) },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
