import { isPlainObject } from './json.js';

// These keys tell the host which kind of output it has; a changed one makes it drop the whole rewrite.
const KIND_KEYS = new Set(['type', 'mode', 'status', 'kind']);
const KIND_VALUE = /^[a-z][\w.+-]{0,39}(\/[\w.+-]{1,40})?$/i;

/**
 * Tells whether a rewritten output has the shape of the original: the same keys with the same types, and the same kind.
 * The host drops an output of another shape without a word, and the model reads the original. Extra keys are fine.
 */
export function hasShapeOf(original: unknown, rewritten: unknown): boolean {
  if (original === null || original === undefined) return true;
  if (Array.isArray(original)) {
    if (!Array.isArray(rewritten)) return false;
    return (
      original.length === 0 || rewritten.every((item) => original.some((before) => hasShapeOf(before, item)))
    );
  }
  if (!isPlainObject(original)) return typeof original === typeof rewritten;
  if (!isPlainObject(rewritten)) return false;
  return Object.entries(original).every(([key, value]) => {
    if (!Object.hasOwn(rewritten, key)) return false;
    return isKind(key, value) ? rewritten[key] === value : hasShapeOf(value, rewritten[key]);
  });
}

/** Replaces every text of an output and keeps its shape, so that the host takes it and nothing of it gets through. */
export function withhold(output: unknown, replacement: string): unknown {
  if (typeof output === 'string') return replacement;
  if (Array.isArray(output)) return output.map((item) => withhold(item, replacement));
  if (!isPlainObject(output)) return output;
  return Object.fromEntries(
    Object.entries(output).map(([key, value]) => [
      key,
      isKind(key, value) ? value : withhold(value, replacement),
    ]),
  );
}

function isKind(key: string, value: unknown): boolean {
  return KIND_KEYS.has(key) && typeof value === 'string' && KIND_VALUE.test(value);
}
