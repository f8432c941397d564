const DEEPEST = 500;

/** Stands for something that is no data. It is made a function again, which core refuses wherever it wants data. */
const NOT_DATA = '@hookloom/isolated: not data';

/** Tells whether a value is plain data, which arrives in another thread as it left this one. */
export function isData(value: unknown, depth = 0): boolean {
  if (typeof value === 'function' || typeof value === 'symbol' || depth > DEEPEST) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => isData(item, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  return Object.values(value).every((item) => isData(item, depth + 1));
}

/** The value if it is data, and else what stands for it. */
export function toData(value: unknown): unknown {
  try {
    if (isData(value)) return value;
  } catch {
    // A getter or a proxy that throws is no data.
  }
  return NOT_DATA;
}

/** Undoes `toData`. */
export function fromData(value: unknown): unknown {
  return value === NOT_DATA ? notData : value;
}

function notData(): void {}

/** Freezes data through and through. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) freeze(item);
  return Object.freeze(value);
}
