import {
  type HookEvent,
  HookloomError,
  isEvent,
  isPlainObject,
  kindOf,
  OBSERVABLE_EVENTS,
  type ObservableEvent,
  present,
  unfit,
  unknownEvent,
} from '@hookloom/host';
import { isBranded } from './brand.js';
import type { Handler } from './context.js';
import type { Duration } from './duration.js';
import { checkOptions, type OptionRule, oneOf, option } from './options.js';
import { keepMatcher } from './tool-matching.js';

/** What a plugin is for: it sets the failure default, and guards and approvers judge again after a rewrite. */
export type Role = 'guard' | 'rewriter' | 'approver' | 'observer';

/** What a failure of the plugin does: block the action, ask the person, or go on without the plugin. */
export type OnFailure = 'block' | 'ask' | 'continue';

/** The definition that `definePlugin` takes. */
export interface PluginDefinition<S> {
  /** Kebab-case; it prefixes every reason, error and log line. */
  readonly name: string;
  /** Default: 'guard'. */
  readonly role?: Role | undefined;
  /** The plugin's own time for one event, without that of the plugins within. Default: '5s'. */
  readonly timeout?: Duration | undefined;
  /** Default: 'block' for guards and rewriters, 'continue' for approvers and observers. */
  readonly onFailure?: OnFailure | undefined;
  /** Makes the state of a new session: JSON data, private to the plugin and the session. */
  readonly state?: (() => S) | undefined;
  /** A handler for each event of interest, under the SDK's own event names. */
  readonly hooks: { readonly [E in HookEvent]?: Handler<E, S> | undefined };
}

/** A checked, frozen plugin. `hooks` holds its handlers by event. */
export interface Plugin {
  readonly name: string;
  readonly role: Role;
  readonly timeout: Duration;
  readonly onFailure: OnFailure;
  readonly state: (() => unknown) | undefined;
  readonly hooks: { readonly [E in HookEvent]?: Handler<E, never> };
}

/** Plugins in order. Nested lists are presets; falsy entries vanish. */
export type Stack = Plugin | false | null | undefined | 0 | '' | readonly Stack[];

// A registered symbol, so that a second copy of core in the tree accepts the plugin.
const BRAND = Symbol.for('hookloom.plugin');

/** What a failure does by default, for each role. */
const ON_FAILURE: Readonly<Record<Role, OnFailure>> = {
  guard: 'block',
  rewriter: 'block',
  approver: 'continue',
  observer: 'continue',
};

const RULES: Readonly<Record<keyof PluginDefinition<unknown>, OptionRule>> = {
  name: {
    expects: "kebab-case, as in 'env-file-guard'",
    accepts: (name) => typeof name === 'string' && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name),
    required: true,
    code: 'NAME_INVALID',
  },
  role: oneOf(...Object.keys(ON_FAILURE)),
  timeout: option.duration,
  onFailure: oneOf('block', 'ask', 'continue'),
  state: option.handler,
  hooks: {
    expects: 'handlers of at least one event',
    accepts: (hooks) => isPlainObject(hooks) && Object.keys(present(hooks)).length > 0,
    required: true,
  },
};

/**
 * Checks a plugin and freezes it. It does no I/O.
 * @throws HookloomError `NAME_INVALID`, `OPTION_UNKNOWN`, `OPTION_INVALID`, `DURATION_INVALID` or `EVENT_UNKNOWN`.
 * @example
 * const protectBranches = definePlugin({
 *   name: 'protect-branches',
 *   hooks: {
 *     PreToolUse: onTool('Bash', (ctx) => {
 *       if (/push .*\bmain\b/.test(ctx.input.command)) return ctx.deny('main is protected: push a branch instead.');
 *     }),
 *   },
 * });
 */
export function definePlugin<S = undefined>(definition: PluginDefinition<S>): Plugin {
  const named = (definition as { name?: unknown } | undefined)?.name;
  checkOptions(typeof named === 'string' ? named : undefined, definition, RULES);
  const { name, role = 'guard', timeout = '5s', onFailure = ON_FAILURE[role], state } = definition;
  const hooks = checkHooks(name, definition.hooks);
  return Object.freeze({ [BRAND]: true, name, role, timeout, onFailure, state, hooks });
}

