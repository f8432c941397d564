import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { webhookNotifier } from '@hookloom/plugins-webhook';

const session = query({
  prompt: 'Tidy up this project.',
  options: {
    permissionMode: 'acceptEdits',
    hooks: createHooks([
      webhookNotifier({
        url: process.env.WEBHOOK_URL ?? '',
        secret: process.env.WEBHOOK_SECRET ?? '',
        events: ['PostToolUse', 'Stop'],
        allowInsecure: 'loopback', // for a receiver on this machine
      }),
    ]),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
