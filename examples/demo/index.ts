import type { Outcome } from '@hookloom/core';
import {
  type MessagesRequest,
  type Project,
  runRealAgent,
  type ToldResult,
  type Turn,
  text,
} from '@hookloom/testing';
import { type Act, acts, agents, files } from './acts.js';
import { deadWebhook, makeStack } from './stack.js';
import { paint, printHeader, printRow } from './table.js';

/** What the stack said of each call, by its id. */
const outcomes = new Map<string, Outcome>();
const tally = {
  right: 0,
  denied: 0,
  narrowed: 0,
  rewritten: 0,
  approved: 0,
  done: 0,
  failures: 0,
  milliseconds: 0,
};

function whatHappened({ verdict, rewrites, tool }: Outcome): Act['expected'] {
  if (verdict.decision === 'deny') return 'denied';
  if (rewrites.length === 0) return verdict.decision === 'allow' ? 'approved' : 'done';
  return tool === 'Grep' ? 'narrowed' : 'rewritten';
}

function whoSaidSo({ verdict, rewrites, failures }: Outcome): string {
  const failed = failures.map(
    ({ plugin, code }) => `${plugin} (${code.replace('PLUGIN_', '').toLowerCase()})`,
  );
  if (failed.length > 0) return failed.join(', ');
  const names = rewrites.length > 0 && verdict.decision !== 'deny' ? rewrites : verdict.votes;
  return [...new Set(names.map(({ plugin }) => plugin))].join(', ') || '–';
}

const STYLES = {
  denied: 'red',
  narrowed: 'yellow',
  rewritten: 'yellow',
  approved: 'green',
  done: 'green',
} as const;

function report(act: Act, outcome: Outcome, told: ToldResult, project: Project): void {
  const happened = whatHappened(outcome);
  const right =
    happened === act.expected &&
    act.holds(project, told) &&
    (act.tells !== undefined || told.isError === (happened === 'denied'));
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
    const outcome = outcomes.get(act?.tells ?? call?.id ?? '');
    if (act !== undefined && call !== undefined && outcome !== undefined) {
      report(act, outcome, toldResult(request, call.id), project);
    }
    const next = calls[index];
    return next === undefined ? [text('That is all.')] : [next];
  };
}

console.log(`
${paint('bold', 'Hookloom demo')}: the real Claude Agent SDK and Claude Code, offline. A scripted model tries seventeen things in
a project with a secret in .env. Between them stand the six guards, a webhook at which nobody listens, and plugins that
are broken on purpose.
`);
printHeader();

await using run = await runRealAgent({
  files,
  stack: makeStack,
  script: (project) => ({ main: play(project), agents: agents(project) }),
  canUseTool: 'allow',
  options: { allowedTools: [] },
  runner: {
    onOutcome: (outcome) => {
      if (outcome.event === 'PreToolUse') outcomes.set(outcome.toolUseId ?? '', outcome);
    },
  },
});

const leaked = run.toldModel('MARKER');
const asked = run.canUseToolCalls.map(({ toolName }) => toolName);
const { failed } = await deadWebhook.close();
const askedForReads = asked.filter((tool) => tool === 'Read' || tool === 'Grep').length;
const asItShouldBe = tally.right === acts.length && !leaked && askedForReads === 0;
console.log(`
  ${paint(asItShouldBe ? 'green' : 'red', `${tally.right} of ${acts.length} as they should be`)}: ${tally.denied} denied, ${tally.narrowed} narrowed, ${tally.rewritten} rewritten, ${tally.approved} approved, ${tally.done} done.
  The secret reached the model: ${leaked ? paint('red', 'yes') : 'no'}. Asked the person: ${asked.length} times, for reads ${askedForReads} times.
  Plugin failures contained: ${tally.failures}. Posts to the dead webhook that failed, and that nobody waited for: ${failed}.
  All hooks together took ${Math.round(tally.milliseconds)} ms.
`);
process.exitCode = asItShouldBe ? 0 : 1;
