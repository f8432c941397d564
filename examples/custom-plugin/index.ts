import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { createHooks } from '@hookloom/core';
import { z } from 'zod';
import { protectBranches } from './protect-branches.js';

const git = createSdkMcpServer({
  name: 'git',
  tools: [
    tool('push', 'Pushes a branch', { branch: z.string() }, async ({ branch }) => {
      console.log(`pushed ${branch}`);
      return { content: [{ type: 'text', text: `pushed ${branch}` }] };
    }),
  ],
});

const session = query({
  prompt: 'Push the work.',
  options: {
    mcpServers: { git },
    allowedTools: ['mcp__git__push'],
    hooks: createHooks([protectBranches(['main', 'release'])], {
      onOutcome: ({ tool, verdict }) => console.log(`${tool}: ${verdict.decision}`),
    }),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
