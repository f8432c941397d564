// @ts-check
// What hooks cost a tool call of the real agent: the six guards as one stack, the same six as hooks of their own, none.
// Each way runs twice under two names; what the two differ by is what this machine cannot tell apart.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, eventsOf, mergeHooks } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
import { webhookNotifier } from '@hookloom/plugins-webhook';
import { agentEnvironment, createProject, startScriptedModel, text, toolUse } from '@hookloom/testing';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, calls: { type: 'string' } } });
const ROUNDS = Number(values.rounds ?? 6);
const CALLS = Number(values.calls ?? 24);

/** @typedef {import('@hookloom/testing').Project} Project */

const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());

/** @param {Project} project */
const sixGuards = ({ cwd, path }) => [
  webhookNotifier({ url: `http://127.0.0.1:${port}/`, allowInsecure: 'loopback' }),
  recursionGuard(),
  sandboxRedirect({ mount: path('../sandbox'), root: `${cwd}/build`, outside: 'pass' }),
  envFileGuard(),
  systemPathGuard(),
  readOnlyApprove(),
];

/**
 * Callbacks that do nothing: what the host and the SDK take to call anybody.
 * @param {readonly import('@hookloom/core').HookEvent[]} events
 * @returns {import('@hookloom/core').Hooks}
 */
function bareHooks(events) {
  return Object.fromEntries(events.map((event) => [event, [{ hooks: [async () => ({})] }]]));
}

/** @type {{ [way: string]: (project: Project) => import('@hookloom/core').Hooks }} */
const WAYS = {
  none: () => ({}),
  bare: (project) => bareHooks(eventsOf(sixGuards(project))),
  stack: (project) => createHooks(sixGuards(project)),
  separate: (project) => mergeHooks(...sixGuards(project).map((guard) => createHooks(guard))),
};

/**
 * Runs one session and gives the milliseconds from one request of the model to the next: the host's own work, the tool and
 * the hooks.
 * @param {(project: Project) => import('@hookloom/core').Hooks} hooksOf
 */
async function timesOf(hooksOf) {
  const project = await createProject({ 'a.txt': 'x' });
  /** @type {number[]} */
  const arrivals = [];
  const model = await startScriptedModel((_request, index) => {
    arrivals.push(performance.now());
    if (index >= CALLS) return [text('done')];
    return index % 2 === 0
      ? [toolUse('Read', { file_path: project.path('a.txt') })]
      : [toolUse('Write', { file_path: project.path(`build/${index}.txt`), content: 'x' })];
  });
  try {
    const options = {
      cwd: project.cwd,
      env: agentEnvironment(project, model.url),
      settingSources: [],
      allowedTools: ['Read', 'Write'],
      hooks: hooksOf(project),
    };
    for await (const message of query({ prompt: 'go', options })) {
      if (message.type === 'result' && message.subtype !== 'success') throw new Error('the session failed');
    }
  } finally {
    await model.close();
    await project.dispose();
  }
  if (arrivals.length !== CALLS + 1) throw new Error(`${arrivals.length} requests, not ${CALLS + 1}`);
  // The first call also loads what the later ones use.
  return arrivals
    .slice(1)
    .map((at, index) => at - Number(arrivals[index]))
    .slice(2);
}

/** @param {number[]} list */
function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

/** @type {Map<string, number[]>} */
const times = new Map();
const names = Object.keys(WAYS).flatMap((way) => [`${way} A`, `${way} B`]);
await timesOf(/** @type {NonNullable<typeof WAYS[string]>} */ (WAYS.none));
for (let round = 0; round < ROUNDS; round += 1) {
  // Every other round backwards, so that no way is always the one before or after another.
  for (const name of round % 2 === 0 ? names : [...names].reverse()) {
    const hooksOf = WAYS[name.slice(0, -2)];
    if (hooksOf !== undefined) times.set(name, [...(times.get(name) ?? []), ...(await timesOf(hooksOf))]);
  }
}
receiver.close();

/** @param {string} way */
const both = (way) => median([...(times.get(`${way} A`) ?? []), ...(times.get(`${way} B`) ?? [])]);
/** @param {string} way */
const spreadOf = (way) => Math.abs(median(times.get(`${way} A`) ?? []) - median(times.get(`${way} B`) ?? []));

const base = both('none');
const spread = Math.max(...Object.keys(WAYS).map(spreadOf));
const difference = both('stack') - both('separate');
const shown = (/** @type {number} */ ms) => `${ms.toFixed(2).padStart(8)} ms   ${(ms / base).toFixed(3)}`;

console.log(
  `\nA tool call of the real agent, medians of ${ROUNDS * 2} sessions of ${CALLS} calls each way\n`,
);
console.log(`  ${'no hooks'.padEnd(48)}${shown(base)}`);
console.log(`  ${'callbacks that do nothing, on the same events'.padEnd(48)}${shown(both('bare'))}`);
console.log(`  ${'six guards, one stack'.padEnd(48)}${shown(both('stack'))}`);
console.log(`  ${'six guards, each as hooks of its own'.padEnd(48)}${shown(both('separate'))}`);
console.log(`  ${'two identical runs differ by up to'.padEnd(48)}${spread.toFixed(2).padStart(8)} ms`);
const met = difference <= spread;
console.log(
  `  ${'one stack, over six as their own'.padEnd(48)}${difference.toFixed(2).padStart(8)} ms   goal ${spread.toFixed(2)}   ${met ? 'met' : 'MISSED'}`,
);
process.exitCode = met ? 0 : 1;
