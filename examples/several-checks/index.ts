import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, definePlugin, onTool, type Stack } from '@hookloom/core';

// Independent checks of one event: each has its own name, deadline and failure mode, and none knows the others.
const checks: Stack = [
  definePlugin({
    name: 'no-large-files',
    hooks: {
      PreToolUse: onTool('Write', (ctx) => {
        if (ctx.input.content.length > 100_000)
          ctx.deny('Files over 100,000 characters do not belong here. Split it.');
      }),
    },
  }),
  definePlugin({
    name: 'ask-for-lock-files',
    onFailure: 'ask',
    hooks: {
      PreToolUse: onTool('Write|Edit', (ctx) => {
        if (ctx.input.file_path.endsWith('package-lock.json')) ctx.ask('This changes the lock file by hand.');
      }),
    },
  }),
  definePlugin({
    name: 'house-rules',
    role: 'observer',
    hooks: {
      PreToolUse: onTool('Write', (ctx) => {
        if (ctx.input.file_path.endsWith('.ts')) ctx.note('In this project files begin with a licence line.');
      }),
    },
  }),
];

const session = query({
  prompt: 'Add the module.',
  options: {
    permissionMode: 'acceptEdits',
    hooks: createHooks(checks, {
      onOutcome: ({ verdict }) => {
        for (const { plugin, decision, reason } of verdict.votes)
          console.log(`${plugin}: ${decision}: ${reason}`);
      },
    }),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
