// @ts-check
import { fork, spawnSync } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createHooks, createRunner } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
import { slackNotifier } from '@hookloom/plugins-slack';
import { webhookNotifier } from '@hookloom/plugins-webhook';
import { eventsIn } from './soak-events.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, events: { type: 'string' } } });
const minutes = Number(values.minutes ?? 2);
const wanted = Number(values.events ?? Number.POSITIVE_INFINITY);
const LEAST = values.events === undefined ? 250_000 * minutes : wanted;
const LANES = 24;

const collect = globalThis.gc;
if (collect === undefined) {
  const self = fileURLToPath(import.meta.url);
  const { status } = spawnSync(process.execPath, ['--expose-gc', self, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

/** @typedef {{ what: string, figure: number, goal: number, atLeast?: boolean, unit?: string }} Row */
/** @typedef {{ requests: number, failures: number, ids: number, accepted: number, repeatedUntold: number, acceptedTwice: number }} Ledger */

// The output is a resource too, once something was written.
console.log(`Six guards under load, against an endpoint that misbehaves; ${minutes} minutes at most`);
const resourcesBefore = process.getActiveResourcesInfo();
const endpoint = fork(fileURLToPath(new URL('soak-endpoint.mjs', import.meta.url)));
const [port] = await once(endpoint, 'message');
const origin = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), 'hookloom-soak-'));
writeFileSync(join(folder, 'a.txt'), 'x');
writeFileSync(join(folder, '.env'), 'TOKEN=x');
symlinkSync(join(folder, '.env'), join(folder, 'linked.txt'));

const network = /** @type {const} */ ({ allowInsecure: 'loopback', timeout: '2s', deadline: '8s' });
const webhook = webhookNotifier({ url: `${origin}/webhook`, ...network });
const slack = slackNotifier({
  webhookUrl: `${origin}/slack`,
  events: ['permission_prompt', 'Stop', 'denials'],
  ...network,
});
/** What the log told of each notifier, by what became of a message. @type {Record<string, Record<string, number>>} */
const told = {};
let failures = 0;
const runner = createRunner(
  [
    webhook,
    slack,
    recursionGuard({ maxDepth: 2, maxConcurrent: 8, maxTotal: 50 }),
    sandboxRedirect({ mount: join(folder, 'sandbox'), root: join(folder, 'build'), outside: 'pass' }),
    envFileGuard(),
    systemPathGuard(),
    readOnlyApprove(),
  ],
  {
    onOutcome: (outcome) => {
      failures += outcome.failures.length;
    },
    onLog: ({ plugin, message }) => {
      const [, status = 'other', attempts] =
        /: (failed|dropped|cancelled) after (\d+) attempts/.exec(message) ?? [];
      const counts = told[plugin] ?? {};
      told[plugin] = counts;
      counts[status] = (counts[status] ?? 0) + 1;
      if (attempts !== '0') counts.attempted = (counts.attempted ?? 0) + 1;
    },
  },
);
const hooks = createHooks(runner);
// One signal that outlives every call, as the worst host would hand it out.
const { signal } = new AbortController();

let events = 0;
let undenied = 0;
let settling = 0;

/** Plays events until `until` says so. @param {number} lane @param {() => boolean} until */
async function play(lane, until) {
  const stream = streams[lane];
  while (stream !== undefined && !until()) {
    const { payload, must } = stream.next().value;
    const event = /** @type {import('@hookloom/core').HookEvent} */ (payload.hook_event_name);
    const callback = hooks[event]?.[0]?.hooks[0];
    const answer = await callback?.(/** @type {never} */ (payload), undefined, { signal });
    events += 1;
    const { hookSpecificOutput } = /** @type {{ hookSpecificOutput?: Record<string, unknown> }} */ (
      answer ?? {}
    );
    if (must !== undefined && hookSpecificOutput?.permissionDecision !== must) undenied += 1;
    // A host reads its next message in a turn of its own.
    await turn();
  }
}

const streams = Array.from({ length: LANES }, (_, lane) => eventsIn(folder, `lane-${lane}`));
const playAll = (/** @type {() => boolean} */ until) =>
  Promise.all(streams.map((_, lane) => play(lane, until)));

/** The heap in bytes once all is out and collected. */
async function settledHeap() {
  const since = performance.now();
  await runner.flush();
  for (let round = 0; round < 4; round += 1) {
    await sleep(50);
    collect?.();
  }
  end += performance.now() - since;
  settling += performance.now() - since;
  return process.memoryUsage().heapUsed;
}

