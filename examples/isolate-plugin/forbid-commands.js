import { readFileSync } from 'node:fs';
import { definePlugin, onTool } from '@hookloom/core';

// Written by whoever runs the agent: one of them may backtrack without end.
const patterns = readFileSync('forbidden.txt', 'utf8').split('\n').filter(Boolean);
const expressions = patterns.map((pattern) => new RegExp(pattern));

export default definePlugin({
  name: 'forbid-commands',
  hooks: {
    PreToolUse: onTool('Bash', (ctx) => {
      const found = expressions.find((expression) => expression.test(ctx.input.command));
      if (found) ctx.deny(`Commands like /${found.source}/ are not allowed here. Find another way.`);
    }),
  },
});
