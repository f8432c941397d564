import { copyFrozen, type FailureCode, HookloomError } from '@hookloom/host';
import type { StateKey, Store } from './state.js';
import { isThenable } from './thenable.js';

/** One plugin's view of its state in one session: a snapshot, and the way to change it. */
export interface SessionState {
  snapshot: unknown;
  /** Reads the state into the snapshot; gives a promise only when the store does. */
  load(): PromiseLike<void> | undefined;
  update(change: (state: unknown) => unknown): Promise<unknown>;
}

/** Opens the state that a plugin has in a session; `make` gives that of a new one. */
export function openState(store: Store, key: StateKey, make: () => unknown): SessionState {
  let initial: unknown;

  const fail = (code: FailureCode, message: string) => (cause: unknown) => {
    throw new HookloomError(code, message, { plugin: key.plugin, cause });
  };
  const throwInvalid = fail('STATE_INVALID', 'its state must be JSON data');
  const throwUnavailable = fail('STATE_UNAVAILABLE', 'its state could not be reached');

  function checked(value: unknown): unknown {
    try {
      return copyFrozen(value);
    } catch (cause) {
      return throwInvalid(cause);
    }
  }

  function orInitial(value: unknown): unknown {
    if (value !== undefined) return value;
    initial ??= checked(make());
    return initial;
  }

  function keep(value: unknown): void {
    state.snapshot = orInitial(value);
  }

  const state: SessionState = {
    snapshot: undefined,
    load() {
      let value: unknown;
      try {
        value = store.get(key);
        if (isThenable(value)) return value.then(keep, throwUnavailable);
      } catch (cause) {
        throwUnavailable(cause);
      }
      keep(value);
      return undefined;
    },
    async update(change) {
      let refused: { error: unknown } | undefined;
      const apply = (value: unknown) => {
        try {
          return checked(change(orInitial(value)));
        } catch (error) {
          refused = { error };
          throw error;
        }
      };
      try {
        state.snapshot = await store.update(key, apply);
      } catch (cause) {
        if (refused !== undefined) throw refused.error;
        throwUnavailable(cause);
      }
      return state.snapshot;
    },
  };
  return state;
}
