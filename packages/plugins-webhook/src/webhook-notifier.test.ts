import { inspect } from 'node:util';
import {
  createRunner,
  definePlugin,
  EVENTS,
  HookloomError,
  type LogRecord,
  onTool,
  type Stack,
} from '@hookloom/core';
import { verifySignature } from '@hookloom/delivery';
import { fire, payload, subagent, toolCall, toolResult } from '@hookloom/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Answer,
  answers,
  type Receiver,
  startReceiver,
  status,
  URL_MARKER,
} from '../../delivery/test/receiver.js';
import { WEBHOOK_EVENTS, type WebhookNotifierOptions, webhookNotifier } from './index.js';

const SECRET = 'MARKERSECRET';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A notifier to a receiver, which closes when the test ends. */
function notify({ url }: Pick<Receiver, 'url'>, options: Partial<WebhookNotifierOptions> = {}) {
  const notifier = webhookNotifier({ url, allowInsecure: 'loopback', ...options });
  onTestFinished(async () => void (await notifier.close()));
  return notifier;
}

const bodiesOf = ({ requests }: Receiver) => requests.map(({ body }) => JSON.parse(body));

/** Fires one payload and gives what was posted. */
async function posted(event: unknown, options: Partial<WebhookNotifierOptions>, within: Stack = []) {
  const receiver = await startReceiver();
  const outcome = await fire([notify(receiver, options), within], event);
  return { outcome, bodies: bodiesOf(receiver), receiver };
}

const guard = definePlugin({
  name: 'no-rm',
  hooks: { PreToolUse: onTool('Bash', (ctx) => ctx.deny('not that')) },
});

describe('what is posted', () => {
  it('a tool call: what happened, and nothing of its input or output', async () => {
    const call = toolResult('Bash', { command: 'MARKERINPUT' }, { stdout: 'MARKEROUTPUT' });
    const { bodies, receiver } = await posted({ ...call, cwd: '/home/u/MARKERPATH/shop' }, {});
    expect(bodies).toEqual([
      {
        id: receiver.requests[0]?.headers['x-hookloom-id'],
        event: 'PostToolUse',
        at: expect.stringMatching(ISO),
        session: 'session-1',
        project: 'shop',
        decision: 'none',
        by: [],
        tool: 'Bash',
        toolUseId: call.tool_use_id,
      },
    ]);
    expect(JSON.stringify(bodies)).not.toContain('MARKER');
  });

  it('in a subagent: which', async () => {
    const { bodies } = await posted(toolResult('Bash', {}, {}, subagent('a1', 'reviewer')), {});
    expect(bodies[0].agent).toEqual({ id: 'a1', type: 'reviewer' });
  });

  it('a notification: its type', async () => {
    const { bodies } = await posted(payload('Notification', { message: 'MARKER' }), {});
    expect(bodies[0]).toMatchObject({ event: 'Notification', notification: 'permission_prompt' });
    expect(JSON.stringify(bodies)).not.toContain('MARKER');
  });

  it('a gate event: the verdict of the whole stack within, and who said so', async () => {
    const allow = definePlugin({
      name: 'eager',
      role: 'approver',
      hooks: { PreToolUse: (ctx) => ctx.allow() },
    });
    const call = toolCall('Bash', { command: 'rm -rf /' });
    const { bodies } = await posted(call, { events: ['PreToolUse'] }, [allow, guard]);
    expect(bodies[0]).toMatchObject({ event: 'PreToolUse', tool: 'Bash', decision: 'deny', by: ['no-rm'] });
  });

  it('nothing for an event that was not asked for', async () => {
    const { bodies } = await posted(payload('PreToolUse'), {});
    expect(bodies).toEqual([]);
  });

  it('the body function takes the place of the default, and sees the input as rewritten', async () => {
    const rewriter = definePlugin({
      name: 'changes',
      role: 'rewriter',
      hooks: { PreToolUse: onTool('Bash', (ctx) => ctx.rewrite({ ...ctx.input, command: 'new' })) },
    });
    const { bodies } = await posted(
      toolCall('Bash', { command: 'old' }),
      {
        events: ['PreToolUse'],
        body: ({ id }, { input, payload, event }) => ({ id, input, event, mode: payload.permission_mode }),
      },
      rewriter,
    );
    expect(bodies[0]).toMatchObject({ input: { command: 'new' }, event: 'PreToolUse', mode: 'default' });
  });

  it('is signed, with the headers asked for', async () => {
    const receiver = await startReceiver();
    await fire(notify(receiver, { secret: SECRET, headers: { authorization: 'Bearer t' } }), payload('Stop'));
    const [request] = receiver.requests;
    expect(request && verifySignature({ secret: SECRET, ...request })).toBe(true);
    expect(request?.headers.authorization).toBe('Bearer t');
  });
});

