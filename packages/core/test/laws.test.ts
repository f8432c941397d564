import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createHooks,
  createRunner,
  definePlugin,
  type OnFailure,
  type Outcome,
  type Plugin,
  type Role,
  type Stack,
} from '../src/index.js';
import { rankOf } from '../src/verdict.js';
import { call } from './stack.js';

type Word = 'none' | 'allow' | 'ask' | 'defer' | 'deny';

/** A plugin by what it does: to input n it votes `votes[n % 3]`, or fails there; a rewriter turns every n to another. */
interface Script {
  readonly role: Role;
  readonly onFailure: OnFailure;
  readonly votes: readonly (Word | 'throws')[];
  readonly rewritesTo: number | undefined;
  /** How it takes its time and calls next; this must not matter. */
  readonly manner: Manner;
}

interface Manner {
  readonly turns: number;
  readonly next: 'never' | 'returned' | 'awaited' | 'floating';
}

const word = fc.constantFrom<Word | 'throws'>('none', 'none', 'allow', 'ask', 'defer', 'deny', 'throws');
const manner = fc.record<Manner>({
  turns: fc.nat({ max: 2 }),
  next: fc.constantFrom('never', 'returned', 'awaited', 'floating'),
});
const judge = fc.record<Script>({
  role: fc.constantFrom<Role>('guard', 'approver', 'observer'),
  onFailure: fc.constantFrom<OnFailure>('block', 'ask', 'continue'),
  votes: fc.tuple(word, word, word),
  rewritesTo: fc.constant(undefined),
  manner,
});
const rewriter = fc.record<Script>({
  role: fc.constant<Role>('rewriter'),
  onFailure: fc.constantFrom<OnFailure>('block', 'ask', 'continue'),
  votes: fc.tuple(word, word, word),
  rewritesTo: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  manner,
});
const script = fc.oneof({ weight: 3, arbitrary: judge }, { weight: 1, arbitrary: rewriter });
const scripts = fc.array(script, { maxLength: 7 });

function toPlugin(
  { role, onFailure, votes, rewritesTo, manner: { turns, next: way } }: Script,
  index: number,
): Plugin {
  return definePlugin({
    name: `p${index}`,
    role,
    onFailure,
    hooks: {
      PreToolUse: async (ctx, next) => {
        for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        if (rewritesTo !== undefined && !ctx.judgingAgain) ctx.rewrite({ n: rewritesTo });
        const vote = votes[Number(ctx.input.n) % 3] ?? 'none';
        if (vote === 'throws') throw new Error('scripted');
        if (vote === 'allow') ctx.allow();
        else if (vote !== 'none') ctx[vote]('because');
        if (way === 'returned') return next();
        if (way === 'awaited') await next();
        if (way === 'floating') void next();
      },
    },
  });
}

/** The rules once more, as plainly as can be. */
function expected(stack: readonly Script[], first: number): { decision: Word; n: number } {
  let n = first;
  let version = 0;
  let denied = false;
  const votes: { by: Script; word: Word; version: number; sticks: boolean }[] = [];
  const judgeNow = (by: Script) => {
    const said = by.votes[n % 3] ?? 'none';
    const failure = { block: 'deny', ask: 'ask', continue: 'none' } as const;
    const vote = said === 'throws' ? failure[by.onFailure] : said;
    votes.push({ by, word: vote, version, sticks: said === 'throws' });
    denied ||= vote === 'deny';
  };
  for (const by of stack) {
    if (denied) break;
    if (by.rewritesTo !== undefined && by.rewritesTo !== n) {
      n = by.rewritesTo;
      version += 1;
    }
    judgeNow(by);
  }
  const older = votes.filter((vote) => vote.version < version && /guard|approver/.test(vote.by.role));
  for (const { by } of denied ? [] : older) if (!denied) judgeNow(by);
  const again = new Set(votes.slice(-1 * (votes.length - stack.length)).map(({ by }) => by));
  const counting = votes.filter((vote, at) => {
    if (vote.sticks) return true;
    if (vote.word === 'allow') return vote.version === version;
    return !(at < stack.length && votes.length > stack.length && again.has(vote.by));
  });
  const decision = counting.map((vote) => vote.word).sort((a, b) => rankOf(b) - rankOf(a))[0] ?? 'none';
  return { decision, n };
}

function runScripts(stack: readonly Script[], n: number): Promise<Outcome> {
  const plugins: Stack = stack.map(toPlugin);
  return createRunner(plugins, { onOutcome: () => undefined }).run(call('mcp__a__b', { n }));
}

