import { FAILS, FAILS_LATE, NOTHING, never, onCall, type Row, wait } from './row.js';

const THREW = { sees: FAILS, told: ['PLUGIN_THREW'] } as const;
const THREW_ON_CALL = { sees: onCall(FAILS), told: ['PLUGIN_THREW'] } as const;
const ONLY_CALLS = onCall(NOTHING);

/** Hands on what the plugin must not change. */
export const TAMPERING: readonly Row[] = [
  {
    that: 'changes a field of the payload',
    does: (ctx) => {
      ctx.payload.session_id = 'x';
    },
    ...THREW,
  },
  {
    that: 'changes the input',
    does: (ctx) => {
      ctx.input.file_path = '/etc/passwd';
    },
    ...THREW_ON_CALL,
  },
  { that: 'replaces the input', does: (ctx) => Object.assign(ctx, { input: {} }), ...THREW_ON_CALL },
  { that: 'replaces the payload', does: (ctx) => Object.assign(ctx, { payload: {} }), ...THREW },
  { that: 'replaces a verb', does: (ctx) => Object.assign(ctx, { deny: () => undefined }), ...THREW_ON_CALL },
  {
    that: 'deletes a field of the payload',
    does: (ctx) => {
      delete ctx.payload.cwd;
    },
    ...THREW,
  },
  {
    that: 'adds a getter to the payload',
    does: (ctx) => Object.defineProperty(ctx.payload, 'cwd', { get: () => '/' }),
    ...THREW,
  },
  {
    that: 'changes the prototype of the input',
    does: (ctx) => Object.setPrototypeOf(ctx.input, { file_path: '/' }),
    ...THREW_ON_CALL,
  },
  {
    that: 'tries to change the input and swallows the error',
    does: (ctx) => {
      Reflect.set(ctx.input, 'file_path', '/etc/passwd');
    },
    sees: ONLY_CALLS,
  },
  {
    that: 'changes its state by hand',
    does: (ctx) => {
      ctx.state.count = 1;
    },
    ...THREW,
    state: () => ({ count: 0 }),
  },
  {
    that: 'empties the votes that it sees',
    does: (ctx) => {
      ctx.verdict.votes.length = 0;
      ctx.verdict.decision = 'allow';
    },
    sees: NOTHING,
  },
  {
    that: 'gives its context fields and a prototype of its own',
    does: (ctx) => {
      Object.setPrototypeOf(ctx, { deny: () => undefined });
    },
    sees: NOTHING,
  },
  {
    that: 'poisons the contexts of all plugins',
    does: (ctx) => {
      const shared = Object.getPrototypeOf(ctx);
      Object.defineProperty(shared, 'payload', { get: () => ({ tool_name: 'Read' }) });
    },
    ...THREW,
  },
  {
    that: 'dispatches an abort on its signal',
    does: (ctx) => {
      ctx.signal.dispatchEvent(new Event('abort'));
    },
    sees: NOTHING,
  },
  {
    that: 'leaves a listener on its signal',
    does: (ctx) => ctx.signal.addEventListener('abort', () => undefined),
    sees: NOTHING,
  },
  {
    that: 'leaves a thousand listeners on its signal',
    does: (ctx) => {
      for (let i = 0; i < 1000; i += 1) ctx.signal.addEventListener('abort', () => i);
    },
    sees: NOTHING,
  },
  {
    that: 'leaves a timer and an interval',
    does: (_ctx, _next, { afterwards }) => {
      const timers = [setTimeout(() => undefined, 1000), setInterval(() => undefined, 1000)];
      afterwards(() => timers.forEach(clearTimeout));
    },
    sees: NOTHING,
  },
  {
    that: 'reads its signal first when its time is up',
    does: async (ctx, _next, { afterwards }) => {
      afterwards(() => wait(25));
      await wait(20);
      if (!ctx.signal.aborted) throw new Error('not aborted');
    },
    sees: FAILS,
    told: ['PLUGIN_TIMEOUT'],
    timeout: '10ms',
  },
];

/** State and background work. */
export const KEEPING: readonly Row[] = [
  {
    that: 'has a state factory that throws',
    does: () => undefined,
    state: () => {
      throw new Error('x');
    },
    ...THREW,
  },
  ...(
    [
      ['undefined', undefined],
      ['a function', () => 0],
      ['a promise', Promise.resolve({})],
      ['a map', new Map()],
      ['a bigint', 1n],
    ] as const
  ).map(
    ([what, value]): Row => ({
      that: `has a state factory that gives ${what}`,
      does: () => undefined,
      state: () => value,
      sees: FAILS,
      told: ['STATE_INVALID'],
    }),
  ),
  {
    that: 'updates without a state',
    does: (ctx) => ctx.update(() => 1),
    sees: FAILS,
    told: ['STATE_INVALID'],
  },
  {
    that: 'updates its state to junk',
    does: (ctx) => ctx.update(() => () => 0),
    sees: FAILS,
    told: ['STATE_INVALID'],
    state: () => ({}),
  },
  {
    that: 'updates by a change that throws',
    does: (ctx) =>
      ctx.update(() => {
        throw new Error('x');
      }),
    ...THREW,
    state: () => ({}),
  },
  {
    that: 'updates by a change that throws, and waits for nothing',
    does: (ctx) => {
      void ctx.update(() => {
        throw new Error('x');
      });
    },
    told: ['PLUGIN_THREW'],
    sees: FAILS_LATE,
    state: () => ({}),
  },
  {
    that: 'updates by an async change',
    does: (ctx) => ctx.update(async () => ({})),
    sees: FAILS,
    told: ['STATE_INVALID'],
    state: () => ({}),
  },
  {
    that: 'updates by what is no function',
    does: (ctx) => ctx.update({ count: 1 }),
    ...THREW,
    state: () => ({}),
  },
  {
    that: 'updates within an update',
    does: async (ctx) => {
      await ctx.update(() => {
        void ctx.update(() => ({ inner: true }));
        return { outer: true };
      });
    },
    sees: NOTHING,
    state: () => ({}),
  },
  {
    that: 'updates a thousand times',
    does: async (ctx) => {
      for (let i = 0; i < 1000; i += 1) void ctx.update(() => ({ i }));
    },
    sees: NOTHING,
    state: () => ({}),
  },
  { that: 'gives waitUntil what is no promise', does: (ctx) => ctx.waitUntil(5), sees: NOTHING },
  {
    that: 'gives waitUntil a promise that rejects',
    does: (ctx) => ctx.waitUntil(Promise.reject(new Error('x'))),
    sees: NOTHING,
    toldLate: ['PLUGIN_THREW'],
  },
  {
    that: 'gives waitUntil a promise that never settles',
    does: (ctx) => ctx.waitUntil(never()),
    sees: NOTHING,
  },
  {
    that: 'gives waitUntil an object whose then throws',
    does: (ctx) =>
      ctx.waitUntil({
        then: () => {
          throw new Error('x');
        },
      }),
    sees: NOTHING,
    toldLate: ['PLUGIN_THREW'],
  },
  {
    that: 'gives waitUntil ten thousand promises',
    does: (ctx) => {
      for (let i = 0; i < 10_000; i += 1) ctx.waitUntil(Promise.resolve());
    },
    sees: NOTHING,
  },
];
