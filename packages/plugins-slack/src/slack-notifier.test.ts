import { inspect } from 'node:util';
import {
  createRunner,
  definePlugin,
  HookloomError,
  type LogRecord,
  onTool,
  type Stack,
} from '@hookloom/core';
import { fire, payload, subagent, toolCall } from '@hookloom/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Answer,
  answers,
  type Receiver,
  startReceiver,
  status,
  URL_MARKER,
} from '../../delivery/test/receiver.js';
import { NOTIFICATION_TYPES, SLACK_EVENTS, type SlackNotifierOptions, slackNotifier } from './index.js';

/** A notifier to a receiver, which closes when the test ends. */
function notify({ url }: Pick<Receiver, 'url'>, options: Partial<SlackNotifierOptions> = {}) {
  const notifier = slackNotifier({ webhookUrl: url, allowInsecure: 'loopback', ...options });
  onTestFinished(async () => void (await notifier.close()));
  return notifier;
}

const messagesOf = ({ requests }: Receiver) => requests.map(({ body }) => JSON.parse(body));

async function told(event: unknown, options: Partial<SlackNotifierOptions> = {}, within: Stack = []) {
  const receiver = await startReceiver();
  const outcome = await fire([notify(receiver, options), within], event);
  return { outcome, messages: messagesOf(receiver) };
}

const guard = definePlugin({
  name: 'no-rm',
  hooks: { PreToolUse: onTool('Bash', (ctx) => ctx.deny('rm is not for <!channel>. Ask the person.')) },
});

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

describe('what is told', () => {
  it('a permission prompt: what the host says, with project and session', async () => {
    const session = '12345678-0000-4000-8000-000000000000';
    const { messages } = await told(payload('Notification', { cwd: '/home/u/shop', session_id: session }));
    expect(messages).toEqual([
      {
        text: 'The agent asks for permission · Claude needs your permission to use Write · shop, session 12345678',
        blocks: [
          { type: 'header', text: plain('The agent asks for permission') },
          { type: 'section', text: plain('Claude needs your permission to use Write') },
          { type: 'context', elements: [plain('shop'), plain('session 12345678')] },
        ],
        mrkdwn: false,
        link_names: false,
        unfurl_links: false,
        unfurl_media: false,
      },
    ]);
  });

  it('by default the types for which a person is waited for, and nothing else', async () => {
    const receiver = await startReceiver();
    const notifier = notify(receiver);
    expect(Object.keys(notifier.hooks)).toEqual(['Notification']);
    for (const type of [...NOTIFICATION_TYPES, 'new_type']) {
      await fire(notifier, payload('Notification', { notification_type: type, message: type }));
    }
    expect(messagesOf(receiver).map(({ blocks }) => blocks[1].text.text)).toEqual(
      NOTIFICATION_TYPES.filter((type) => (SLACK_EVENTS as readonly string[]).includes(type)),
    );
  });

  it('only the types that were asked for', async () => {
    const options: Partial<SlackNotifierOptions> = { events: ['idle_prompt'] };
    expect((await told(payload('Notification'), options)).messages).toEqual([]);
    const idle = payload('Notification', { notification_type: 'idle_prompt' });
    expect((await told(idle, options)).messages).toHaveLength(1);
  });

  it('every type, one that is not known yet too, where Notification was asked for', async () => {
    const event = payload('Notification', { notification_type: 'toString', message: 'm' });
    const { messages } = await told(event, { events: ['Notification'] });
    expect(messages[0].blocks[0].text.text).toBe('Notification: toString');
  });

  it('the end of the agent and of a subagent, without what the model said', async () => {
    const options: Partial<SlackNotifierOptions> = { events: ['Stop', 'SubagentStop'] };
    const said = { last_assistant_message: 'MARKER' };
    const stop = await told(payload('Stop', said), options);
    const end = await told(payload('SubagentStop', { ...said, ...subagent('a', 'reviewer') }), options);
    expect(stop.messages[0].text).toBe('The agent is done · project, session session-');
    expect(end.messages[0].text).toBe('A subagent is done · project, session session-, subagent reviewer');
    expect(JSON.stringify([stop.messages, end.messages])).not.toContain('MARKER');
  });

  it('nothing of a stop that another plugin blocked', async () => {
    const gate = definePlugin({ name: 'gate', hooks: { Stop: (ctx) => ctx.block('tests fail') } });
    expect((await told(payload('Stop'), { events: ['Stop'] }, gate)).messages).toEqual([]);
  });

  it('a denial: the tool and the reason, not the input', async () => {
    const call = toolCall('Bash', { command: 'MARKER' });
    const { messages, outcome } = await told(call, { events: ['denials'] }, guard);
    expect(outcome.verdict.decision).toBe('deny');
    expect(messages[0].blocks).toEqual([
      { type: 'header', text: plain('A tool call was denied') },
      { type: 'section', text: plain('no-rm: rm is not for &lt;!channel&gt;. Ask the person.') },
      { type: 'context', elements: [plain('project'), plain('session session-'), plain('Bash')] },
    ]);
    expect(JSON.stringify(messages)).not.toContain('MARKER');
  });

  it('nothing of a call that was not denied', async () => {
    const read = toolCall('Read', { file_path: '/project/a' });
    expect((await told(read, { events: ['denials'] }, guard)).messages).toEqual([]);
  });
});

