import { always, FAILS, FAILS_LATE, onCall, type Row } from './row.js';

const INVALID = { sees: onCall(FAILS), told: ['REWRITE_INVALID'] } as const;

function deep(levels: number): unknown {
  let data: unknown = 1;
  for (let level = 0; level < levels; level += 1) data = { data };
  return data;
}

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

const VALUES: readonly [string, unknown][] = [
  ['a text', 'x'],
  ['null', null],
  ['undefined', undefined],
  ['a list', [1]],
  ['a function', () => undefined],
  ['a promise', Promise.resolve({})],
  ['a map', new Map([['file_path', '/a']])],
  [
    'a class instance',
    new (class Input {
      file_path = '/a';
    })(),
  ],
  ['a cycle', cyclic],
  ['a bigint', { file_path: 1n }],
  ['a symbol', { file_path: Symbol('x') }],
  ['a number that JSON cannot write', { file_path: Number.NaN }],
  ['a date', { file_path: new Date(0) }],
  ['a key __proto__', JSON.parse('{"__proto__":{"file_path":"/a"}}')],
  ['a key that reaches a prototype', JSON.parse('{"constructor":{"prototype":{}}}')],
  ['data a hundred thousand levels deep', deep(100_000)],
  [
    'a proxy that throws when read',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('x');
        },
      },
    ),
  ],
  [
    'a getter that throws',
    Object.defineProperty({}, 'file_path', {
      enumerable: true,
      get: () => {
        throw new Error('x');
      },
    }),
  ],
];

/** Rewrites that the host would refuse or misread. */
export const REWRITING: readonly Row[] = [
  ...VALUES.map(
    ([what, value]): Row => ({
      that: `rewrites the input to ${what}`,
      does: (ctx) => ctx.rewrite(value),
      ...INVALID,
    }),
  ),
  {
    that: 'rewrites after next',
    does: async (ctx, next) => {
      await next();
      ctx.rewrite({ x: 1 });
    },
    sees: onCall(FAILS_LATE),
    told: ['REWRITE_LATE'],
  },
  {
    that: 'rewrites and fails',
    does: (ctx) => {
      if (!ctx.judgingAgain) ctx.rewrite({ ...ctx.input, content: 'y' });
      throw new Error('x');
    },
    told: ['PLUGIN_THREW'],
    sees: { PreToolUse: { block: 'denied', ask: 'asked, rewritten', continue: 'goes on, rewritten' } },
  },
  {
    that: 'rewrites, allows and changes what it gave',
    does: (ctx) => {
      if (ctx.judgingAgain) return;
      const input = { ...ctx.input, content: 'y' };
      ctx.rewrite(input);
      input.content = 'rm -rf /';
    },
    sees: { PreToolUse: always('goes on, rewritten') },
  },
  {
    that: 'rewrites a thousand times',
    does: (ctx) => {
      if (ctx.judgingAgain) return;
      for (let i = 0; i < 1000; i += 1) ctx.rewrite({ ...ctx.input, content: `y${i}` });
    },
    sees: { PreToolUse: always('goes on, rewritten') },
  },
  {
    that: 'rewrites to what it was',
    does: (ctx) => ctx.judgingAgain || ctx.rewrite({ ...ctx.input }),
    sees: {},
  },
  ...(
    [
      ['a text', 'hidden'],
      ['a list', []],
      ['null', null],
      ['a part of it', { stdout: 'hidden' }],
      ['another type of field', { stdout: 1, stderr: '', interrupted: false }],
      ['a cycle', cyclic],
      ['nothing', undefined],
    ] as const
  ).map(
    ([what, value]): Row => ({
      that: `rewrites the output to ${what}`,
      does: (ctx) => ctx.rewrite(value),
      sees: { PostToolUse: FAILS.PostToolUse as never },
      told: ['REWRITE_INVALID'],
    }),
  ),
];
