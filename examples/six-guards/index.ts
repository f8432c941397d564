import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
import { slackNotifier } from '@hookloom/plugins-slack';
import { webhookNotifier } from '@hookloom/plugins-webhook';

const { SANDBOX = '/tmp/sandbox', WEBHOOK_URL, SLACK_WEBHOOK_URL } = process.env;

const hooks = createHooks([
  WEBHOOK_URL && webhookNotifier({ url: WEBHOOK_URL, allowInsecure: 'loopback' }),
  SLACK_WEBHOOK_URL && slackNotifier({ webhookUrl: SLACK_WEBHOOK_URL, allowInsecure: 'loopback' }),
  recursionGuard({ maxDepth: 2, maxConcurrent: 8, maxTotal: 50 }),
  sandboxRedirect({ mount: SANDBOX, root: process.cwd() }),
  envFileGuard(),
  systemPathGuard(),
  readOnlyApprove(),
]);

for await (const message of query({ prompt: 'Work on this project.', options: { hooks } })) {
  if (message.type === 'result') console.log(message.subtype);
}
