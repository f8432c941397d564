import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deliverTo } from '../test/deliveries.js';
import { type Answer, answers, startReceiver, status } from '../test/receiver.js';
import type { DeliveryOptions } from './settings.js';

/** Sends one message to a receiver that answers so, and waits for its end. */
async function sendOne(answer: Answer, options: Partial<DeliveryOptions> = {}) {
  const receiver = await startReceiver(answer);
  const delivery = deliverTo(receiver, options);
  const started = performance.now();
  const settled = await delivery.send({ body: '{"a":1}' }).done;
  return { ...settled, receiver, delivery, took: performance.now() - started };
}

/** Answers in turn; the last one for good. */
const inTurn =
  (...all: Answer[]): Answer =>
  (response, request, index) =>
    (all[index] ?? all.at(-1))?.(response, request, index);

describe('an answer of success', () => {
  it.each([200, 201, 202, 204])('%i is a delivery, after one request', async (code) => {
    const { status: end, attempts, receiver } = await sendOne(status(code));
    expect([end, attempts, receiver.requests.length]).toEqual(['delivered', 1, 1]);
  });

  it('the request is a POST of the body, as JSON, with an id and a timestamp', async () => {
    const { id, receiver } = await sendOne(answers.ok);
    expect(receiver.requests[0]?.body).toBe('{"a":1}');
    const headers = receiver.requests[0]?.headers;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-hookloom-id': id });
    expect(Number(headers?.['x-hookloom-timestamp']) * 1000).toBeGreaterThan(Date.now() - 60_000);
    expect(headers).not.toHaveProperty('x-hookloom-signature');
  });

  it('own headers are sent, in place of the defaults too', async () => {
    const headers = { Authorization: 'Bearer t', 'Content-Type': 'text/plain' };
    const { receiver } = await sendOne(answers.ok, { headers });
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'content-type': 'text/plain',
    });
  });

  it('a body that breaks off after it changes nothing, and nothing is sent twice', async () => {
    const { status: end, receiver } = await sendOne(answers.half);
    expect([end, receiver.requests.length]).toEqual(['delivered', 1]);
  });

  it('a body that stalls after it is waited for no longer than the timeout', async () => {
    const { status: end, took } = await sendOne(answers.halfAndStall, { timeout: 100 });
    expect(end).toBe('delivered');
    expect(took).toBeLessThan(2_000);
  });

  it('a body without end is read no further than its start, and its connection is cut', async () => {
    let cut: Promise<unknown> | undefined;
    const endless: Answer = (response) => {
      cut = once(response, 'close');
      const more = () => {
        while (response.write('x'.repeat(1024)) && !response.destroyed);
      };
      response.on('drain', more);
      more();
    };
    const { status: end, took } = await sendOne(endless, { timeout: 5_000 });
    expect(end).toBe('delivered');
    expect(took).toBeLessThan(4_000);
    await cut;
  });
});

