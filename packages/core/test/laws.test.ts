import { rankOf } from '@hookloom/host';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRunner,
  definePlugin,
  type OnFailure,
  type Outcome,
  type Plugin,
  type Role,
} from '../src/index.js';
import { call, sleep } from './stack.js';

// Fewer when each of many mutants of the engine is put to them.
const RUNS = fc.readConfigureGlobal()?.numRuns ?? 1000;

type Word = 'none' | 'allow' | 'ask' | 'defer' | 'deny';

/** A plugin by what it does: to input n it says `says[n % 3]`, or fails there; a rewriter turns every n to another. */
interface Script {
  readonly role: Role;
  readonly onFailure: OnFailure;
  readonly says: readonly (Word | 'throws')[];
  readonly rewritesTo: number | undefined;
  /** How it takes its time and calls next; this must not matter. */
  readonly manner: Manner;
}

interface Manner {
  /** Turns of the event loop. */
  readonly turns: number;
  readonly milliseconds: 0 | 1 | 3;
  readonly next: 'never' | 'returned' | 'awaited' | 'floating';
}

const said = fc.constantFrom<Word | 'throws'>('none', 'none', 'allow', 'ask', 'defer', 'deny', 'throws');
const manner = fc.record<Manner>({
  turns: fc.nat({ max: 2 }),
  milliseconds: fc.oneof(
    { weight: 60, arbitrary: fc.constant<0>(0) },
    { weight: 1, arbitrary: fc.constantFrom<1 | 3>(1, 3) },
  ),
  next: fc.constantFrom('never', 'returned', 'awaited', 'floating'),
});
const common = {
  onFailure: fc.constantFrom<OnFailure>('block', 'ask', 'continue'),
  says: fc.tuple(said, said, said),
  manner,
};
const judge = fc.record<Script>({
  ...common,
  role: fc.constantFrom<Role>('guard', 'approver', 'observer'),
  rewritesTo: fc.constant(undefined),
});
const rewriter = fc.record<Script>({
  ...common,
  role: fc.constant<Role>('rewriter'),
  rewritesTo: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
});
const script = fc.oneof({ weight: 3, arbitrary: judge }, { weight: 1, arbitrary: rewriter });
const scripts = fc.array(script, { maxLength: 7 });
const input = fc.nat({ max: 5 });

function toPlugin({ role, onFailure, says, rewritesTo, manner }: Script, index: number): Plugin {
  return definePlugin({
    name: `p${index}`,
    role,
    onFailure,
    hooks: {
      PreToolUse: async (ctx, next) => {
        for (let turn = 0; turn < manner.turns; turn += 1) await new Promise(setImmediate);
        if (manner.milliseconds > 0) await sleep(manner.milliseconds);
        if (rewritesTo !== undefined) ctx.rewrite({ n: rewritesTo });
        const word = says[Number(ctx.input.n) % 3] ?? 'none';
        if (word === 'throws') throw new Error('scripted');
        if (word !== 'none') ctx[word](`of ${ctx.input.n}`);
        if (manner.next === 'returned') return next();
        if (manner.next === 'awaited') await next();
        if (manner.next === 'floating') void next();
      },
    },
  });
}

function runScripts(stack: readonly Script[], n: number): Promise<Outcome> {
  const runner = createRunner(stack.map(toPlugin), { onOutcome: () => undefined });
  return runner.run(call('mcp__a__b', { n }));
}

/** What a stack decides, who is heard, what runs and who failed: the five rules once more, as plainly as can be. */
function model(stack: readonly Script[], first: number) {
  const votes: { by: number; word: Word; version: number; failed: boolean; replaced?: true }[] = [];
  const inputs = [first];
  const isDenied = () => votes.some(({ word }) => word === 'deny');
  const ask = ({ says, onFailure }: Script, by: number) => {
    const word = says[(inputs.at(-1) ?? 0) % 3] ?? 'none';
    const failed = word === 'throws';
    const consequence = { block: 'deny', ask: 'ask', continue: 'none' } as const;
    votes.push({ by, word: failed ? consequence[onFailure] : word, version: inputs.length, failed });
  };
  stack.forEach((each, by) => {
    if (isDenied()) return;
    if (each.rewritesTo !== undefined && each.rewritesTo !== inputs.at(-1)) inputs.push(each.rewritesTo);
    ask(each, by);
  });
  for (const vote of [...votes]) {
    const each = stack[vote.by] as Script;
    if (isDenied() || vote.version === inputs.length || !/guard|approver/.test(each.role)) continue;
    ask(each, vote.by);
    if (!vote.failed) vote.replaced = true;
  }
  const heard = votes.filter(({ word, version, failed, replaced }) => {
    return failed || (!replaced && (word !== 'allow' || version === inputs.length));
  });
  const words = heard.map(({ word }) => word).sort((a, b) => rankOf(b) - rankOf(a));
  return {
    decision: words[0] ?? 'none',
    votes: heard.filter(({ word }) => word !== 'none').map(({ by, word }) => `p${by} ${word}`),
    input: inputs.at(-1),
    failures: votes.filter(({ failed }) => failed).map(({ by }) => `p${by} PLUGIN_THREW`),
  };
}

