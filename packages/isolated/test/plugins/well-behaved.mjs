// Small plugins, each of which must behave in a thread of its own as it does without. `?name` makes one the default export.
import { definePlugin, onEveryEvent, onTool } from '@hookloom/core';

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const onPre = (handler, more = {}) => ({ hooks: { PreToolUse: handler }, ...more });
const observer = { role: 'observer' };

class OwnError extends Error {}
class Instance {
  command = 'ls';
}

const counting = { state: () => ({ calls: [] }) };
const count = (ctx) => (state) => ({ calls: [...state.calls, ctx.payload.tool_use_id] });

const DEFINITIONS = {
  silent: onPre(() => {}),
  denies: onPre((ctx) => ctx.deny('not here')),
  'denies-async': onPre(async (ctx) => {
    await sleep(5);
    ctx.deny('not here');
  }),
  asks: onPre((ctx) => ctx.ask('sure?')),
  allows: onPre((ctx) => ctx.allow(), { role: 'approver' }),
  defers: onPre((ctx) => ctx.defer('later')),
  halts: onPre((ctx) => ctx.halt('enough')),
  'notes-and-tells': onPre(({ note, tell }) => {
    note('one');
    tell('two');
    note('one');
  }),
  'sees-its-own-vote': onPre((ctx) => {
    ctx.ask('first');
    ctx.note(`now ${ctx.verdict.decision}`);
  }),
  'only-bash': onPre(
    onTool('Bash', (ctx) => {
      if (ctx.input.command.includes('rm')) ctx.deny('no rm');
    }),
  ),
  'only-an-expression': onPre(onTool('^(Read|Write)$', (ctx) => ctx.note(`saw ${ctx.tool}`))),
  rewrites: onPre(
    (ctx) => {
      ctx.rewrite({ ...ctx.input, command: 'ls -l' });
      ctx.note(`now ${ctx.input.command}, as it came ${ctx.payload.tool_input.command}`);
    },
    { role: 'rewriter' },
  ),
  'rewrites-to-the-same': onPre((ctx) => ctx.rewrite({ ...ctx.input })),
  'rewrites-to-a-function': onPre((ctx) => ctx.rewrite(() => {})),
  'rewrites-to-an-instance': onPre((ctx) => ctx.rewrite(new Instance())),
  'rewrites-to-a-text': onPre((ctx) => ctx.rewrite('ls')),
  'rewrites-with-a-date': onPre((ctx) => ctx.rewrite({ at: new Date(0) })),
  'rewrites-with-nan': onPre((ctx) => ctx.rewrite({ a: Number.NaN })),
  'rewrites-with-undefined': onPre((ctx) => ctx.rewrite({ ...ctx.input, gone: undefined })),
  'rewrites-after-next': onPre(async (ctx, next) => {
    await next();
    ctx.rewrite({ command: 'late' });
  }),
  'changes-what-it-sent': onPre((ctx) => {
    const input = { command: 'ls', list: [1] };
    ctx.rewrite(input);
    input.list.push(2);
  }),
  'goes-around': onPre(async (ctx, next) => {
    const before = ctx.verdict.decision;
    await next();
    ctx.note(`${before}, then ${ctx.verdict.decision} of ${ctx.verdict.votes.map((vote) => vote.plugin)}`);
    ctx.note(`${ctx.input.command}`);
  }),
  'does-not-wait-for-next': onPre((_ctx, next) => {
    next();
  }),
  'calls-next-twice': onPre(async (_ctx, next) => {
    await next();
    await next();
  }),
  'votes-after-next': onPre(async (ctx, next) => {
    await next();
    ctx.ask('after all');
  }),
  'judges-again': onPre((ctx) => {
    ctx.note(`again ${ctx.judgingAgain}, ${ctx.input.command}`);
    if (ctx.input.command === 'from-within') ctx.ask('from within?');
  }),
  'goes-around-and-judges-again': onPre(async (ctx, next) => {
    if (ctx.input.command === 'from-within') return ctx.deny('from within');
    await next();
    ctx.note(`after ${ctx.verdict.decision}`);
  }),
  returns: onPre(() => ({ permissionDecision: 'deny' })),
  'returns-null': onPre(async () => null),
  throws: onPre(() => {
    throw new TypeError('secret');
  }),
  'throws-its-own': onPre(async () => {
    throw new OwnError('secret');
  }),
  'throws-a-text': onPre(() => {
    throw 'secret';
  }),
  'throws-nothing': onPre(() => {
    throw undefined;
  }),
  'throws-a-function': onPre(() => {
    throw () => 'secret';
  }),
  'rejects-as-an-observer': onPre(() => Promise.reject(new Error('secret')), observer),
  'throws-after-a-vote': onPre((ctx) => {
    ctx.allow();
    throw new Error('x');
  }),
  'denies-without-a-reason': onPre((ctx) => ctx.deny('')),
  'denies-by-a-number': onPre((ctx) => ctx.deny(5)),
  'denies-by-a-function': onPre((ctx) => ctx.deny(() => 'x')),
  'notes-no-text': onPre((ctx) => ctx.note({}), observer),
  'uses-what-is-not-there': onPre((ctx) => ctx.decline('no')),
  'hangs-until-its-time-is-up': onPre(() => new Promise(() => {}), { timeout: '60ms' }),
  'heeds-its-signal': onPre(
    (ctx) =>
      new Promise((_, reject) => {
        ctx.signal.addEventListener('abort', () => reject(new Error('given up')));
      }),
    { timeout: '60ms', role: 'observer' },
  ),
  'its-signal-is-quiet': onPre((ctx) => ctx.note(`aborted ${ctx.signal.aborted}`)),
  'sees-everything': onPre((ctx) => {
    const { event, tool, input, payload, agent, judgingAgain, state, output, prompt } = ctx;
    ctx.log('seen', { event, tool, input, payload, agent, judgingAgain, state, output, prompt });
  }, observer),
  'finds-the-verbs': {
    ...observer,
    hooks: onEveryEvent((ctx) => {
      const verbs = [
        'deny',
        'defer',
        'ask',
        'allow',
        'block',
        'rewrite',
        'note',
        'accept',
        'decline',
        'cancel',
      ];
      ctx.log(ctx.event, [...verbs, 'input', 'output', 'prompt'].map((name) => typeof ctx[name]).join(' '));
    }),
  },
  'cannot-change-what-it-got': onPre((ctx) => {
    const tried = [
      () => (ctx.input.command = 'x'),
      () => (ctx.payload.tool_input.command = 'x'),
      () => (ctx.tool = 'x'),
      () => (ctx.state.calls = 1),
    ];
    for (const change of tried) {
      try {
        change();
        ctx.note('changed');
      } catch (error) {
        ctx.log(error.constructor.name);
      }
    }
  }, counting),
  logs: onPre((ctx) => ctx.log('line', { a: 1 }), observer),
  'logs-a-number': onPre((ctx) => ctx.log(5), observer),
  counts: onPre(async (ctx) => {
    const { calls } = await ctx.update(count(ctx));
    ctx.note(`${calls.length} calls, ${ctx.state.calls.length}`);
  }, counting),
  'counts-twice-at-once': onPre(async (ctx) => {
    await Promise.all([ctx.update(count(ctx)), ctx.update(count(ctx))]);
    ctx.note(`${ctx.state.calls.length}`);
  }, counting),
  'counts-without-waiting': onPre((ctx) => {
    ctx.update(count(ctx));
  }, counting),
  'counts-to-a-number': onPre(
    async (ctx) => {
      ctx.note(`${await ctx.update((calls) => calls + 1)}`);
    },
    { state: () => 0 },
  ),
  'changes-to-nothing': onPre((ctx) => ctx.update(() => undefined).then(() => {}), counting),
  'changes-to-a-function': onPre((ctx) => ctx.update(() => () => {}).then(() => {}), counting),
  'throws-in-a-change': onPre(async (ctx) => {
    try {
      await ctx.update(() => {
        throw new RangeError('x');
      });
    } catch (error) {
      ctx.note(error.constructor.name);
    }
  }, counting),
  'changes-the-state-it-got': onPre(
    (ctx) => ctx.update((state) => state.calls.push('x')).then(() => {}),
    counting,
  ),
  'has-no-state': onPre((ctx) => ctx.update((state) => state).then(() => {})),
  'makes-no-state': onPre(() => {}, { state: () => undefined }),
  'makes-bad-state': onPre(() => {}, { state: () => ({ at: new Date(0) }) }),
  'throws-making-state': onPre(() => {}, {
    state: () => {
      throw new EvalError('x');
    },
  }),
  'works-in-the-background': onPre((ctx) => {
    ctx.waitUntil(sleep(20).then(() => ctx.log('worked')));
  }, observer),
  'output-rewritten': {
    role: 'rewriter',
    hooks: {
      PostToolUse: (ctx) => {
        ctx.rewrite({ ...ctx.output, stdout: ctx.output.stdout.replace('secret', '***') });
        ctx.note(ctx.output.stdout);
      },
    },
  },
  'output-of-another-shape': { role: 'rewriter', hooks: { PostToolUse: (ctx) => ctx.rewrite('***') } },
  'output-withheld': {
    hooks: {
      PostToolUse: () => {
        throw new Error('x');
      },
    },
  },
  prompts: { hooks: { UserPromptSubmit: (ctx) => ctx.block(`no ${ctx.prompt}`) } },
  stops: { hooks: { Stop: (ctx) => ctx.block('go on') } },
  permits: {
    role: 'approver',
    hooks: {
      PermissionRequest: (ctx) => {
        ctx.rewrite({ ...ctx.input, command: 'ls' });
        ctx.allow({
          reason: 'fine',
          permissions: [{ type: 'setMode', mode: 'default', destination: 'session' }],
        });
      },
    },
  },
  'permits-in-the-wrong-form': { hooks: { PermissionRequest: (ctx) => ctx.allow('yes') } },
  'catches-what-a-verb-throws': {
    hooks: {
      PermissionRequest: (ctx) => {
        try {
          ctx.allow('yes');
        } catch (error) {
          ctx.deny(`${error.constructor.name} ${error.code}`);
        }
      },
    },
  },
  interrupts: { hooks: { PermissionRequest: (ctx) => ctx.deny('no', { interrupt: true }) } },
  elicits: { hooks: { Elicitation: (ctx) => ctx.accept({ name: 'Bob' }) } },
  'makes-worktrees': { hooks: { WorktreeCreate: (ctx) => ctx.extend({ worktreePath: '/tmp/wt' }) } },
  'extends-wrongly': { hooks: { WorktreeCreate: (ctx) => ctx.extend({ path: 5 }) } },
};

export const NAMES = Object.keys(DEFINITIONS);

export const pluginNamed = (name) => definePlugin({ name, ...DEFINITIONS[name] });

const chosen = new URL(import.meta.url).search.slice(1);
export default chosen === '' ? undefined : pluginNamed(chosen);
