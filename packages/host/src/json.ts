import { HookloomError } from './errors.js';

/** A plain object of unknown values. */
export type PlainObject = Record<string, unknown>;

/** Deeper data than this is an attack on the stack, not an input. */
export const DEEPEST = 500;

/** Tells whether a value is an object that JSON would write with braces. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Leaves out the fields that are `undefined`. */
export function present<T extends object>(fields: T): T {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value;
  return kept as T;
}

/**
 * Copies JSON data and freezes the copy through and through. Keys with the value `undefined` are left out, as JSON does.
 * @throws HookloomError `PAYLOAD_INVALID` for a cycle, a function, a class instance, a number that JSON cannot write,
 * or a key that would reach a prototype.
 */
export function copyFrozen<T>(value: T): T {
  return copyNode(value, 0) as T;
}

function copyNode(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value)) return value;
      throw invalid('a number that JSON cannot write');
    case 'object':
      break;
    default:
      throw invalid(`a ${typeof value}`);
  }
  if (value === null) return null;
  if (depth > DEEPEST) throw invalid('a cycle, or data nested too deep');
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (const item of value) copy.push(item === undefined ? null : copyNode(item, depth + 1));
    return Object.freeze(copy);
  }
  if (!isPlainObject(value)) throw invalid('an object that is not plain data');
  const copy: PlainObject = {};
  for (const key of Object.keys(value)) {
    if (isPrototypeKey(key, value)) throw invalid(`the key ${key}, which would reach a prototype`);
    if (value[key] !== undefined) copy[key] = copyNode(value[key], depth + 1);
  }
  return Object.freeze(copy);
}

/** Tells whether a key of plain data would reach a prototype when the data is merged or assigned. */
export function isPrototypeKey(key: string, owner: PlainObject): boolean {
  if (key === '__proto__') return true;
  const value = key === 'constructor' ? owner[key] : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

function invalid(what: string): HookloomError {
  return new HookloomError('PAYLOAD_INVALID', `the data holds ${what}`);
}
