import type { HookCallbackMatcher } from '@anthropic-ai/claude-agent-sdk';
import type { HookEvent } from './events.js';

/** Hooks by event, as `options.hooks` of the SDK takes them. */
export type Hooks = Partial<Record<HookEvent, HookCallbackMatcher[]>>;

/**
 * Joins hooks of several origins, such as Hookloom's and those you wrote by hand. The host runs them side by side:
 * a deny of either holds, but of two rewrites the last to finish wins.
 */
export function mergeHooks(...origins: readonly (Hooks | undefined)[]): Hooks {
  const merged: Hooks = {};
  for (const hooks of origins) {
    for (const [event, matchers] of Object.entries(hooks ?? {}) as [HookEvent, HookCallbackMatcher[]][]) {
      merged[event] = [...(merged[event] ?? []), ...(matchers ?? [])];
    }
  }
  return merged;
}
