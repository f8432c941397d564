/** Tells whether a value is a promise of any make. Looking at a hostile one may throw. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const like = value as { then?: unknown };
  return Object(value) === value && 'then' in like && typeof like.then === 'function';
}
