// @ts-check
import { readFileSync } from 'node:fs';
import { accessesOf } from '@hookloom/tool-access';
import { forEachChild, parse } from 'unbash';
import { ratiosOf } from './ratio.mjs';

/** @param {string} command @param {string} cwd */
const read = (command, cwd) => accessesOf({ toolName: 'Bash', toolInput: { command }, cwd });

/** The everyday commands of the labelled cases. @returns {string[]} */
function everydayCommands() {
  const file = new URL('../packages/tool-access/test/corpus/read-only.jsonl', import.meta.url);
  const cases = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return cases
    .filter(({ tool_name, category }) => tool_name === 'Bash' && String(category).startsWith('everyday'))
    .map(({ tool_input }) => tool_input.command);
}

/** The parser takes words apart when they are looked at. @param {Parameters<typeof forEachChild>[0]} node */
function takeApart(node) {
  forEachChild(node, takeApart);
}

/** Milliseconds of one reading. @param {string} command */
function millisecondsOf(command) {
  const start = performance.now();
  read(command, '/project');
  return performance.now() - start;
}

/** What it costs to read shell commands. */
export async function benchShell() {
  const commands = everydayCommands();
  let turn = 0;
  const result = await ratiosOf({
    parse: async () => {
      for (const command of commands) takeApart(parse(command));
    },
    // Another folder each time, so that no answer of before is used.
    once: async () => {
      turn += 1;
      for (const command of commands) read(command, `/project-${turn}`);
    },
    sixTimes: async () => {
      turn += 1;
      for (const command of commands)
        for (let guard = 0; guard < 6; guard += 1) read(command, `/project-${turn}`);
    },
  });
  const ratioOf = (/** @type {string} */ name) => result[name]?.ratio ?? Number.NaN;
  const huge = millisecondsOf(`echo ${'a'.repeat(1_000_000)}`);
  const many = millisecondsOf('true;'.repeat(50_000));
  return [
    { what: `the bare parser, ${commands.length} everyday commands, words taken apart`, ratio: 1 },
    { what: 'parsed and analysed', ratio: ratioOf('once'), goal: 25 },
    {
      what: '  asked six times, as six guards do, against once (= 1)',
      ratio: ratioOf('sixTimes') / ratioOf('once'),
      goal: 1.5,
    },
    { what: 'one word of 1 MB, in seconds', ratio: huge / 1000, goal: 1 },
    { what: '50,000 commands in one, in seconds', ratio: many / 1000, goal: 1 },
  ];
}