describe('format', () => {
  const event = payload('Stop', { last_assistant_message: 'see <https://evil.example|this> @channel' });
  const events = ['Stop'] as const;

  it('changes the notice, which is escaped all the same', async () => {
    const { messages } = await told(event, {
      events,
      format: (standard, { payload: record }) => ({
        ...standard,
        text: record.hook_event_name === 'Stop' ? (record.last_assistant_message ?? '') : '',
      }),
    });
    expect(messages[0].blocks[1].text.text).toBe('see &lt;https://evil.example|this&gt; ＠channel');
  });

  it('tells nothing when it gives undefined', async () => {
    expect((await told(event, { events, format: () => undefined })).messages).toEqual([]);
  });

  it.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw new Error('MARKER');
      },
    ],
    ['gives null', () => null as never],
    ['gives blocks', () => ({ blocks: [] }) as never],
    ['gives a text that is none', () => ({ title: 't', text: 5 }) as never],
    ['gives a promise that rejects', () => Promise.reject(new Error('MARKER')) as never],
  ])('when it %s, the default is sent, and that is logged', async (_, format) => {
    const receiver = await startReceiver();
    const lines: LogRecord[] = [];
    const outcome = await fire(notify(receiver, { events, format }), event, {
      onLog: (line) => lines.push(line),
    });
    expect(messagesOf(receiver)[0].blocks[0].text.text).toBe('The agent is done');
    expect(lines[0]?.message).toMatch(/^the format function .*; the default was sent$/);
    expect(inspect([lines, outcome.failures])).not.toContain('MARKER');
    expect(outcome.failures).toEqual([]);
  });
});

