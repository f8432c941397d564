import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliverTo } from '../test/deliveries.js';
import { answers, startReceiver, status } from '../test/receiver.js';
import { HEADERS, sign, verifySignature } from './signature.js';

const secret = 'whsec';
const now = 1_700_000_000_000;
const body = '{"a":"ü"}';
const headers = {
  [HEADERS.id]: 'id-1',
  [HEADERS.timestamp]: '1700000000',
  [HEADERS.signature]: sign(secret, 'id-1', 1_700_000_000, body),
};
const good = { secret, headers, body, now };

describe('a signature', () => {
  it('is the HMAC that the README describes', () => {
    const digest = createHmac('sha256', secret).update(`id-1.1700000000.${body}`).digest('hex');
    expect(headers[HEADERS.signature]).toBe(`v1=${digest}`);
  });

  it('verifies, from a record or Headers, text or bytes', () => {
    expect(verifySignature(good)).toBe(true);
    expect(verifySignature({ ...good, headers: new Headers(headers), body: Buffer.from(body) })).toBe(true);
  });

  it.each([
    ['another secret', { secret: 'other' }],
    ['an empty secret', { secret: '' }],
    ['no secret', { secret: undefined as never }],
    ['another body', { body: '{"a":"u"}' }],
    ['a parsed body', { body: { a: 1 } as never }],
    ['another id', { headers: { ...headers, [HEADERS.id]: 'id-2' } }],
    ['another timestamp', { headers: { ...headers, [HEADERS.timestamp]: '1700000001' } }],
    ['no timestamp', { headers: { ...headers, [HEADERS.timestamp]: undefined } }],
    ['no signature', { headers: { ...headers, [HEADERS.signature]: undefined } }],
    ['two signatures', { headers: { ...headers, [HEADERS.signature]: ['a', 'b'] } }],
    [
      'half a signature',
      { headers: { ...headers, [HEADERS.signature]: headers[HEADERS.signature]?.slice(0, 30) } },
    ],
    [
      'another version',
      { headers: { ...headers, [HEADERS.signature]: headers[HEADERS.signature]?.replace('v1', 'v0') } },
    ],
    ['no headers', { headers: undefined as never }],
    ['an old timestamp', { now: now + 300_001 }],
    ['a timestamp from the future', { now: now - 300_001 }],
    ['a time that is no number', { now: Number.NaN }],
    ['a tolerance that is no number', { tolerance: Number.NaN }],
  ])('is refused with %s', (_, change) => {
    expect(verifySignature({ ...good, ...change } as typeof good)).toBe(false);
  });

  it('verifies for any text, and for no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (text, other) => {
        const signed = { ...headers, [HEADERS.signature]: sign(secret, 'id-1', 1_700_000_000, text) };
        expect(verifySignature({ secret, headers: signed, body: text, now })).toBe(true);
        const same = Buffer.from(text).equals(Buffer.from(other));
        expect(verifySignature({ secret, headers: signed, body: other, now })).toBe(same);
      }),
    );
  });

  it('comes with each attempt, and verifies at the receiver', async () => {
    const receiver = await startReceiver((...call) => (call[2] === 0 ? status(500) : answers.ok)(...call));
    await deliverTo(receiver, { secret }).send({ body }).done;
    expect(receiver.requests.map((request) => verifySignature({ secret, ...request }))).toEqual([true, true]);
  });
});
