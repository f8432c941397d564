import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { envFileGuard } from '@hookloom/plugins-fs-guard';
import { SLACK_EVENTS, slackNotifier } from '@hookloom/plugins-slack';

const session = query({
  prompt: 'Tidy up this project.',
  options: {
    permissionMode: 'acceptEdits',
    hooks: createHooks([
      slackNotifier({
        webhookUrl: process.env.SLACK_WEBHOOK_URL ?? '',
        events: [...SLACK_EVENTS, 'Stop', 'denials'],
        allowInsecure: 'loopback', // to try it against a server on this machine
      }),
      envFileGuard(),
    ]),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