describe('events', () => {
  it('by default, those that tell what has happened', async () => {
    const receiver = await startReceiver();
    const notifier = notify(receiver);
    for (const event of EVENTS.filter((name) => name !== 'WorktreeCreate'))
      await fire(notifier, payload(event));
    expect(new Set(bodiesOf(receiver).map(({ event }) => event))).toEqual(new Set(WEBHOOK_EVENTS));
  });

  it('all: every one but those where a hook answers in place of the host', async () => {
    const receiver = await startReceiver();
    const notifier = notify(receiver, { events: 'all' });
    for (const event of Object.keys(notifier.hooks)) {
      const outcome = await fire(notifier, payload(event as 'Stop'));
      expect(outcome.failures).toEqual([]);
      expect(outcome.verdict.decision).toBe('none');
    }
    const seen = bodiesOf(receiver).map(({ event }) => event);
    expect(new Set(seen).size).toBe(EVENTS.length - 2);
    expect(seen).not.toContain('WorktreeCreate');
    expect(seen).not.toContain('MessageDisplay');
  });

  it('of one session arrive in order, each once', async () => {
    const receiver = await startReceiver((response, _, index) =>
      setTimeout(() => response.end(), index % 2 === 0 ? 10 : 0),
    );
    const runner = createRunner(notify(receiver));
    const order: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      const session = `s${index % 3}`;
      const call = toolResult('Read', {}, {}, { session_id: session, tool_use_id: `call-${index}` });
      order.push(`${session} call-${index}`);
      await runner.run(call);
    }
    await runner.close();
    const arrived = bodiesOf(receiver).map((body) => `${body.session} ${body.toolUseId}`);
    for (const session of ['s0', 's1', 's2']) {
      const of = (all: string[]) => all.filter((line) => line.startsWith(session));
      expect(of(arrived)).toEqual(of(order));
    }
    expect(arrived.length).toBe(30);
    // One at a time of each session, though four would be let through.
    expect(receiver.mostOpen).toBeLessThanOrEqual(3);
  });
});

describe('the agent never waits', () => {
  it('an endpoint that never answers costs an event nothing', async () => {
    const receiver = await startReceiver(answers.stall);
    const notifier = notify(receiver, { events: 'all', deadline: '1 minute', timeout: '1 minute' });
    const runner = createRunner(notifier);
    const started = performance.now();
    for (let index = 0; index < 200; index += 1) await runner.run(toolCall('Bash', { command: 'ls' }));
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(notifier.counts).toMatchObject({ accepted: 200, pending: 200 });
    expect(await notifier.close()).toMatchObject({ cancelled: 200, pending: 0 });
    await runner.close();
  });

  it('a flush of the runner ends by the deadline', async () => {
    const receiver = await startReceiver(answers.stall);
    const notifier = notify(receiver, { deadline: '150ms' });
    const runner = createRunner(notifier);
    for (let index = 0; index < 5; index += 1) await runner.run(payload('Stop'));
    const started = performance.now();
    await runner.flush();
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(notifier.counts).toMatchObject({ failed: 5, pending: 0 });
  });

  it('flush of the notifier ends within its own bound', async () => {
    const receiver = await startReceiver(answers.stall);
    const notifier = notify(receiver);
    const runner = createRunner(notifier);
    await runner.run(payload('Stop'));
    expect(await notifier.flush('50ms')).toMatchObject({ cancelled: 1 });
    await runner.close();
  });

  it('the verdict, the input and the failures of a stack are the same with it and without', async () => {
    const receiver = await startReceiver(answers.reset);
    const call = toolCall('Bash', { command: 'ls' });
    const alone = await fire(guard, call);
    const watched = await fire([notify(receiver, { events: 'all', retries: 0 }), guard], call);
    expect(watched.verdict).toEqual(alone.verdict);
    expect(watched.failures).toEqual([]);
    expect(watched.messages).toEqual(alone.messages);
  });
});

