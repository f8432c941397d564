import { always, FAILS, FAILS_LATE, NOTHING, onCall, type Row, wait } from './row.js';

const DENIES = { PreToolUse: always('denied') };
const ONLY_CALLS = onCall(NOTHING);

/** Reasons that are no words. */
const REASONS: readonly [string, unknown][] = [
  ['no reason', undefined],
  ['an empty reason', ''],
  ['a blank reason', ' \n'],
  ['a number', 5],
  ['null', null],
  ['a list', ['because']],
  ['an object with a text', { toString: () => 'because' }],
  ['a symbol', Symbol('because')],
  ['a function', () => 'because'],
];

/** Votes without words: a refusal stays one, consent does not. */
export const VOTING: readonly Row[] = [
  ...REASONS.map(
    ([what, reason]): Row => ({
      that: `denies with ${what}`,
      does: (ctx) => ctx.deny(reason),
      sees: DENIES,
      told: ['VOTE_INVALID'],
    }),
  ),
  ...REASONS.slice(1).map(
    ([what, reason]): Row => ({
      that: `allows with ${what}`,
      does: (ctx) => ctx.allow(reason),
      sees: onCall(FAILS),
      told: ['VOTE_INVALID'],
    }),
  ),
  {
    that: 'asks without a reason',
    does: (ctx) => ctx.ask(),
    told: ['VOTE_INVALID'],
    sees: { PreToolUse: { block: 'denied', ask: 'asked', continue: 'asked' } },
  },
  {
    that: 'defers without a reason',
    does: (ctx) => ctx.defer(),
    told: ['VOTE_INVALID'],
    sees: { PreToolUse: { block: 'denied', ask: 'deferred', continue: 'deferred' } },
  },
  {
    that: 'blocks without a reason',
    does: (ctx) => ctx.block(),
    told: ['VOTE_INVALID'],
    sees: {
      UserPromptSubmit: always('blocked'),
      Stop: always('blocked, the rest ran'),
      PostToolUse: { block: 'withheld', ask: 'withheld', continue: 'blocked, the rest ran' },
    },
  },
  {
    that: 'halts without a reason',
    does: (ctx) => ctx.halt(),
    told: ['VOTE_INVALID'],
    sees: {
      PreToolUse: always('denied, stopped'),
      UserPromptSubmit: always('blocked, stopped'),
      Stop: always('goes on, stopped'),
      PostToolUse: { block: 'withheld, stopped', ask: 'withheld, stopped', continue: 'goes on, stopped' },
    },
  },
  {
    that: 'allows, asks, defers and denies at once',
    does: (ctx) => {
      ctx.allow();
      ctx.ask('a');
      ctx.defer('b');
      ctx.deny('c');
    },
    sees: DENIES,
  },
  {
    that: 'denies and then allows',
    does: (ctx) => {
      ctx.deny('no');
      ctx.allow('yes');
    },
    sees: DENIES,
  },
  {
    that: 'denies ten thousand times',
    does: (ctx) => {
      for (let i = 0; i < 10_000; i += 1) ctx.deny(`no ${i % 3}`);
    },
    sees: DENIES,
  },
  {
    that: 'denies after the rest of the stack',
    does: async (ctx, next) => {
      await next();
      ctx.deny('no');
    },
    sees: { PreToolUse: always('denied, the rest ran') },
  },
  {
    that: 'uses a verb that the event does not have',
    does: (ctx) => ctx.block('x'),
    sees: onCall(FAILS),
    told: ['PLUGIN_THREW'],
  },
];

const late = (
  that: string,
  does: Row['does'],
  sees: Row['sees'] = NOTHING,
  ...toldLate: NonNullable<Row['toldLate']>
): Row => ({ that, does, sees, toldLate });

