import { FAILS, FAILS_LATE, NOTHING, onCall, type Row, wait } from './row.js';

const RETURNED = { sees: FAILS, told: ['PLUGIN_RETURNED'] } as const;
const TWICE = { sees: FAILS_LATE, told: ['NEXT_TWICE'] } as const;

const SDK_DENY = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } };
const SDK_ALLOW = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } };

/** Calls of next that no example shows. */
export const NEXT: readonly Row[] = [
  { that: 'never calls next', does: () => undefined, sees: NOTHING },
  { that: 'never calls next and takes its time', does: () => wait(2), sees: NOTHING },
  {
    that: 'calls next without awaiting it',
    does: (_ctx, next) => {
      void next();
    },
    sees: NOTHING,
  },
  {
    that: 'calls next twice, one after the other',
    does: async (_ctx, next) => {
      await next();
      await next();
    },
    ...TWICE,
  },
  {
    that: 'calls next twice at once',
    does: (_ctx, next) => Promise.all([next(), next()]).then(() => undefined),
    ...TWICE,
  },
  {
    that: 'calls next a thousand times',
    does: async (_ctx, next) => {
      for (let i = 0; i < 1000; i += 1) await next();
    },
    ...TWICE,
  },
  {
    that: 'calls next with arguments and another this',
    does: (_ctx, next) => Reflect.apply(next, null, [1, 'x']),
    sees: NOTHING,
  },
  {
    that: 'keeps next and calls it after the run',
    does: (_ctx, next, { afterwards }) => afterwards(next),
    sees: NOTHING,
  },
  {
    that: 'calls next after its deadline',
    does: async (_ctx, next, { afterwards }) => {
      afterwards(() => wait(25));
      await wait(20);
      await next();
    },
    sees: FAILS,
    told: ['PLUGIN_TIMEOUT'],
    timeout: '10ms',
  },
  {
    that: 'calls next from a timer that it does not wait for',
    does: (_ctx, next, { afterwards }) => {
      setTimeout(next, 2);
      afterwards(() => wait(5));
    },
    sees: NOTHING,
  },
  {
    that: 'races next against a timer',
    does: (_ctx, next, { afterwards }) => {
      afterwards(() => wait(5));
      return Promise.race([next(), wait(1)]);
    },
    sees: NOTHING,
  },
];

/** Values of every kind, in place of the verbs. */
export const RETURNING: readonly Row[] = [
  ...(
    [
      ['a text', 'deny'],
      ['a number', 0],
      ['false', false],
      ['null', null],
      ['a bigint', 1n],
      ['a symbol', Symbol('deny')],
      ['a list', []],
      ['a function', () => undefined],
      ['a class instance', new Map()],
      ['a deny in the style of the SDK', SDK_DENY],
      ['an allow in the style of the SDK', SDK_ALLOW],
      ['an error', new Error('x')],
    ] as const
  ).flatMap(([what, value]): Row[] => [
    { that: `returns ${what}`, does: () => value, ...RETURNED },
    { that: `resolves to ${what}`, does: async () => value, ...RETURNED },
  ]),
  { that: 'returns its context', does: (ctx) => ctx, ...RETURNED },
  { that: 'returns next itself', does: (_ctx, next) => next, ...RETURNED },
  {
    that: 'is a generator',
    does: function* () {
      yield 1;
    },
    ...RETURNED,
  },
  {
    that: 'returns an allow after a verb that refuses',
    does: (ctx) => {
      ctx.deny('no');
      return SDK_ALLOW;
    },
    told: ['PLUGIN_RETURNED'],
    sees: { PreToolUse: { block: 'denied', ask: 'denied', continue: 'denied' } },
  },
  {
    that: 'allows and returns a value',
    does: (ctx) => {
      ctx.allow();
      return true;
    },
    told: ['PLUGIN_RETURNED'],
    sees: onCall(FAILS),
  },
];
