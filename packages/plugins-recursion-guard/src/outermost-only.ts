import { type Handler, type HookEvent, mapHandlers, type Plugin } from '@hookloom/core';
import { markedDepth } from './depth-mark.js';
import { isSessionBegunByHook } from './nesting.js';

/**
 * Gives a plugin that is as if it were not there in a session that a hook began, or a process below an agent.
 * A hook that starts an agent at the end of a session needs it: the end of a session cannot be refused.
 * @example
 * createHooks([recursionGuard(), outermostOnly(sumUpTheSession)])
 */
export function outermostOnly(plugin: Plugin): Plugin {
  const isBelowAgent = markedDepth() > 0;
  return mapHandlers(plugin, (handler: Handler<HookEvent, never>): Handler<HookEvent, never> => {
    return (ctx, next) =>
      isBelowAgent || isSessionBegunByHook(ctx.payload.session_id) ? undefined : handler(ctx, next);
  });
}
