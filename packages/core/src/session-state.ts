import { copyFrozen, type FailureCode, HookloomError } from '@hookloom/host';
import type { StateKey, Store } from './state.js';
import { isThenable } from './thenable.js';

/** One plugin's view of its state in one session: a snapshot, and the way to change it. */
export class SessionState {
  readonly #store: Store;
  readonly #key: StateKey;
  readonly #make: () => unknown;
  #initial: unknown;
  snapshot: unknown;

  constructor(store: Store, key: StateKey, make: () => unknown) {
    this.#store = store;
    this.#key = key;
    this.#make = make;
  }

  /** Reads the state into the snapshot; gives a promise only when the store does. */
  load(): PromiseLike<void> | undefined {
    const keep = (value: unknown) => {
      this.snapshot = this.#orInitial(value);
    };
    let value: unknown;
    try {
      value = this.#store.get(this.#key);
      if (isThenable(value)) return value.then(keep, this.#unavailable);
    } catch (cause) {
      this.#unavailable(cause);
    }
    keep(value);
    return undefined;
  }

  async update(change: (state: unknown) => unknown): Promise<unknown> {
    let refused: { error: unknown } | undefined;
    const apply = (value: unknown) => {
      try {
        return this.#checked(change(this.#orInitial(value)));
      } catch (error) {
        refused = { error };
        throw error;
      }
    };
    try {
      this.snapshot = await this.#store.update(this.#key, apply);
      return this.snapshot;
    } catch (cause) {
      if (refused !== undefined) throw refused.error;
      return this.#unavailable(cause);
    }
  }

  #orInitial(value: unknown): unknown {
    if (value !== undefined) return value;
    this.#initial ??= this.#checked(this.#make());
    return this.#initial;
  }

  #checked(value: unknown): unknown {
    try {
      return copyFrozen(value);
    } catch (cause) {
      throw this.#error('STATE_INVALID', 'its state must be JSON data', cause);
    }
  }

  #error(code: FailureCode, message: string, cause: unknown): HookloomError {
    return new HookloomError(code, message, { plugin: this.#key.plugin, cause });
  }

  readonly #unavailable = (cause: unknown): never => {
    throw this.#error('STATE_UNAVAILABLE', 'its state could not be reached', cause);
  };
}
