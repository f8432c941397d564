import { definePlugin } from '@hookloom/core';

export default definePlugin({
  name: 'kills',
  hooks: {
    PreToolUse: () => {
      process.kill(process.pid, 'SIGKILL');
    },
  },
});