const property = (check: (stack: Script[], n: number) => Promise<void>) =>
  fc.assert(fc.asyncProperty(scripts, fc.nat({ max: 5 }), check), { numRuns: 1500 });

describe('laws of a stack', () => {
  it('the verdict is the join of the votes on the final input, as a plain model has it', async () => {
    await property(async (stack, n) => {
      const { verdict, input } = await runScripts(stack, n);
      const model = expected(stack, n);
      expect(verdict.decision).toBe(model.decision);
      if (verdict.decision !== 'deny') expect((input as { n: number } | undefined)?.n ?? n).toBe(model.n);
    });
  });

  it('to add a plugin that does not rewrite never weakens a deny, a defer or an ask', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, judge, fc.nat(), fc.nat({ max: 5 }), async (stack, more, place, n) => {
        const before = (await runScripts(stack, n)).verdict.decision;
        const longer = [...stack];
        longer.splice(place % (stack.length + 1), 0, more);
        const after = (await runScripts(longer, n)).verdict.decision;
        if (rankOf(before) >= 2) expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf(before));
      }),
      { numRuns: 1500 },
    );
  });

  it('the result does not depend on latency, nor on how a plugin calls next', async () => {
    await fc.assert(
      fc.asyncProperty(
        scripts,
        fc.array(manner, { minLength: 7, maxLength: 7 }),
        fc.nat({ max: 5 }),
        async (stack, manners, n) => {
          const other = stack.map((each, index) => ({ ...each, manner: manners[index] as Manner }));
          const seen = ({ verdict, input, failures }: Outcome) => ({
            verdict,
            input,
            failed: failures.map((f) => [f.plugin, f.code]),
          });
          expect(seen(await runScripts(other, n))).toEqual(seen(await runScripts(stack, n)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('without rewrites the order does not matter to the decision', async () => {
    const shuffled = fc
      .array(judge, { maxLength: 6 })
      .chain((stack) =>
        fc.tuple(fc.constant(stack), fc.shuffledSubarray(stack, { minLength: stack.length })),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, fc.nat({ max: 5 }), async ([stack, other], n) => {
        expect((await runScripts(other, n)).verdict.decision).toBe(
          (await runScripts(stack, n)).verdict.decision,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('every failure shows once for each time that a plugin was asked, and none is made up', async () => {
    await property(async (stack, n) => {
      const { failures, plugins } = await runScripts(stack, n);
      for (const { plugin, judgedAgain } of plugins) {
        const told = failures.filter((failure) => failure.plugin === plugin);
        expect(told.length).toBeLessThanOrEqual(judgedAgain ? 2 : 1);
      }
      const able = new Set(
        stack.flatMap(({ votes }, index) => (votes.includes('throws') ? [`p${index}`] : [])),
      );
      for (const { plugin, code } of failures) {
        expect(able.has(plugin)).toBe(true);
        expect(code).toBe('PLUGIN_THREW');
      }
    });
  });

  it('the callback never rejects, and its answer fits the host’s schema', async () => {
    await property(async (stack, n) => {
      const hooks = createHooks(stack.map(toPlugin), { onOutcome: () => undefined });
      const callback = hooks.PreToolUse?.[0]?.hooks[0];
      if (callback === undefined) return;
      const answer = await callback(call('mcp__a__b', { n }) as never, undefined, {
        signal: new AbortController().signal,
      });
      expectPreToolUseAnswer(JSON.parse(JSON.stringify(answer)));
    });
  });
});

/** What the host takes on PreToolUse, as its types and the measured failures say. */
function expectPreToolUseAnswer({
  hookSpecificOutput,
  systemMessage,
  ...rest
}: Record<string, unknown>): void {
  expect(rest).toEqual({});
  if (systemMessage !== undefined) expect(systemMessage).toBeTypeOf('string');
  if (hookSpecificOutput === undefined) return;
  const { hookEventName, permissionDecision, permissionDecisionReason, updatedInput, ...more } =
    hookSpecificOutput as Record<string, unknown>;
  expect(more).toEqual({});
  expect(hookEventName).toBe('PreToolUse');
  if (permissionDecision !== undefined) {
    expect(['allow', 'ask', 'defer', 'deny']).toContain(permissionDecision);
    expect(permissionDecisionReason).toMatch(/\S/);
  }
  if (updatedInput !== undefined) expect(updatedInput).toEqual({ n: expect.any(Number) });
}
