import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';

const mount = process.argv[2] ?? '/tmp/sandbox';

const session = query({
  prompt: 'Write the report.',
  options: {
    hooks: createHooks([sandboxRedirect({ mount, root: process.cwd() })]),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