/** The same of an outcome. */
function seen({ verdict, votes, input, failures }: Outcome, n: number) {
  return {
    decision: verdict.decision,
    votes: votes.map(({ plugin, decision }) => `${plugin} ${decision}`),
    input: (input as { n: number } | undefined)?.n ?? n,
    failures: failures.map(({ plugin, code }) => `${plugin} ${code}`),
  };
}

function law<T extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (...values: T) => Promise<void>,
): () => Promise<void> {
  return () => fc.assert(fc.asyncProperty(...arbitraries, check as never), { numRuns: RUNS });
}

describe('laws of a stack', () => {
  it(
    'a plain model foretells the verdict, every vote that counts, the input and every failure',
    law([scripts, input], async (stack: Script[], n: number) => {
      expect(seen(await runScripts(stack, n), n)).toEqual(model(stack, n));
    }),
  );

  it(
    'the verdict is the join of the votes that count',
    law([scripts, input], async (stack: Script[], n: number) => {
      const { verdict, votes } = await runScripts(stack, n);
      const highest = Math.max(0, ...votes.map(({ decision }) => rankOf(decision)));
      expect(rankOf(verdict.decision)).toBe(highest);
      expect(verdict.votes).toEqual(votes.filter(({ decision }) => rankOf(decision) === highest));
    }),
  );

  it(
    'to add a plugin that does not rewrite never weakens a deny, a defer or an ask',
    law(
      [scripts, judge, fc.nat(), input],
      async (stack: Script[], more: Script, place: number, n: number) => {
        const before = (await runScripts(stack, n)).verdict.decision;
        const after = (await runScripts(stack.toSpliced(place % (stack.length + 1), 0, more), n)).verdict
          .decision;
        if (rankOf(before) >= 2) expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf(before));
      },
    ),
  );

  it(
    'the result does not depend on latency, nor on how a plugin calls next',
    law(
      [scripts, fc.array(manner, { minLength: 7, maxLength: 7 }), input],
      async (stack: Script[], manners: Manner[], n: number) => {
        const other = stack.map((each, index) => ({ ...each, manner: manners[index] as Manner }));
        expect(seen(await runScripts(other, n), n)).toEqual(seen(await runScripts(stack, n), n));
      },
    ),
  );

  const shuffled = fc
    .array(judge, { maxLength: 6 })
    .chain((stack) => fc.tuple(fc.constant(stack), fc.shuffledSubarray(stack, { minLength: stack.length })));

  it(
    'without rewrites the order does not matter to the decision',
    law([shuffled, input], async ([stack, other]: [Script[], Script[]], n: number) => {
      const { decision } = (await runScripts(other, n)).verdict;
      expect(decision).toBe((await runScripts(stack, n)).verdict.decision);
    }),
  );

  it(
    'without rewrites and denies the order does not matter to who is heard and who failed',
    law([shuffled, input], async ([stack, other]: [Script[], Script[]], n: number) => {
      const all = ({ verdict, votes, failures }: Outcome) => ({
        decision: verdict.decision,
        votes: votes.map(({ decision, reason }) => `${decision} ${reason}`).sort(),
        failures: failures.map(({ code, applied }) => `${code} ${applied}`).sort(),
      });
      const outcome = await runScripts(stack, n);
      if (outcome.verdict.decision !== 'deny') expect(all(await runScripts(other, n))).toEqual(all(outcome));
    }),
  );

  it(
    'the vote of a guard or an approver concerns the input that will run',
    law([scripts, input], async (stack: Script[], n: number) => {
      const { verdict, votes, input: final = { n } } = await runScripts(stack, n);
      if (verdict.decision === 'deny') return;
      for (const { plugin, reason } of votes) {
        const { role } = stack[Number(plugin.slice(1))] as Script;
        if (/guard|approver/.test(role) && !reason.startsWith('it failed')) {
          expect(reason).toBe(`of ${(final as { n: number }).n}`);
        }
      }
    }),
  );

  it(
    'a plugin fails once for each time that it was asked in vain, and each failure is told once',
    law([scripts, input], async (stack: Script[], n: number) => {
      const { failures, plugins } = await runScripts(stack, n);
      for (const { plugin, judgedAgain } of plugins) {
        const told = failures.filter((failure) => failure.plugin === plugin);
        expect(told.length).toBeLessThanOrEqual(judgedAgain ? 2 : 1);
      }
      for (const { plugin, code } of failures) {
        expect(stack[Number(plugin.slice(1))]?.says).toContain('throws');
        expect(code).toBe('PLUGIN_THREW');
      }
    }),
  );
});
