import { definePlugin } from '@hookloom/core';

export default definePlugin({
  name: 'prints',
  hooks: {
    PreToolUse: () => {
      console.log('to stdout');
      console.error('to stderr');
    },
  },
});
