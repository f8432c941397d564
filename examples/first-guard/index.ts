import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';

const session = query({
  prompt: 'Tidy up this project.',
  options: {
    permissionMode: 'acceptEdits',
    hooks: createHooks([envFileGuard(), systemPathGuard()]),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
