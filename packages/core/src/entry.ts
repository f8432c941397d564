import type { HookEvent, Matcher } from '@hookloom/host';
import type { Next } from './context.js';
import { parseDuration } from './duration.js';
import type { Plugin } from './plugin.js';
import { matcherOf } from './tool-matching.js';
import { type ContextClass, contextClassFor } from './view.js';

/** A plugin as the engine runs it on one event: everything looked up beforehand. */
export interface Entry extends Omit<Plugin, 'timeout'> {
  /** Milliseconds. */
  readonly timeout: number;
  /** It judges again when the data was rewritten after it. */
  readonly judges: boolean;
  readonly handler: (ctx: unknown, next: Next) => unknown;
  readonly matcher: Matcher | undefined;
  readonly Context: ContextClass;
}

/** Prepares a plugin for one event that it listens on. */
export function toEntry(plugin: Plugin, event: HookEvent): Entry {
  const handler = plugin.hooks[event] as Entry['handler'];
  return {
    ...plugin,
    timeout: parseDuration(plugin.timeout),
    judges: ['guard', 'approver'].includes(plugin.role),
    handler,
    matcher: matcherOf(handler),
    Context: contextClassFor(event),
  };
}