/** What is said when nobody listens any more. */
export const LATE: readonly Row[] = [
  late(
    'keeps ctx and denies after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.deny('x')),
    ONLY_CALLS,
    'VOTE_LATE',
  ),
  late(
    'keeps ctx and allows after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.allow()),
    ONLY_CALLS,
    'VOTE_LATE',
  ),
  late(
    'keeps ctx and asks after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.ask('x')),
    ONLY_CALLS,
    'VOTE_LATE',
  ),
  late(
    'keeps ctx and rewrites after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.rewrite({ x: 1 })),
    ONLY_CALLS,
    'REWRITE_LATE',
  ),
  late(
    'keeps ctx and notes after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.note('x')),
    ONLY_CALLS,
    'VOTE_LATE',
  ),
  late(
    'keeps ctx and tells after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.tell('x')),
    NOTHING,
    'VOTE_LATE',
  ),
  late(
    'keeps ctx and halts after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.halt('x')),
    NOTHING,
    'VOTE_LATE',
  ),
  late(
    'keeps ctx and extends after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.extend({ suppressOutput: true })),
    NOTHING,
    'EXTENSION_INVALID',
  ),
  late(
    'keeps ctx and logs after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.log('x')),
    NOTHING,
  ),
  late(
    'keeps ctx and reads its signal after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.signal.aborted),
    NOTHING,
  ),
  late(
    'keeps ctx and updates junk after the run',
    (ctx, _next, { afterwards }) => afterwards(() => ctx.update(() => undefined).catch(() => undefined)),
    NOTHING,
    'STATE_INVALID',
  ),
  late(
    'speaks after its deadline',
    async (ctx, _next, { afterwards }) => {
      afterwards(() => wait(25));
      await wait(20);
      ctx.tell('x');
      ctx.halt('x');
    },
    FAILS,
  ),
  late(
    'votes from a timer that it does not wait for',
    (ctx, _next, { afterwards }) => {
      setTimeout(() => ctx.allow(), 5);
      afterwards(() => wait(15));
    },
    ONLY_CALLS,
    'VOTE_LATE',
  ),
].map(
  (row) =>
    (row.that === 'speaks after its deadline'
      ? { ...row, told: ['PLUGIN_TIMEOUT'], timeout: '10ms' as const }
      : row.that.includes('updates')
        ? { ...row, state: () => ({}) }
        : row) as Row,
);

const flood = (say: (index: number) => void) => {
  for (let index = 0; index < 10_000; index += 1) say(index);
};

/** Too much, too often, or no text at all. */
export const TALKING: readonly Row[] = [
  {
    that: 'notes ten thousand texts',
    does: (ctx) => flood((i) => ctx.note(`note ${i}`)),
    sees: { PreToolUse: always('goes on, noted') },
  },
  {
    that: 'notes one text ten thousand times',
    does: (ctx) => flood(() => ctx.note('again')),
    sees: { PreToolUse: always('goes on, noted') },
  },
  {
    that: 'notes a text of five megabytes',
    does: (ctx) => ctx.note('x'.repeat(5_000_000)),
    sees: { PreToolUse: always('goes on, noted') },
  },
  {
    that: 'tells ten thousand texts',
    does: (ctx) => flood((i) => ctx.tell(`text ${i}`)),
    sees: { PreToolUse: always('goes on, told'), Stop: always('goes on, told') },
  },
  {
    that: 'logs ten thousand lines',
    does: (ctx) => flood((i) => ctx.log(`line ${i}`, { i })),
    sees: NOTHING,
  },
  {
    that: 'logs data that throws when looked at',
    does: (ctx) =>
      ctx.log(
        'x',
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('x');
            },
          },
        ),
      ),
    sees: NOTHING,
  },
  { that: 'logs a message that is no text', does: (ctx) => ctx.log(Symbol('x')), sees: NOTHING },
  {
    that: 'notes what is no text, ten thousand times',
    does: (ctx) => flood((i) => ctx.note(i)),
    sees: onCall(FAILS),
    told: ['VOTE_INVALID'],
  },
  { that: 'tells an empty text', does: (ctx) => ctx.tell(''), sees: FAILS, told: ['VOTE_INVALID'] },
  {
    that: 'notes and fails',
    does: (ctx) => {
      ctx.note('x');
      throw new Error('x');
    },
    told: ['PLUGIN_THREW'],
    sees: { PreToolUse: { block: 'denied, noted', ask: 'asked, noted', continue: 'goes on, noted' } },
  },
  {
    that: 'sets an output field that does not exist',
    does: (ctx) => ctx.extend({ permissionDecision: 'allow' }),
    sees: FAILS,
    told: ['EXTENSION_INVALID'],
  },
  {
    that: 'sets an output field of the wrong type',
    does: (ctx) => ctx.extend({ suppressOutput: 'yes' }),
    sees: FAILS,
    told: ['EXTENSION_INVALID'],
  },
  {
    that: 'sets the output field __proto__',
    does: (ctx) => ctx.extend(JSON.parse('{"__proto__":{"decision":"approve"}}')),
    sees: FAILS,
    told: ['EXTENSION_INVALID'],
  },
  {
    that: 'extends by what is no object',
    does: (ctx) => ctx.extend('suppressOutput'),
    sees: FAILS,
    told: ['EXTENSION_INVALID'],
  },
  {
    that: 'extends by an object that throws when read',
    does: (ctx) =>
      ctx.extend({
        get suppressOutput() {
          throw new Error('x');
        },
      }),
    sees: FAILS,
    told: ['PLUGIN_THREW'],
  },
  {
    that: 'says something after next and fails',
    does: async (ctx, next) => {
      await next();
      ctx.tell('x');
      throw new Error('x');
    },
    told: ['PLUGIN_THREW'],
    sees: {
      PreToolUse: {
        block: `${FAILS_LATE.PreToolUse?.block}, told`,
        ask: 'asked, told',
        continue: 'goes on, told',
      },
    },
  },
];
