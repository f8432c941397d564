import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addsUp, deliverTo } from '../test/deliveries.js';
import { type Answer, answers, startReceiver, status } from '../test/receiver.js';
import type { Message } from './message.js';

const numbered = (count: number, key?: string): Message[] =>
  Array.from({ length: count }, (_, index) => ({ body: `${key ?? ''}${index}`, key }));

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe('order', () => {
  it('messages of one key arrive in order, one at a time, whatever they take', async () => {
    const receiver = await startReceiver((response, _, index) =>
      setTimeout(() => response.end(), index % 3 === 0 ? 15 : 0),
    );
    const delivery = deliverTo(receiver, { concurrency: 8 });
    for (const message of numbered(20)) delivery.send(message);
    await delivery.flush();
    expect(receiver.requests.map(({ body }) => Number(body))).toEqual([...Array(20).keys()]);
    expect(receiver.mostOpen).toBe(1);
  });

  it('a message that is tried again holds back those behind it, and no other key', async () => {
    let failures = 2;
    const receiver = await startReceiver((response, { body }) =>
      status(body === 'a0' && failures-- > 0 ? 500 : 200)(response, { body, path: '', headers: {} }, 0),
    );
    const delivery = deliverTo(receiver, { backoff: 30 });
    for (const message of [...numbered(2, 'a'), ...numbered(2, 'b')]) delivery.send(message);
    await delivery.flush();
    const bodies = receiver.requests.map(({ body }) => body);
    expect(bodies.filter((body) => body.startsWith('a'))).toEqual(['a0', 'a0', 'a0', 'a1']);
    expect(bodies.indexOf('b1')).toBeLessThan(bodies.lastIndexOf('a0'));
  });

  it('several keys go side by side, up to the concurrency', async () => {
    const receiver = await startReceiver((response) => setTimeout(() => response.end(), 30));
    const delivery = deliverTo(receiver, { concurrency: 3 });
    for (const key of 'abcdef') delivery.send({ body: key, key });
    await delivery.flush();
    expect(receiver.mostOpen).toBe(3);
    expect(delivery.counts.delivered).toBe(6);
  });

  it('each message arrives exactly once', async () => {
    const receiver = await startReceiver();
    const delivery = deliverTo(receiver);
    for (const key of 'abc') for (const message of numbered(30, key)) delivery.send(message);
    await delivery.flush();
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(90);
    expect(receiver.requests.length).toBe(90);
  });
});

