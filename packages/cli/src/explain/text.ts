import { inspect, styleText } from 'node:util';
import { diffLines } from 'diff';
import type { Explanation, PluginPart } from './explanation.js';

type Colour = 'red' | 'yellow' | 'green' | 'gray' | 'bold';

const COLOURS: Readonly<Record<string, Colour>> = {
  deny: 'red',
  block: 'red',
  defer: 'yellow',
  ask: 'yellow',
  allow: 'green',
};
const PARTS: Readonly<Record<PluginPart['part'], string>> = {
  asked: 'no opinion',
  silent: 'does not listen to this call',
  unreached: 'not asked any more',
  'left out': 'observes; left out here',
};

/** Says an explanation to a person, in aligned lines. */
export function toText({ outcome, plugins, answer }: Explanation, colourful: boolean): string {
  const paint = (colour: Colour, text: string) => (colourful ? styleText(colour, text) : text);
  const said = (decision: string) => paint(COLOURS[decision] ?? 'gray', decision);
  const width = Math.max(0, ...plugins.map(({ plugin }) => plugin.length));

  const lines = [paint('bold', [outcome.event, outcome.tool].filter(Boolean).join(' ')), ''];
  for (const row of plugins) lines.push(...rowOf(row));
  const sections = [
    ...outcome.rewrites.map(({ plugin, before, after }) => [
      `rewritten by ${plugin}`,
      ...changes(before, after),
    ]),
    ...outcome.notes.map(({ plugin, text }) => [`note to the model, from ${plugin}`, text]),
    ...outcome.messages.map(({ plugin, text }) => [`told to the person, by ${plugin}`, text]),
    ...outcome.failures.map(({ plugin, code, message, applied, cause }) => [
      `${plugin} failed: ${code}, so: ${applied}`,
      message,
      ...(cause === undefined ? [] : [inspect(cause)]),
    ]),
    ...(outcome.halt === undefined ? [] : [[`halted by ${outcome.halt.plugin}`, outcome.halt.text]]),
  ];
  for (const [title = '', ...content] of sections) {
    lines.push('', title, ...content.flatMap((text) => text.split('\n')).map((line) => `  ${line}`));
  }
  const { decision, votes } = outcome.verdict;
  lines.push('', `${paint('bold', 'verdict')}  ${said(decision)}`);
  for (const vote of votes) lines.push(`  ${vote.plugin}: ${vote.reason ?? 'no reason given'}`);
  lines.push('', paint('gray', `answer   ${JSON.stringify(answer)}`));
  return `${lines.join('\n')}\n`;

  function rowOf({ plugin, role, part, milliseconds, judgedAgain, votes }: PluginPart): string[] {
    const time = milliseconds === undefined ? '' : `${milliseconds.toFixed(1)} ms`;
    const head = `  ${plugin.padEnd(width)}  ${role.padEnd(8)}  ${time.padStart(8)}  `;
    if (votes.length === 0) return [`${head}${paint('gray', PARTS[part])}`];
    const again = judgedAgain ? ' (judged again after a rewrite)' : '';
    return votes.map(({ decision, reason }) => `${head}${said(decision)}${again}  ${reason ?? ''}`.trimEnd());
  }
}

function changes(before: unknown, after: unknown): string[] {
  const json = (value: unknown) => JSON.stringify(value, null, 2) ?? '';
  return diffLines(json(before), json(after))
    .filter(({ added, removed }) => added || removed)
    .flatMap(({ value, added }) =>
      value
        .trimEnd()
        .split('\n')
        .map((line) => `${added ? '+' : '-'} ${line.trim()}`),
    );
}