const started = performance.now();
let end = started + minutes * 60_000;
const isOver = () => performance.now() >= end || events >= wanted;
const warmUp = Math.min(50_000, LEAST / 5);
await playAll(() => events >= warmUp || isOver());
const heapBefore = await settledHeap();
const delay = monitorEventLoopDelay({ resolution: 1 });
const idle = new Worker(new URL('idle-delay.mjs', import.meta.url));
await once(idle, 'online');
let nextNews = performance.now() + 30_000;
delay.enable();
await playAll(() => {
  if (performance.now() > nextNews) {
    nextNews += 30_000;
    console.log(`  ${events} events after ${Math.round((performance.now() - started) / 1000)} s`);
  }
  return isOver();
});
delay.disable();
idle.postMessage('report');
const [idleDelay] = await once(idle, 'message');
await idle.terminate();
const heapAfter = await settledHeap();
const seconds = Math.round((performance.now() - started - settling) / 1000);
const listeners = getEventListeners(signal, 'abort').length;
await runner.close();
const counts = { 'webhook-notifier': await webhook.close(), 'slack-notifier': await slack.close() };
endpoint.send('report');
const [report] = /** @type {[Record<string, Ledger>]} */ (await once(endpoint, 'message'));
endpoint.kill();
await once(endpoint, 'exit');
rmSync(folder, { recursive: true, force: true });
await sleep(200);
const left = process.getActiveResourcesInfo();
for (const resource of resourcesBefore) {
  const at = left.indexOf(resource);
  if (at >= 0) left.splice(at, 1);
}

/** @type {Row[]} */
const rows = [
  { what: 'events', figure: events, goal: LEAST, atLeast: true },
  { what: 'calls that had to be denied and were not', figure: undenied, goal: 0 },
  { what: 'failures of plugins', figure: failures, goal: 0 },
  {
    what: 'heap after collection, growth since warm-up',
    figure: (heapAfter - heapBefore) / 1e6,
    goal: 5,
    unit: 'MB',
  },
  {
    what: `event-loop delay, p99 (of an idle loop beside it: ${idleDelay.toFixed(1)} ms)`,
    figure: delay.percentile(99) / 1e6,
    goal: 20,
    unit: 'ms',
  },
  { what: `timers, sockets and handles left ${left.join(' ')}`.trim(), figure: left.length, goal: 0 },
  { what: "listeners left on the host's signal", figure: listeners, goal: 0 },
];
for (const [name, count] of Object.entries(counts)) {
  const { accepted, delivered, failed, dropped, cancelled, refused } = count;
  const ledger = report[name === 'webhook-notifier' ? '/webhook' : '/slack'];
  const heard = told[name] ?? {};
  console.log(`\n${name}: ${JSON.stringify(count)}; the endpoint: ${JSON.stringify(ledger)}`);
  rows.push(
    { what: `${name}: messages delivered`, figure: delivered, goal: 1, atLeast: true },
    { what: `${name}: delivered twice`, figure: ledger?.acceptedTwice ?? Number.NaN, goal: 0 },
    { what: `${name}: sent again after a success`, figure: ledger?.repeatedUntold ?? Number.NaN, goal: 0 },
    // One whose deadline came while its answer was under way is told as failed, and the endpoint has it.
    {
      what: `${name}: counted as delivered, and not at the endpoint`,
      figure: Math.max(delivered - (ledger?.accepted ?? 0), 0),
      goal: 0,
    },
    {
      what: `${name}: at the endpoint, and told by nobody`,
      figure: Math.max((ledger?.accepted ?? Number.NaN) - delivered - (heard.attempted ?? 0), 0),
      goal: 0,
    },
    {
      what: `${name}: dropped, against what was told`,
      figure: Math.abs(dropped - (heard.dropped ?? 0)),
      goal: 0,
    },
    {
      what: `${name}: failed and cancelled, against what was told`,
      figure: Math.abs(failed + cancelled - (heard.failed ?? 0) - (heard.cancelled ?? 0)),
      goal: 0,
    },
    {
      what: `${name}: messages without a known end`,
      figure: accepted - delivered - failed - dropped - cancelled + refused,
      goal: 0,
    },
  );
}

console.log(`\n${events} events in ${seconds} s, ${Math.round(events / seconds)} a second\n`);
let missed = 0;
for (const { what, figure, goal, atLeast, unit = '' } of rows) {
  const met = atLeast ? figure >= goal : figure <= goal;
  if (!met) missed += 1;
  const number = Number.isInteger(figure) ? String(figure) : figure.toFixed(2);
  console.log(
    `  ${what.padEnd(64)}${number.padStart(10)} ${unit.padEnd(3)} goal ${atLeast ? 'at least' : 'at most'} ${goal}   ${met ? 'met' : 'MISSED'}`,
  );
}
console.log(missed === 0 ? '\nAll goals met.' : `\n${missed} goals missed.`);
process.exitCode = missed === 0 ? 0 : 1;
