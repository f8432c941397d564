// @ts-check
import { definePlugin, onTool } from '@hookloom/core';

export default definePlugin({
  name: 'looks',
  hooks: {
    PreToolUse: onTool('Bash', (ctx) => {
      const { command } = ctx.input;
      if (command === 'work') {
        const end = performance.now() + 5;
        while (performance.now() < end);
      }
      if (command.startsWith('curl')) ctx.deny('no');
    }),
  },
});
