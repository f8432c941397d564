import { type HookCallback, query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, mergeHooks } from '@hookloom/core';
import { envFileGuard } from '@hookloom/plugins-fs-guard';

// A hook that you wrote before: it approves every write. It stays as it is.
const approveWrites: HookCallback = async () => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
});

const session = query({
  prompt: 'Write the configuration.',
  options: {
    hooks: mergeHooks(createHooks([envFileGuard()]), {
      PreToolUse: [{ matcher: 'Write|Edit', hooks: [approveWrites] }],
    }),
  },
});

for await (const message of session) {
  if (message.type === 'result') console.log(message.subtype);
}