describe('what Slack answers', () => {
  /** Tells a few notifications to an endpoint that answers so. */
  async function tell(answer: Answer, options: Partial<SlackNotifierOptions> = {}, times = 1) {
    const receiver = await startReceiver(answer);
    const lines: LogRecord[] = [];
    const notifier = notify(receiver, { retries: 0, deadline: '300ms', ...options });
    const runner = createRunner(notifier, { onLog: (record) => lines.push(record) });
    const started = performance.now();
    for (let index = 0; index < times; index += 1) await runner.run(payload('Notification'));
    await runner.flush();
    const took = performance.now() - started;
    const all = inspect({ lines, notifier }, { depth: 9, showHidden: true });
    expect(all).not.toContain(URL_MARKER);
    await runner.close();
    return { receiver, notifier, lines: lines.map(({ message }) => message), counts: notifier.counts, took };
  }

  it('ok: nothing is logged', async () => {
    const { lines, counts } = await tell(answers.ok);
    expect([lines, counts.delivered]).toEqual([[], 1]);
  });

  it.each([
    ['invalid_payload', 'invalid_payload'],
    ['<html>MARKER</html>', 'not ok'],
    ['', 'not ok'],
  ])('200 with the text %j is a failure', async (body, note) => {
    const { lines, counts } = await tell(status(200, {}, body));
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^127\\.0\\.0\\.1:\\d+: failed after 1 attempts: it answered 200 \\(${note}\\)$`),
      ),
    ]);
    expect(counts.failed).toBe(1);
  });

  it.each([
    [404, 'no_service'],
    [410, 'channel_is_archived'],
    [403, 'action_prohibited'],
    [404, ''],
  ])('%i %s: nothing more is sent, and that is told once', async (code, word) => {
    const { lines, counts, receiver, notifier } = await tell(status(code, {}, word), { retries: 4 }, 5);
    expect(receiver.requests.length).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`the endpoint is gone: it answered ${code}`)]);
    expect(lines[0]).toMatch(/; nothing more is sent$/);
    expect(counts.failed).toBe(1);
    expect(counts.cancelled + counts.refused).toBe(4);
    await fire(notifier, payload('Notification'));
    expect(receiver.requests.length).toBe(1);
  });

  it('429 for ever ends by the deadline', async () => {
    const { counts, took } = await tell(
      status(429, { 'retry-after': '0' }, 'rate_limited'),
      { retries: 100 },
      3,
    );
    expect(counts).toMatchObject({ failed: 3, pending: 0 });
    expect(took).toBeLessThan(3_000);
  });

  it('429 that asks for longer than the deadline ends at once, and keeps others from asking', async () => {
    const { counts, receiver } = await tell(status(429, { 'retry-after': '60' }), { retries: 4 }, 3);
    expect(counts.failed).toBe(3);
    expect(receiver.requests.length).toBe(1);
  });

  it('429, then ok: the message arrives', async () => {
    const answer: Answer = (...call) =>
      (call[2] === 0 ? status(429, { 'retry-after': '1' }) : answers.ok)(...call);
    const { counts, took } = await tell(answer, { retries: 2, deadline: '10s' });
    expect(counts.delivered).toBe(1);
    expect(took).toBeGreaterThan(990);
  });

  it.each<[string, Answer]>([
    ['half a response', answers.half],
    ['half a response, then nothing', answers.halfAndStall],
    ['never', answers.stall],
    ['a cut connection', answers.reset],
  ])('%s: the message has failed, within the deadline', async (_, answer) => {
    const { counts, took, lines } = await tell(answer);
    expect(counts).toMatchObject({ failed: 1, pending: 0 });
    expect(lines).toHaveLength(1);
    expect(took).toBeLessThan(3_000);
  });

  it('an event waits for none of it', async () => {
    const receiver = await startReceiver(answers.stall);
    const notifier = notify(receiver);
    const runner = createRunner(notifier);
    const started = performance.now();
    for (let index = 0; index < 150; index += 1) await runner.run(payload('Notification'));
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(await notifier.close()).toMatchObject({ accepted: 150, pending: 0 });
    await runner.close();
  });
});

describe('options that cannot be right are refused', () => {
  const webhookUrl = 'https://hooks.slack.com/services/MARKER';
  it.each<[string, object]>([
    ['OPTION_INVALID', {}],
    ['OPTION_INVALID', { webhookUrl: 'http://hooks.slack.com/services/MARKER' }],
    ['OPTION_INVALID', { webhookUrl: 'https://MARKER@hooks.slack.com/' }],
    ['OPTION_INVALID', { webhookUrl: { MARKER: 1 } }],
    ['OPTION_UNKNOWN', { webhookUrl, url: 'x' }],
    ['OPTION_INVALID', { webhookUrl, events: [] }],
    ['OPTION_INVALID', { webhookUrl, events: ['stop'] }],
    ['OPTION_INVALID', { webhookUrl, events: 'Stop' }],
    ['OPTION_INVALID', { webhookUrl, format: 'MARKER' }],
    ['OPTION_INVALID', { webhookUrl, queue: 0 }],
    ['OPTION_INVALID', { webhookUrl, retries: 1.5 }],
    ['DURATION_INVALID', { webhookUrl, deadline: '-1s' }],
    ['NAME_INVALID', { webhookUrl, name: 'Slack' }],
  ])('%s: %j', (code, options) => {
    let error: unknown;
    try {
      slackNotifier(options as SlackNotifierOptions);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(HookloomError);
    expect((error as HookloomError).code).toBe(code);
    expect(inspect(error, { depth: 9 }).replace(/got "MARKER"|value: 'MARKER'/g, '')).not.toContain('MARKER');
  });
});
