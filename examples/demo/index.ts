import type { Outcome } from '@hookloom/core';
import {
  type MessagesRequest,
  type Project,
  runRealAgent,
  type ToldResult,
  type Turn,
  text,
} from '@hookloom/testing';
import { type Act, acts, files } from './acts.js';
import { stack } from './stack.js';
import { paint, printHeader, printRow } from './table.js';

/** What the stack said of the call that the agent is about to make. */
let latest: Outcome | undefined;
const tally = { right: 0, denied: 0, narrowed: 0, rewritten: 0, done: 0, failures: 0, milliseconds: 0 };

function whatHappened({ verdict, rewrites, tool }: Outcome): Act['expected'] {
  if (verdict.decision === 'deny') return 'denied';
  if (rewrites.length === 0) return 'done';
  return tool === 'Grep' ? 'narrowed' : 'rewritten';
}

function whoSaidSo({ verdict, rewrites, failures }: Outcome): string {
  const failed = failures.map(
    ({ plugin, code }) => `${plugin} (${code.replace('PLUGIN_', '').toLowerCase()})`,
  );
  if (failed.length > 0) return failed.join(', ');
  const names = verdict.decision === 'deny' ? verdict.votes : rewrites;
  return [...new Set(names.map(({ plugin }) => plugin))].join(', ') || '–';
}

const STYLES = { denied: 'red', narrowed: 'yellow', rewritten: 'yellow', done: 'green' } as const;

function report(act: Act, outcome: Outcome, told: ToldResult, project: Project): void {
  const happened = whatHappened(outcome);
  const right =
    happened === act.expected && told.isError === (happened === 'denied') && act.holds(project, told);
  const { milliseconds } = outcome;
  tally[happened] += 1;
  tally.right += right ? 1 : 0;
  tally.failures += outcome.failures.length;
  tally.milliseconds += milliseconds;
  printRow({
    tried: act.tries,
    happened,
    style: STYLES[happened],
    who: whoSaidSo(outcome),
    milliseconds,
    right,
  });
}

function toldResult({ messages }: MessagesRequest, id: string): ToldResult {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const block = blocks.find((each) => each.tool_use_id === id);
  return { toolUseId: id, text: JSON.stringify(block?.content ?? ''), isError: block?.is_error === true };
}

/** Plays the acts one by one: each request of the agent brings the result of the act before. */
function play(project: Project) {
  const calls = acts.map((act) => act.call(project));
  return (request: MessagesRequest, index: number): Turn => {
    const act = acts[index - 1];
    const call = calls[index - 1];
    if (act !== undefined && call !== undefined && latest !== undefined) {
      report(act, latest, toldResult(request, call.id), project);
      latest = undefined;
    }
    const next = calls[index];
    return next === undefined ? [text('That is all.')] : [next];
  };
}

console.log(`
${paint('bold', 'Hookloom demo')}: the real Claude Agent SDK and Claude Code, offline. A scripted model tries eleven
things in a project with a secret in .env; a stack of seven plugins, three of them broken on purpose, stands between.
`);
printHeader();

await using run = await runRealAgent({
  files,
  stack,
  script: (project) => play(project),
  runner: {
    onOutcome: (outcome) => {
      if (outcome.event === 'PreToolUse') latest = outcome;
    },
  },
});

const leaked = run.toldModel('MARKER');
const asItShouldBe = tally.right === acts.length && !leaked;
console.log(`
  ${paint(asItShouldBe ? 'green' : 'red', `${tally.right} of ${acts.length} as they should be`)}: ${tally.denied} denied, ${tally.narrowed} narrowed, ${tally.rewritten} rewritten, ${tally.done} done.
  The secret reached the model: ${leaked ? paint('red', 'yes') : 'no'}. Plugin failures contained: ${tally.failures}. All hooks together: ${Math.round(tally.milliseconds)} ms.
`);
process.exitCode = asItShouldBe ? 0 : 1;