function checkHooks(plugin: string, given: object): Plugin['hooks'] {
  const hooks = { ...given };
  for (const [event, handler] of Object.entries(hooks)) {
    if (!isEvent(event)) {
      throw new HookloomError('EVENT_UNKNOWN', unknownEvent(event), { plugin, value: event });
    }
    if (handler !== undefined && typeof handler !== 'function') {
      throw unfit('OPTION_INVALID', `the handler of ${event}`, 'a function', handler, plugin);
    }
  }
  return Object.freeze(present(hooks));
}

/**
 * Gives one handler to every event that can be watched: all but WorktreeCreate and MessageDisplay, where a hook answers
 * in place of the host (a WorktreeCreate hook that returns no path makes the tool fail).
 * @example
 * definePlugin({ name: 'event-log', role: 'observer', hooks: onEveryEvent((ctx) => ctx.log(ctx.event)) });
 */
export function onEveryEvent<S>(handler: Handler<ObservableEvent, S>): {
  [E in ObservableEvent]: Handler<E, S>;
} {
  return Object.fromEntries(OBSERVABLE_EVENTS.map((event) => [event, handler])) as {
    [E in ObservableEvent]: Handler<E, S>;
  };
}

/** Tells whether a value was made by `definePlugin`, of this copy of core or another. */
export function isPlugin(value: unknown): value is Plugin {
  return isBranded(value, BRAND);
}

/**
 * Flattens a stack to its plugins, in order.
 * @throws HookloomError `PLUGIN_INVALID` for a value that `definePlugin` did not make, `PLUGIN_DUPLICATE` for a name used twice.
 */
export function flattenStack(stack: Stack): readonly Plugin[] {
  const plugins = new Map<string, Plugin>();
  const add = (entry: unknown, depth: number) => {
    if (Array.isArray(entry)) {
      if (depth > 100) throw new HookloomError('PLUGIN_INVALID', 'a stack is too deep, or holds itself');
      for (const inner of entry) add(inner, depth + 1);
    } else if (entry) {
      if (!isPlugin(entry)) {
        const advice = typeof entry === 'function' ? ' (is a call missing?)' : '';
        throw unfit(
          'PLUGIN_INVALID',
          'each entry of a stack',
          `made by definePlugin${advice}`,
          kindOf(entry),
        );
      }
      const { name } = entry;
      if (plugins.has(name)) {
        const message = 'it is in the stack twice: state and reasons go by the name';
        throw new HookloomError('PLUGIN_DUPLICATE', message, { plugin: name, value: name });
      }
      plugins.set(name, entry);
    }
  };
  add(stack, 0);
  return Object.freeze([...plugins.values()]);
}

/** The plugins of a stack that listen on an event. */
export function listenersOn(stack: Stack, event: HookEvent): Plugin[] {
  return flattenStack(stack).filter((plugin) => plugin.hooks[event] !== undefined);
}

/**
 * Gives a copy of a plugin whose handlers are wrapped. A handler made by `onTool` keeps its tools.
 * @example
 * mapHandlers(plugin, (handler) => (ctx, next) => (ctx.agent ? undefined : handler(ctx, next)));
 */
export function mapHandlers(
  plugin: Plugin,
  wrap: (handler: Handler<HookEvent, never>, event: HookEvent) => Handler<HookEvent, never>,
): Plugin {
  // Its own fields alone: a notifier has more, such as its counts.
  const { name, role, timeout, onFailure, state } = plugin;
  const handlers = Object.entries(plugin.hooks) as [HookEvent, Handler<HookEvent, never>][];
  const hooks = Object.fromEntries(
    handlers.map(([event, handler]) => [event, keepMatcher(handler, wrap(handler, event))]),
  ) as PluginDefinition<unknown>['hooks'];
  return definePlugin({ name, role, timeout, onFailure, state, hooks });
}
