import { definePlugin } from '@hookloom/core';

export default definePlugin({
  name: 'hungry',
  hooks: {
    PreToolUse: () => {
      new Array(3e8).fill(1.5);
    },
  },
});
