import { type Handler, type HookEvent, mapHandlers, type Plugin } from '@hookloom/core';

/**
 * Gives a plugin that works on the main thread only: in a subagent it is as if it were not there, and so it is on the
 * events of subagents themselves.
 * @example
 * createHooks([topLevelOnly(auditLog({ file: 'audit.jsonl' }))])
 */
export function topLevelOnly(plugin: Plugin): Plugin {
  return mapHandlers(plugin, (handler: Handler<HookEvent, never>): Handler<HookEvent, never> => {
    return (ctx, next) => (ctx.agent === undefined ? handler(ctx, next) : undefined);
  });
}
