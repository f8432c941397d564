import { AsyncLocalStorage } from 'node:async_hooks';

/** The hook that is at work: of which session, and whether a hook began that one. */
interface Hook {
  readonly session: string | undefined;
  readonly isNested: boolean;
}

// The host's callbacks of a session run in the asynchronous context in which that session was begun.
const within = new AsyncLocalStorage<Hook>();

/** Runs a step so that every agent session begun in it, however deep in its callbacks, is known as begun by a hook. */
export function runAsHook<T>(session: string | undefined, step: () => T): T {
  return within.run({ session, isNested: isBegunByHook() }, step);
}

/** Tells whether the present session was begun by a hook of this process. For the guard itself, before it runs a step. */
export function isBegunByHook(): boolean {
  return within.getStore() !== undefined;
}

/** The same for a plugin behind the guard, which may run within a step of its own session. */
export function isSessionBegunByHook(session: string | undefined): boolean {
  const hook = within.getStore();
  return hook !== undefined && (hook.isNested || hook.session !== session);
}
