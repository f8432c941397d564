/** Tells whether a value is a promise of any make. Looking at a hostile one may throw. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && 'then' in value && typeof value.then === 'function';
}

function isObject(value: unknown): value is object {
  return Object(value) === value;
}
