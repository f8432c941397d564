import { HookloomError } from '../../src/index.js';
import { FAILS, FAILS_LATE, NOTHING, never, onCall, type Row, wait } from './row.js';

const THREW = { sees: FAILS, told: ['PLUGIN_THREW'] } as const;
const TIMED_OUT = { sees: FAILS, told: ['PLUGIN_TIMEOUT'], timeout: '10ms' } as const;

const hostileProxy = () =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('get');
      },
      getPrototypeOf() {
        throw new Error('getPrototypeOf');
      },
    },
  );

function raise(thrown: unknown): never {
  throw thrown;
}

function overflow(): number {
  return overflow() + 1;
}

// It has one of our codes at the first look and no text at the second.
class ShiftingError extends HookloomError {
  #looks = 0;

  constructor() {
    super('VOTE_INVALID', 'x');
    Object.defineProperty(this, 'code', {
      get: () => (++this.#looks === 1 ? 'VOTE_INVALID' : Symbol('code')),
    });
    Object.defineProperty(this, 'message', { value: Symbol('message') });
  }
}

/** Throwing and rejecting, with whatever. */
export const THROWING: readonly Row[] = [
  { that: 'throws an error', does: () => raise(new Error('x')), ...THREW },
  { that: 'throws a text', does: () => raise('x'), ...THREW },
  { that: 'throws undefined', does: () => raise(undefined), ...THREW },
  { that: 'throws null', does: () => raise(null), ...THREW },
  { that: 'throws a symbol', does: () => raise(Symbol('x')), ...THREW },
  { that: 'throws a frozen error', does: () => raise(Object.freeze(new Error('x'))), ...THREW },
  { that: 'throws a proxy that throws when looked at', does: () => raise(hostileProxy()), ...THREW },
  { that: 'throws an object without a prototype', does: () => raise(Object.create(null)), ...THREW },
  { that: 'throws a promise', does: () => raise(Promise.resolve()), ...THREW },
  {
    that: 'throws an error of ours with another code',
    does: () => raise(new HookloomError('RUNNER_CLOSED', 'x')),
    ...THREW,
  },
  {
    that: 'throws an error of ours that changes while it is looked at',
    does: () => raise(new ShiftingError()),
    ...THREW,
  },
  { that: 'throws by an endless recursion', does: overflow, ...THREW },
  {
    that: 'throws what it had updated in vain',
    does: (ctx) => ctx.update(null),
    sees: FAILS,
    told: ['STATE_INVALID'],
  },
  { that: 'rejects at once', does: () => Promise.reject(new Error('x')), ...THREW },
  { that: 'rejects with undefined', does: () => Promise.reject(undefined), ...THREW },
  { that: 'rejects with a hostile proxy', does: () => Promise.reject(hostileProxy()), ...THREW },
  {
    that: 'rejects after a while',
    does: async () => {
      await wait(3);
      raise(1);
    },
    ...THREW,
  },
  {
    that: 'rejects after the rest of the stack',
    does: async (_ctx, next) => {
      await next();
      raise(1);
    },
    sees: FAILS_LATE,
    told: ['PLUGIN_THREW'],
  },
  {
    that: 'throws after it called next',
    does: (_ctx, next) => {
      void next();
      raise(1);
    },
    sees: FAILS_LATE,
    told: ['PLUGIN_THREW'],
  },
  {
    that: 'rejects after its deadline',
    does: async (_ctx, _next, { afterwards }) => {
      afterwards(() => wait(25));
      await wait(20);
      raise(1);
    },
    ...TIMED_OUT,
  },
  {
    that: 'throws after it has allowed',
    does: (ctx) => {
      ctx.allow();
      raise(1);
    },
    ...THREW,
    sees: onCall(FAILS),
  },
];

const HUNG_LATE = { sees: FAILS_LATE, told: ['PLUGIN_TIMEOUT'], timeout: '10ms' } as const;

/** Promises that do not do what promises do. */
export const HANGING: readonly Row[] = [
  { that: 'never settles', does: never, ...TIMED_OUT },
  {
    that: 'never settles after next',
    does: async (_ctx, next) => {
      await next();
      await never();
    },
    ...HUNG_LATE,
  },
  {
    that: 'never settles and did not wait for next',
    does: (_ctx, next) => {
      void next();
      return never();
    },
    ...HUNG_LATE,
  },
  {
    that: 'settles after its deadline',
    does: async (_ctx, _next, { afterwards }) => {
      afterwards(() => wait(25));
      await wait(20);
    },
    ...TIMED_OUT,
  },
  { that: 'returns a thenable that never calls back', does: () => ({ then() {} }), ...TIMED_OUT },
  {
    that: 'returns a promise of itself',
    does: () => {
      const own: Promise<unknown> = wait(1).then(() => own);
      return own;
    },
    ...THREW,
  },
  { that: 'returns a thenable whose then throws', does: () => ({ then: () => raise(1) }), ...THREW },
  {
    that: 'returns an object whose then cannot be read',
    does: () => Object.defineProperty({}, 'then', { get: () => raise(1) }),
    ...THREW,
  },
  {
    that: 'returns a proxy that throws when looked at',
    does: () => new Proxy({}, { has: () => raise(1) }),
    ...THREW,
  },
  { that: 'returns a proxy of a promise', does: () => new Proxy(Promise.resolve(), {}), ...THREW },
  {
    that: 'returns a promise in a proxy without a prototype',
    does: () => new Proxy(Promise.resolve(), { getPrototypeOf: () => raise(1) }),
    ...THREW,
  },
  {
    that: 'returns a promise in a proxy without keys',
    does: () => new Proxy(Promise.resolve(), { ownKeys: () => raise(1) }),
    ...THREW,
  },
  {
    that: 'returns a promise whose then throws',
    does: () => Object.assign(Promise.resolve(), { then: () => raise(1) }),
    ...THREW,
  },
  {
    that: 'returns a promise whose constructor throws',
    does: () => Object.defineProperty(Promise.resolve(), 'constructor', { get: () => raise(1) }),
    ...THREW,
  },
  {
    that: 'settles twice, the second time by a rejection',
    does: () => ({
      then: (ok: () => void, no: () => void) => {
        ok();
        no();
      },
    }),
    sees: NOTHING,
  },
  {
    that: 'rejects twice',
    does: () => ({
      then: (_ok: unknown, no: (error: unknown) => void) => {
        no(1);
        no(2);
      },
    }),
    ...THREW,
  },
  {
    that: 'settles at once and throws then',
    does: () => ({
      then: (ok: () => void) => {
        ok();
        raise(1);
      },
    }),
    sees: NOTHING,
  },
];
