import { copyFrozen } from '@hookloom/host';
import { checkOptions, integer } from './options.js';

/** Whose state it is: one plugin in one session. */
export interface StateKey {
  readonly session: string;
  readonly plugin: string;
}

type MaybePromise<T> = T | Promise<T>;

/** Keeps the plugins' state. Values are JSON data; `undefined` means that there is none yet. */
export interface Store {
  get(key: StateKey): MaybePromise<unknown>;
  /** Replaces a value by `change(value)`, atomically, and gives the new one. `change` is synchronous and may throw. */
  update(key: StateKey, change: (value: unknown) => unknown): MaybePromise<unknown>;
  /** Forgets a session. */
  clear(session: string): MaybePromise<void>;
  close?(): MaybePromise<void>;
}

/**
 * Keeps state in memory, for at most `sessions` sessions (default 1,000): the least recently used one goes first.
 * @throws HookloomError `OPTION_INVALID` unless `sessions` is a whole number above zero.
 */
export function memoryStore(options: { sessions?: number } = {}): Store {
  checkOptions('memoryStore', options, { sessions: integer(1) });
  const { sessions: most = 1000 } = options;
  const sessions = new Map<string, Map<string, unknown>>();

  function touch(session: string): Map<string, unknown> {
    const values = sessions.get(session) ?? new Map<string, unknown>();
    sessions.delete(session);
    sessions.set(session, values);
    if (sessions.size > most) sessions.delete(sessions.keys().next().value as string);
    return values;
  }

  return {
    get: ({ session, plugin }) => (sessions.has(session) ? touch(session).get(plugin) : undefined),
    update({ session, plugin }, change) {
      const values = touch(session);
      const value = copyFrozen(change(values.get(plugin)));
      values.set(plugin, value);
      return value;
    },
    clear(session) {
      sessions.delete(session);
    },
  };
}