describe('a failure that may pass', () => {
  it.each([408, 429, 500, 502, 503, 504, 599])('%i is tried again, with the same id', async (code) => {
    const { status: end, attempts, receiver } = await sendOne(inTurn(status(code), status(code), answers.ok));
    expect([end, attempts]).toEqual(['delivered', 3]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-hookloom-id'])).size).toBe(1);
  });

  it('so is a connection that breaks', async () => {
    const { status: end, attempts } = await sendOne(inTurn(answers.reset, answers.ok));
    expect([end, attempts]).toEqual(['delivered', 2]);
  });

  it('so is an endpoint that never answers, each attempt ended by the timeout', async () => {
    const {
      status: end,
      attempts,
      took,
    } = await sendOne(inTurn(answers.stall, answers.ok), { timeout: 100 });
    expect([end, attempts]).toEqual(['delivered', 2]);
    expect(took).toBeLessThan(3_000);
  });

  it('so is half a head', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
      if (connections++ > 0) return socket.on('data', () => socket.write(whole));
      return socket.once('data', () => socket.end('HTTP/1.1 200 O'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const delivery = deliverTo({ url });
    expect(await delivery.send({ body: '1' }).done).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it('it fails when the attempts are used up, and says what the last one met', async () => {
    const { status: end, attempts, problem } = await sendOne(status(503), { retries: 2 });
    expect([end, attempts]).toEqual(['failed', 3]);
    expect(problem).toEqual({ code: 'ANSWER', status: 503, message: 'it answered 503' });
  });

  it('a refused connection is told by the system’s word for it', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    const { problem } = await deliverTo(receiver, { retries: 1 }).send({ body: '1' }).done;
    expect(problem).toEqual({ code: 'NETWORK', message: 'the connection failed (ECONNREFUSED)' });
  });

  it('it fails at its deadline, whatever else the endpoint does', async () => {
    const {
      status: end,
      problem,
      took,
      attempts,
    } = await sendOne(status(500), {
      retries: 100,
      deadline: 150,
    });
    expect([end, problem?.code, problem?.status]).toEqual(['failed', 'DEADLINE', 500]);
    expect(problem?.message).toBe(`not out within 150 ms (${attempts} attempts; it answered 500)`);
    expect(took).toBeLessThan(2_000);
  });

  it('a stall longer than the deadline ends with the deadline', async () => {
    const { problem, took } = await sendOne(answers.stall, { timeout: 60_000, deadline: 100 });
    expect(problem?.message).toBe('not out within 100 ms (1 attempts; no answer yet)');
    expect(took).toBeLessThan(2_000);
  });
});

describe('a failure that will not pass', () => {
  it.each([400, 401, 403, 404, 410, 413, 422])('%i is not tried again', async (code) => {
    const { status: end, attempts, problem } = await sendOne(status(code));
    expect([end, attempts, problem?.status]).toEqual(['failed', 1, code]);
  });

  it.each([
    ['to another host', 'http://127.0.0.2:9/'],
    ['on the same host', '/elsewhere'],
  ])('a redirect %s is not followed', async (_, location) => {
    for (const code of [301, 302, 303, 307, 308]) {
      const { attempts, problem, receiver } = await sendOne(status(code, { location }));
      expect([attempts, problem?.code, receiver.requests.length]).toEqual([1, 'REDIRECT', 1]);
    }
  });
});

describe('Retry-After', () => {
  it('as a date: the next attempt waits as long, by the endpoint’s own clock', async () => {
    const wrongClock = {
      date: 'Wed, 21 Oct 2015 07:28:00 GMT',
      'retry-after': 'Wed, 21 Oct 2015 07:28:01 GMT',
    };
    const { status: end, took } = await sendOne(inTurn(status(503, wrongClock), answers.ok));
    expect(end).toBe('delivered');
    expect(took).toBeGreaterThan(990);
  });

  it('in seconds: every message to the endpoint waits as long', async () => {
    const times: number[] = [];
    const receiver = await startReceiver((response, request, index) => {
      times.push(performance.now());
      inTurn(status(429, { 'retry-after': '1' }), answers.ok)(response, request, index);
    });
    const delivery = deliverTo(receiver);
    delivery.send({ body: '1', key: 'a' });
    await receiver.received(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await delivery.send({ body: '2', key: 'b' }).done;
    expect(Number(times[1]) - Number(times[0])).toBeGreaterThan(990);
  });

  it('no longer than the cap', async () => {
    const { status: end, took } = await sendOne(inTurn(status(429, { 'retry-after': '3600' }), answers.ok), {
      longestPause: 50,
    });
    expect(end).toBe('delivered');
    expect(took).toBeLessThan(3_000);
  });

  it('past the deadline: the message fails at once, and so do others, without a request', async () => {
    const { problem, took, delivery, receiver } = await sendOne(status(429, { 'retry-after': '3600' }));
    expect(problem).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect(took).toBeLessThan(3_000);
    expect((await delivery.send({ body: '2' }).done).problem?.code).toBe('RATE_LIMITED');
    expect(receiver.requests.length).toBe(1);
  });

  it('again and again: it ends by the deadline', async () => {
    const { status: end, took } = await sendOne(status(429, { 'retry-after': '0' }), {
      retries: 100,
      deadline: 200,
    });
    expect(end).toBe('failed');
    expect(took).toBeLessThan(2_000);
  });
});

describe('classify', () => {
  const onlyOk: DeliveryOptions['classify'] = ({ body }) =>
    body === 'ok' ? undefined : { result: 'failed', note: 'no ok' };

  it('can find a failure in an answer of success', async () => {
    const { problem } = await sendOne(status(200, {}, 'invalid_payload'), { classify: onlyOk });
    expect(problem).toEqual({ code: 'ANSWER', status: 200, message: 'it answered 200 (no ok)' });
  });

  it('half an answer is no answer to it: the message is tried again', async () => {
    const { status: end, attempts } = await sendOne(inTurn(answers.half, answers.ok), { classify: onlyOk });
    expect([end, attempts]).toEqual(['delivered', 2]);
  });

  it('an answer that stalls is none either', async () => {
    const { problem } = await sendOne(answers.halfAndStall, { classify: onlyOk, timeout: 50, retries: 0 });
    expect(problem?.code).toBe('TIMEOUT');
  });

  it('gone: what waits is cancelled, what comes is refused, and nothing more is sent', async () => {
    const receiver = await startReceiver(status(410));
    const delivery = deliverTo(receiver, { classify: () => ({ result: 'gone', note: 'archived' }) });
    const first = delivery.send({ body: '1' });
    const second = delivery.send({ body: '2' });
    expect((await first.done).problem?.message).toBe('the endpoint is gone: it answered 410 (archived)');
    expect(await second.done).toMatchObject({ status: 'cancelled', problem: { code: 'GONE' } });
    expect(await delivery.send({ body: '3' }).done).toMatchObject({
      status: 'refused',
      problem: { code: 'GONE' },
    });
    expect(receiver.requests.length).toBe(1);
  });

  it('when it throws, the message has failed and is not sent twice', async () => {
    const { status: end, attempts } = await sendOne(answers.ok, {
      classify: () => {
        throw new Error('MARKER');
      },
    });
    expect([end, attempts]).toEqual(['failed', 1]);
  });
});