describe('send', () => {
  it('returns at once and keeps nobody waiting', async () => {
    const receiver = await startReceiver(answers.stall);
    const delivery = deliverTo(receiver);
    const started = performance.now();
    for (const message of numbered(500)) expect(delivery.send(message).accepted).toBe(true);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it.each([
    ['no message', undefined, 'MESSAGE_INVALID'],
    ['a body that is no text', { body: { a: 1 } }, 'MESSAGE_INVALID'],
    ['a key that is no text', { body: '', key: 5 }, 'MESSAGE_INVALID'],
    ['an id with a line break', { body: '', id: 'a\r\nb' }, 'MESSAGE_INVALID'],
    ['a body over the limit, in bytes', { body: 'ä'.repeat(6) }, 'MESSAGE_TOO_LARGE'],
  ])('%s is refused and counted, and nothing is thrown', async (_, message, code) => {
    const receiver = await startReceiver();
    const delivery = deliverTo(receiver, { bodyLimit: 11 });
    const receipt = delivery.send(message as unknown as Message);
    expect(receipt.accepted).toBe(false);
    expect((await receipt.done).problem?.code).toBe(code);
    expect(delivery.counts).toMatchObject({ accepted: 0, refused: 1 });
    expect(receiver.requests.length).toBe(0);
  });

  it('a full queue drops the oldest that waits, counts it, and tells its sender', async () => {
    const receiver = await startReceiver(answers.stall);
    const delivery = deliverTo(receiver, { queue: 10, concurrency: 1 });
    const receipts = numbered(1).map((message) => delivery.send(message));
    await receiver.received(1);
    receipts.push(...numbered(30).map((message) => delivery.send(message)));
    expect(delivery.counts).toMatchObject({ accepted: 31, dropped: 20, pending: 11 });
    expect(await receipts[1]?.done).toMatchObject({ status: 'dropped', problem: { code: 'QUEUE_FULL' } });
    expect(await receipts[20]?.done).toMatchObject({ status: 'dropped' });
    await delivery.close();
    expect(await receipts[21]?.done).toMatchObject({ status: 'cancelled' });
    expect(addsUp(delivery)).toBe(true);
  });

  it('a full queue of many keys holds no more either', async () => {
    const receiver = await startReceiver(answers.stall);
    const delivery = deliverTo(receiver, { queue: 10, concurrency: 2 });
    for (let index = 0; index < 1000; index += 1) delivery.send({ body: '', key: `key-${index}` });
    await receiver.received(2);
    expect(delivery.counts.pending).toBeLessThanOrEqual(12);
    expect(delivery.counts.accepted).toBe(1000);
    expect(addsUp(delivery)).toBe(true);
  });

  it('what waits behind a stall fails by its own deadline', async () => {
    const receiver = await startReceiver(answers.stall);
    const delivery = deliverTo(receiver, { concurrency: 1, deadline: 80 });
    const ends = numbered(20).map((message) => delivery.send(message).done);
    const codes = (await Promise.all(ends)).map(({ problem }) => problem?.code);
    expect(new Set(codes)).toEqual(new Set(['DEADLINE']));
    expect(delivery.counts).toMatchObject({ failed: 20, pending: 0 });
  });
});

describe('flush', () => {
  it('waits for what is pending', async () => {
    const receiver = await startReceiver((response) => setTimeout(() => response.end(), 20));
    const delivery = deliverTo(receiver);
    for (const message of numbered(5)) delivery.send(message);
    expect(await delivery.flush()).toMatchObject({ delivered: 5, pending: 0 });
  });

  it('ends within its bound: what is not out is counted and cancelled, and its request ends', async () => {
    const receiver = await startReceiver(answers.stall);
    const delivery = deliverTo(receiver, { timeout: 60_000, deadline: 60_000 });
    const receipts = numbered(5).map((message) => delivery.send(message));
    const started = performance.now();
    expect(await delivery.flush(80)).toMatchObject({ accepted: 5, cancelled: 5, pending: 0 });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect((await receipts[4]?.done)?.problem?.code).toBe('FLUSH_ENDED');
    expect(addsUp(delivery)).toBe(true);
  });

  it('leaves alone what is sent meanwhile, and the delivery goes on', async () => {
    const receiver = await startReceiver((response, { body }) => void (body === 'new' && response.end()));
    const delivery = deliverTo(receiver, { concurrency: 2 });
    delivery.send({ body: 'old', key: 'a' });
    const flushed = delivery.flush(50);
    const late = delivery.send({ body: 'new', key: 'b' });
    expect(await flushed).toMatchObject({ cancelled: 1 });
    expect((await late.done).status).toBe('delivered');
  });

  it('never rejects, whatever the bound', async () => {
    const receiver = await startReceiver();
    const delivery = deliverTo(receiver);
    for (const within of [Number.NaN, -1, Number.POSITIVE_INFINITY, '5s' as unknown as number]) {
      delivery.send({ body: '' });
      await delivery.flush(within);
    }
    expect(delivery.counts.delivered).toBe(4);
  });

  it('of zero cancels at once', async () => {
    const receiver = await startReceiver(answers.stall);
    const delivery = deliverTo(receiver);
    delivery.send({ body: '' });
    expect(await delivery.flush(0)).toMatchObject({ cancelled: 1 });
  });
});

describe('close', () => {
  it('cancels what is not out, and refuses what comes', async () => {
    const receiver = await startReceiver(answers.stall);
    const delivery = deliverTo(receiver);
    for (const message of numbered(3)) delivery.send(message);
    await receiver.received(1);
    expect(await delivery.close()).toMatchObject({ cancelled: 3, pending: 0 });
    expect(await delivery.send({ body: '' }).done).toMatchObject({
      status: 'refused',
      problem: { code: 'CLOSED' },
    });
    expect(await delivery.close()).toMatchObject({ refused: 1 });
  });

  it('with a time, lets go out what can', async () => {
    const receiver = await startReceiver();
    const delivery = deliverTo(receiver);
    for (const message of numbered(3)) delivery.send(message);
    expect(await delivery.close(5_000)).toMatchObject({ delivered: 3 });
  });

  it('happens when the signal aborts, also in the middle of a wait', async () => {
    const receiver = await startReceiver(status(503));
    const controller = new AbortController();
    const delivery = deliverTo(receiver, { signal: controller.signal, backoff: 10_000 });
    const { done } = delivery.send({ body: '' });
    await receiver.received(1);
    await pause(20);
    controller.abort();
    expect(await done).toMatchObject({ status: 'cancelled', attempts: 1 });
    expect(delivery.send({ body: '' }).accepted).toBe(false);
  });

  it('has happened where the signal had aborted before', () => {
    const delivery = deliverTo({ url: 'http://127.0.0.1:9' }, { signal: AbortSignal.abort() });
    expect(delivery.send({ body: '' }).accepted).toBe(false);
  });
});

interface Step {
  readonly send?: string;
  readonly flush?: number;
  readonly wait?: number;
  readonly refused?: boolean;
}

describe('laws', () => {
  const behaviours: Answer[] = [
    answers.ok,
    answers.reset,
    answers.stall,
    status(500),
    status(404),
    status(302, { location: '/' }),
  ];
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ send: fc.constantFrom('a', 'b', 'c', 'd') }) },
    { weight: 1, arbitrary: fc.record({ flush: fc.nat(10) }) },
    { weight: 1, arbitrary: fc.record({ wait: fc.nat(10) }) },
    { weight: 1, arbitrary: fc.constant({ refused: true }) },
  );

  it('accepted is always delivered + failed + dropped + cancelled + pending', async () => {
    let plan: readonly number[] = [];
    const receiver = await startReceiver((...call) =>
      behaviours[plan[call[2] % plan.length] ?? 0]?.(...call),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(fc.nat(behaviours.length - 1), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, answersInTurn, queue, concurrency) => {
          plan = answersInTurn;
          const limits = { queue, concurrency, retries: 1, backoff: 1, timeout: 10, deadline: 30 };
          const delivery = deliverTo(receiver, limits);
          const ends: Promise<{ status: string }>[] = [];
          for (const { send, flush, wait, refused } of steps as Step[]) {
            if (send !== undefined) ends.push(delivery.send({ body: '', key: send }).done);
            if (refused) delivery.send({ body: 1 as never });
            if (wait !== undefined) await pause(wait);
            if (flush !== undefined) void delivery.flush(flush);
            expect(addsUp(delivery)).toBe(true);
            expect(delivery.counts.pending).toBeLessThanOrEqual(queue + concurrency);
          }
          const counts = await delivery.flush();
          const settled = await Promise.all(ends);
          expect(counts.pending).toBe(0);
          expect(counts.accepted).toBe(ends.length);
          for (const kind of ['delivered', 'failed', 'dropped', 'cancelled'] as const) {
            expect(counts[kind]).toBe(settled.filter(({ status: end }) => end === kind).length);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
