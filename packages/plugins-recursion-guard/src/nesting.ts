import { AsyncLocalStorage } from 'node:async_hooks';

// The host's callbacks of a session run in the asynchronous context in which that session was begun.
const within = new AsyncLocalStorage<true>();

/** Runs a step so that every agent session begun in it, however deep in its callbacks, is known as begun by a hook. */
export function runAsHook<T>(step: () => T): T {
  return within.run(true, step);
}

/** Tells whether the present session was begun by a hook of this process. */
export function isBegunByHook(): boolean {
  return within.getStore() === true;
}