describe('what goes wrong is told in the log and the counts', () => {
  /** Everything that a run with a failing endpoint tells to anybody. */
  async function tell(answer: Answer, options: Partial<WebhookNotifierOptions> = {}) {
    const receiver = await startReceiver(answer);
    const lines: LogRecord[] = [];
    const notifier = notify(receiver, { secret: SECRET, retries: 0, deadline: '200ms', ...options });
    const outcome = await fire(notifier, toolResult('Bash', { command: 'MARKERINPUT' }), {
      onLog: (record) => lines.push(record),
    });
    return {
      lines,
      notifier,
      outcome,
      all: inspect({ lines, outcome, notifier }, { depth: 9, showHidden: true }),
    };
  }

  it.each<[string, Answer, RegExp]>([
    ['404', status(404), /^http:\/\/127\.0\.0\.1:\d+: failed after 1 attempts: it answered 404$/],
    ['500', status(500), /it answered 500/],
    ['a reset', answers.reset, /the connection failed/],
    ['a stall', answers.stall, /not out within 200 ms/],
    ['a redirect', status(302, { location: '/x' }), /redirects are not followed/],
  ])('%s, without the URL’s path, the secret or the input', async (_, answer, message) => {
    const { lines, notifier, all } = await tell(answer);
    expect(lines.map(({ plugin, message: line }) => [plugin, line])).toEqual([
      ['webhook-notifier', expect.stringMatching(message)],
    ]);
    expect(lines[0]?.data).toMatchObject({ accepted: 1, failed: 1, pending: 0 });
    expect(notifier.counts.failed).toBe(1);
    const withoutPayload = all.replaceAll('MARKERINPUT', '');
    expect(withoutPayload).not.toContain(URL_MARKER);
    expect(withoutPayload).not.toContain(SECRET);
  });

  it('a success tells nothing', async () => {
    expect((await tell(answers.ok)).lines).toEqual([]);
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('MARKER');
      },
    ],
    ['gives nothing', () => undefined],
    ['gives a function', () => () => 1],
    ['gives a BigInt', () => ({ n: 1n })],
    ['gives a cycle', () => cycle],
    ['gives a promise', async () => ({ a: 1 })],
    ['gives a promise that rejects', () => Promise.reject(new Error('MARKER'))],
  ])('a body function that %s: nothing is sent, and the agent goes on', async (_, body) => {
    const { lines, notifier, outcome } = await tell(answers.ok, { body });
    expect(lines[0]?.message).toMatch(/^nothing was sent: the body function/);
    expect(lines[0]?.message).not.toContain('MARKER');
    expect(notifier.counts).toMatchObject({ accepted: 0, refused: 1 });
    expect(outcome.failures).toEqual([]);
  });

  it('a body that is too large is refused', async () => {
    const { lines, notifier } = await tell(answers.ok, { body: () => 'x'.repeat(300_000) });
    expect(lines[0]?.message).toContain('300002 bytes');
    expect(notifier.counts).toMatchObject({ accepted: 0, refused: 1 });
  });
});

describe('options that cannot be right are refused', () => {
  const url = 'https://example.com/MARKER';
  const refused: [string, object][] = [
    ['OPTION_INVALID', {}],
    ['OPTION_INVALID', { url: 'http://example.com/MARKER' }],
    ['OPTION_INVALID', { url: 'https://MARKER:MARKER@example.com' }],
    ['OPTION_INVALID', { url: 'ftp://example.com/MARKER' }],
    ['OPTION_INVALID', { url: 'MARKER' }],
    ['OPTION_INVALID', { url: 'http://example.com/MARKER', allowInsecure: 'loopback' }],
    ['OPTION_UNKNOWN', { url, secrets: 'x' }],
    ['OPTION_INVALID', { url, secret: '' }],
    ['OPTION_INVALID', { url, secret: '  ' }],
    ['OPTION_INVALID', { url, secret: ['MARKER'] }],
    ['OPTION_INVALID', { url, headers: { 'x-a': 'MARKER\n', b: 5 } }],
    ['OPTION_INVALID', { url, headers: { 'X-Hookloom-Id': 'MARKER' } }],
    ['OPTION_INVALID', { url, events: [] }],
    ['OPTION_INVALID', { url, events: ['PostToolUsed'] }],
    ['OPTION_INVALID', { url, events: 'PostToolUse' }],
    ['OPTION_INVALID', { url, retries: -1 }],
    ['OPTION_INVALID', { url, concurrency: 0 }],
    ['OPTION_INVALID', { url, queue: 0 }],
    ['OPTION_INVALID', { url, body: {} }],
    ['OPTION_INVALID', { url, allowInsecure: 'yes' }],
    ['DURATION_INVALID', { url, timeout: '0s' }],
    ['DURATION_INVALID', { url, deadline: 5 }],
    ['NAME_INVALID', { url, name: 'Not Kebab' }],
  ];
  it.each(refused)('%s: %j', (code, options) => {
    let error: unknown;
    try {
      webhookNotifier(options as WebhookNotifierOptions);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(HookloomError);
    expect((error as HookloomError).code).toBe(code);
    expect(inspect(error, { depth: 9 })).not.toContain('MARKER');
  });

  it('two of a stack need two names', async () => {
    const receiver = await startReceiver();
    const two = [notify(receiver), notify(receiver, { name: 'second-webhook' })];
    await fire(two, payload('Stop'));
    expect(receiver.requests.length).toBe(2);
    expect(() => createRunner([notify(receiver), notify(receiver)])).toThrow(HookloomError);
  });
});
