import type { Matcher } from '@hookloom/host';

// The engine reads it to pass a tool by without making a context for it.
const MATCHER = Symbol.for('hookloom.matcher');

/** The matcher of a handler made by `onTool`; `undefined` for one that takes every tool. */
export function matcherOf(handler: unknown): Matcher | undefined {
  return (handler as { [MATCHER]?: Matcher })[MATCHER];
}

/** Marks a handler with the tools that it is for. */
export function setMatcher<H extends object>(handler: H, matcher: Matcher): H {
  return Object.defineProperty(handler, MATCHER, { value: matcher });
}

/** Marks a handler with the tools of the one that it wraps. */
export function keepMatcher<H extends object>(inner: unknown, outer: H): H {
  const matcher = matcherOf(inner);
  return matcher === undefined ? outer : setMatcher(outer, matcher);
}
