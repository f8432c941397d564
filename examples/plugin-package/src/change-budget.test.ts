import { definePlugin, memoryStore, onTool, type Stack } from '@hookloom/core';
import { fire, runRealAgent, text, toolCall, toolUse } from '@hookloom/testing';
import { expect, it } from 'vitest';
import { type ChangeBudgetOptions, changeBudget } from './change-budget.js';

/** Fires calls one after the other in one session, and gives the decisions. */
async function decisions(stack: Stack, calls: ReturnType<typeof toolCall>[]): Promise<string[]> {
  const store = memoryStore();
  const told = [];
  for (const call of calls) {
    const outcome = await fire(stack, call, { store });
    expect(outcome.failures).toEqual([]);
    told.push(outcome.verdict.decision);
  }
  return told;
}

const write = (file_path: string) => toolCall('Write', { file_path, content: 'x' });
const notebook = (notebook_path: string) => toolCall('NotebookEdit', { notebook_path, new_source: 'x' });

it('one file too many is denied, of whichever tool', async () => {
  const calls = [write('/p/a'), notebook('/p/b.ipynb'), write('/p/c')];
  expect(await decisions(changeBudget({ most: 2 }), calls)).toEqual(['none', 'none', 'deny']);
});

it('a file that was changed before passes', async () => {
  expect(await decisions(changeBudget({ most: 1 }), [write('/p/a'), write('/p/a')])).toEqual([
    'none',
    'none',
  ]);
});

it('a call that a later plugin rewrites counts once', async () => {
  const move = definePlugin({
    name: 'move',
    role: 'rewriter',
    hooks: {
      PreToolUse: onTool('Write', (ctx) =>
        ctx.rewrite({ ...ctx.input, file_path: `/sandbox${ctx.input.file_path}` }),
      ),
    },
  });
  const stack = [changeBudget({ most: 2 }), move];
  expect(await decisions(stack, [write('/a'), write('/b'), write('/c')])).toEqual(['none', 'none', 'deny']);
});

it('other tools, and those that do not count, pass', async () => {
  const budget = changeBudget({ most: 1, tools: ['Edit'], beyond: 'ask' });
  const edit = (file_path: string) => toolCall('Edit', { file_path, old_string: 'a', new_string: 'b' });
  const calls = [write('/a'), write('/b'), toolCall('Bash', { command: 'ls' }), edit('/a'), edit('/b')];
  expect(await decisions(budget, calls)).toEqual(['none', 'none', 'none', 'none', 'ask']);
});

it.each([
  [{ most: 0 }, 'OPTION_INVALID'],
  [{ tools: ['Bash'] }, 'OPTION_INVALID'],
  [{ beyond: 'allow' }, 'OPTION_INVALID'],
  [{ mots: 3 }, 'OPTION_UNKNOWN'],
])('%j is refused', (options, code) => {
  expect(() => changeBudget(options as ChangeBudgetOptions)).toThrow(
    expect.objectContaining({ code, plugin: 'change-budget' }),
  );
});

it('holds in the real agent: the second file is not written', async () => {
  await using run = await runRealAgent({
    stack: [changeBudget({ most: 1 })],
    script: ({ path }) => [
      [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'first')],
      [toolUse('Write', { file_path: path('b.txt'), content: 'x' }, 'second')],
      [text('done')],
    ],
  });
  expect([run.exists('a.txt'), run.exists('b.txt')]).toEqual([true, false]);
  expect(run.toldModel('what is left to change')).toBe(true);
}, 60_000);
