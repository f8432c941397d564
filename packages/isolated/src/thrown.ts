import { HookloomError, type HookloomErrorCode } from '@hookloom/core';
import { fromData, isData, toData } from './data.js';

/** Something that was thrown, as it crosses to another thread. */
export type Thrown =
  | { kind: 'value'; value: unknown }
  | { kind: 'error'; name: string; message: string; stack: string | undefined; code: string | undefined };

/** Writes down what was thrown. Looking at it does not throw again, whatever it is. */
export function writeThrown(thrown: unknown): Thrown {
  try {
    if (thrown instanceof Error) {
      const { message, stack, code } = thrown as Error & { code?: unknown };
      return {
        kind: 'error',
        name: thrown.constructor.name,
        message: String(message),
        stack: typeof stack === 'string' ? stack : undefined,
        code: thrown instanceof HookloomError && typeof code === 'string' ? code : undefined,
      };
    }
    if (typeof thrown === 'function' || isData(thrown)) return { kind: 'value', value: toData(thrown) };
  } catch {
    // A proxy with traps; what it is, is of no use to anybody.
  }
  return { kind: 'value', value: {} };
}

/** Gives an equal of what was thrown: of an error class that is not known here, one of the same name. */
export function readThrown(thrown: Thrown): unknown {
  if (thrown.kind === 'value') return fromData(thrown.value);
  const { name, message, stack, code } = thrown;
  const error =
    code === undefined ? errorNamed(name, message) : new HookloomError(code as HookloomErrorCode, message);
  Object.defineProperty(error, 'stack', { value: stack ?? error.stack });
  return error;
}

/** Makes an error whose class has a name: failures are told by it. */
export function errorNamed(name: string, message: string, cause?: unknown): Error {
  const { [name]: Named } = { [name]: class extends Error {} };
  return new (Named as typeof Error)(message, cause === undefined ? undefined : { cause });
}
