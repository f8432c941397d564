import type { HookEvent, Matcher } from '@hookloom/host';
import type { Next } from './context.js';
import { parseDuration } from './duration.js';
import type { OnFailure, Plugin, Role } from './plugin.js';
import { matcherOf } from './tool-matching.js';
import { type ContextClass, contextClassFor } from './view.js';

/** A plugin as the engine runs it on one event: everything looked up beforehand. */
export interface Entry {
  readonly name: string;
  readonly role: Role;
  /** It judges again when the data was rewritten after it. */
  readonly judges: boolean;
  readonly onFailure: OnFailure;
  /** Milliseconds. */
  readonly timeout: number;
  readonly handler: (ctx: unknown, next: Next) => unknown;
  readonly matcher: Matcher | undefined;
  readonly makeState: (() => unknown) | undefined;
  readonly Context: ContextClass;
}

/** Prepares a plugin for one event that it listens on. */
export function toEntry(plugin: Plugin, event: HookEvent): Entry {
  const handler = plugin.hooks[event] as Entry['handler'];
  const { name, role, state } = plugin;
  return {
    name,
    role,
    judges: role === 'guard' || role === 'approver',
    onFailure: plugin.onFailure,
    timeout: parseDuration(plugin.timeout, name),
    handler,
    matcher: matcherOf(handler),
    makeState: state,
    Context: contextClassFor(event),
  };
}
