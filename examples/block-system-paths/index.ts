import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { systemPathGuard } from '@hookloom/plugins-fs-guard';

const session = query({
  prompt: 'Set up the machine.',
  options: {
    permissionMode: 'acceptEdits',
    hooks: createHooks([systemPathGuard({ deny: ['/opt'] })]),
  },
});

for await (const message of session) {
  // What a guard tells the person comes as a line of the stream; the model does not see it.
  if (message.type === 'system' && message.subtype === 'informational') console.log(message.content);
}
