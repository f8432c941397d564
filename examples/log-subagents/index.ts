import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, definePlugin } from '@hookloom/core';

const subagentLog = definePlugin({
  name: 'subagent-log',
  role: 'observer',
  hooks: {
    SubagentStop: ({ payload }) => {
      console.log(
        `ended: ${payload.agent_id} (${payload.agent_type}), transcript ${payload.agent_transcript_path}`,
      );
    },
  },
});

const session = query({
  prompt: 'Let an agent look around.',
  options: { allowedTools: ['Agent'], hooks: createHooks(subagentLog) },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
