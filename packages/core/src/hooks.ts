import type { HookCallback } from '@anthropic-ai/claude-agent-sdk';
import {
  EVENTS,
  type HookEvent,
  HookloomError,
  type Hooks,
  isGateEvent,
  toHostOutput,
  toRefusal,
} from '@hookloom/host';
import { parseDuration } from './duration.js';
import { warnOnce } from './log.js';
import { checkOptions, oneOf } from './options.js';
import { flattenStack, listenersOn, type Stack } from './plugin.js';
import { createRunner, isRunner, type Runner, type RunnerOptions } from './runner.js';
import { matcherOf } from './tool-matching.js';

/** How the hooks are registered with the host. */
export interface HostOptions {
  /**
   * What the host does on a gate event if Hookloom's own boundary should fail. Default: 'block'. A Claude Code that does
   * not know the option refuses to start with it: give 'continue' there.
   */
  readonly hostOnFailure?: 'block' | 'continue' | undefined;
}

const HOST_MARGIN_SECONDS = 2;

/**
 * Makes `options.hooks` for the SDK: one matcher and one callback for each event in use.
 * @throws HookloomError for a stack or options that cannot be right.
 * @example
 * query({ prompt, options: { hooks: createHooks([envFileGuard(), systemPathGuard()]) } });
 */
export function createHooks(source: Stack | Runner, options: RunnerOptions & HostOptions = {}): Hooks {
  const { hostOnFailure = 'block', ...runnerOptions } = options;
  // A runner has its own options: those given here, silently dropped, would be a guard without its log.
  const own = isRunner(source) ? options : { hostOnFailure };
  checkOptions('hookloom', own, { hostOnFailure: oneOf('block', 'continue') });
  const runner = isRunner(source) ? source : createRunner(source, runnerOptions);
  const hooks: Hooks = {};
  for (const event of eventsOf(runner.plugins)) {
    const answer: HookCallback = async (input, _toolUseId, options) => {
      try {
        return toHostOutput(await runner.run(input, { event, signal: options?.signal }));
      } catch (error) {
        // The last line: a throw would let the host go on as if no guard had been there.
        const code = error instanceof HookloomError ? error.code : 'a fault of its own';
        warnOnce('HOOKLOOM_FAILED', `hookloom failed on ${event}: ${code}`);
        return toRefusal(event, input, `it failed (${code}), so this is blocked. Tell the person.`);
      }
    };
    hooks[event] = [
      {
        hooks: [answer],
        timeout: deadlineOf(runner.plugins, event) / 1000 + HOST_MARGIN_SECONDS,
        ...(isGateEvent(event) && hostOnFailure === 'block' ? { onFailure: 'block' } : {}),
      },
    ];
  }
  return hooks;
}

/** The events for which a stack must be called, in the order of the SDK's list. */
export function eventsOf(stack: Stack): HookEvent[] {
  const plugins = flattenStack(stack);
  return EVENTS.filter((event) =>
    plugins.some(({ hooks, state }) => {
      // The state of an ended session is cleared then.
      return hooks[event] !== undefined || (event === 'SessionEnd' && state !== undefined);
    }),
  );
}

/** The longest that a stack takes on one event, in milliseconds: the sum of its plugins' timeouts. */
export function deadlineOf(stack: Stack, event: HookEvent): number {
  return listenersOn(stack, event).reduce((sum, { timeout }) => sum + parseDuration(timeout), 0);
}

/** The names of the tools that a stack listens for on one event; `undefined` when some handler takes any tool. */
export function toolNamesOf(stack: Stack, event: HookEvent): string[] | undefined {
  const names = new Set<string>();
  for (const { hooks } of listenersOn(stack, event)) {
    const matched = matcherOf(hooks[event])?.names;
    if (matched === undefined) return undefined;
    for (const name of matched) names.add(name);
  }
  return [...names];
}
