import { definePlugin, onEveryEvent } from '@hookloom/core';
import { verifySignature } from '@hookloom/delivery';
import { envFileGuard } from '@hookloom/plugins-fs-guard';
import { slackNotifier } from '@hookloom/plugins-slack';
import { type WebhookNotifierOptions, webhookNotifier } from '@hookloom/plugins-webhook';
import { type RealAgentOptions, type RealAgentRun, runRealAgent, text, toolUse } from '@hookloom/testing';
import { describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../packages/delivery/test/receiver.js';
import { SCENARIOS, type Scenario } from './scenarios.js';

const SECRET = 'whsec';

const bodiesOf = ({ requests }: Receiver) => requests.map(({ body }) => JSON.parse(body));

const postTo = ({ url }: Receiver, options: Partial<WebhookNotifierOptions> = {}) =>
  webhookNotifier({ url, allowInsecure: 'loopback', ...options });

/** A session of so many tool calls, one after the other. */
const calls = (count: number): RealAgentOptions['script'] => [
  ...Array.from({ length: count }, (_, index) => [
    toolUse('Bash', { command: 'true', description: 'Nothing' }, `call-${index}`),
  ]),
  [text('done')],
];

describe('webhooks, with the real agent', () => {
  it('of two sessions side by side each arrives once, in the order of its session, and signed', async () => {
    const receiver = await startReceiver((response, _, index) =>
      setTimeout(() => response.end(), index % 3 === 0 ? 60 : 0),
    );
    const events = ['PreToolUse', 'PostToolUse', 'Stop'] as const;
    const notifier = postTo(receiver, { events, secret: SECRET });
    const runs = await Promise.all([1, 2].map(() => runRealAgent({ stack: notifier, script: calls(6) })));
    for (const run of runs) {
      await using _ = run;
      const happened = run.outcomes.map(({ event, toolUseId }) => [event, toolUseId]);
      expect(happened.length).toBe(13);
      const posted = bodiesOf(receiver).filter(({ session }) => session === run.outcomes[0]?.session);
      expect(posted.map(({ event, toolUseId }) => [event, toolUseId])).toEqual(happened);
    }
    expect(receiver.requests.length).toBe(26);
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-hookloom-id'])).size).toBe(26);
    expect(receiver.requests.every((request) => verifySignature({ secret: SECRET, ...request }))).toBe(true);
    expect(notifier.counts).toMatchObject({ accepted: 26, delivered: 26 });
  });

  it('what a guard denies is posted with its verdict, and without what was to be read', async () => {
    const receiver = await startReceiver();
    await using run = await runRealAgent({
      stack: [postTo(receiver, { events: ['PreToolUse'] }), envFileGuard()],
      files: { '.env': 'KEY=MARKER' },
      script: ({ path }) => [
        [toolUse('Read', { file_path: path('.env') }, 'read')],
        [toolUse('Write', { file_path: path('a.txt'), content: 'MARKER' }, 'write')],
        [text('done')],
      ],
    });
    expect(run.read('a.txt')).toBe('MARKER');
    const posted = bodiesOf(receiver);
    expect(posted.map(({ toolUseId, decision, by }) => [toolUseId, decision, by])).toEqual([
      ['read', 'deny', ['env-file-guard']],
      ['write', 'none', []],
    ]);
    expect(JSON.stringify(posted)).not.toMatch(/MARKER|\.env/);
  });

  it('an endpoint that stalls for 30 seconds costs a session of 20 calls nothing', async () => {
    const receiver = await startReceiver((response) => void setTimeout(() => response.end(), 30_000).unref());
    const deadline = 1_500;
    // The same hooks, so that the host's own price for a callback counts on both sides.
    const idle = definePlugin({ name: 'idle', role: 'observer', hooks: onEveryEvent((_, next) => next()) });
    const times: Record<'without' | 'with', number[]> = { without: [], with: [] };
    const ends: number[] = [];

    async function measure(kind: 'without' | 'with'): Promise<void> {
      const notifier = postTo(receiver, { events: 'all', deadline: `${deadline}ms` });
      let ended = 0;
      await using run = await runRealAgent({
        stack: kind === 'with' ? notifier : idle,
        script: calls(20),
        async drive(session) {
          const started = performance.now();
          await session.ask('go');
          ended = performance.now();
          times[kind].push(ended - started);
        },
      });
      expect(run.result?.subtype).toBe('success');
      if (kind === 'without') return;
      ends.push(performance.now() - ended);
      const { counts } = notifier;
      expect(counts.accepted).toBeGreaterThanOrEqual(61);
      expect(counts).toMatchObject({ failed: counts.accepted, pending: 0 });
    }

    for (let round = 0; round < 3; round += 1) {
      await measure('without');
      await measure('with');
    }
    const show = (all: number[]) => all.map(Math.round).join(', ');
    console.log(
      `20 calls: without ${show(times.without)} ms; with ${show(times.with)} ms; end ${show(ends)} ms`,
    );
    const spread = Math.max(...times.without) - Math.min(...times.without);
    // An agent that waited would lose seconds on each call; the rest is the machine's noise.
    expect(middle(times.with) - middle(times.without)).toBeLessThan(Math.max(2 * spread, 1_000));
    expect(Math.max(...ends)).toBeLessThan(deadline + 4_000);
  }, 120_000);
});

const middle = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

describe('Slack, with the real agent', () => {
  async function tellSlack(
    scenario: Scenario | ((receiver: Receiver) => Scenario),
    look: (run: RealAgentRun, messages: { text: string }[]) => void,
  ): Promise<void> {
    const receiver = await startReceiver();
    const stack = slackNotifier({ webhookUrl: receiver.url, allowInsecure: 'loopback' });
    const chosen = typeof scenario === 'function' ? scenario(receiver) : scenario;
    await using run = await runRealAgent({ ...chosen, stack });
    expect(run.outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    look(run, bodiesOf(receiver));
  }

  it('the answer to a question of an MCP server reaches the channel', async () => {
    await tellSlack(SCENARIOS.Notification as Scenario, (_, messages) => {
      expect(messages.map((message) => message.text)).toEqual([
        expect.stringMatching(/^A question is answered · .*asker.* · \S+, session [0-9a-f]{8}$/),
      ]);
    });
  });

  it('a permission prompt that is left open reaches the channel', async () => {
    await tellSlack(
      (receiver) => ({
        options: { allowedTools: [] },
        // The person answers once the channel knows.
        canUseTool: async (_tool, input) => {
          await receiver.received(1);
          return { behavior: 'allow', updatedInput: input };
        },
        script: ({ path }) => [
          [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'write')],
          [text('done')],
        ],
      }),
      (run, messages) => {
        expect(run.read('a.txt')).toBe('x');
        expect(messages.map((message) => message.text)).toEqual([
          expect.stringMatching(/^The agent asks for permission · .*Write · \S+, session [0-9a-f]{8}$/),
        ]);
      },
    );
  });
});
