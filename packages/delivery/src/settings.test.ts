import { describe, expect, it } from 'vitest';
import { createDelivery } from './delivery.js';
import { isEndpoint } from './endpoint.js';
import { DeliveryError } from './problem.js';

const url = 'https://example.com/hook';

function refusalOf(options: object): DeliveryError {
  try {
    createDelivery({ url, ...options });
  } catch (error) {
    if (error instanceof DeliveryError) return error;
  }
  throw new Error('they were accepted');
}

describe('the endpoint', () => {
  it.each(['https://example.com', 'https://example.com:8443/a?b=c', 'https://[::1]/'])(
    '%s is one',
    (each) => {
      expect(isEndpoint(each)).toBe(true);
    },
  );

  it.each([
    'http://example.com',
    'https://user:pass@example.com',
    'https://user@example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'data:,x',
    'javascript:1',
    '/hook',
    'example.com',
    '',
    5,
    undefined,
  ])('%j is none', (each) => {
    expect(isEndpoint(each)).toBe(false);
  });

  it('http is one where the options say so, and credentials never', () => {
    expect(isEndpoint('http://example.com', { allowInsecure: true })).toBe(true);
    expect(isEndpoint('http://u:p@example.com', { allowInsecure: true })).toBe(false);
    expect(isEndpoint('ftp://example.com', { allowInsecure: true })).toBe(false);
  });

  it.each(['127.0.0.1', '127.1', 'localhost', '[::1]', '0x7f.1'])('http to %s is loopback', (host) => {
    expect(isEndpoint(`http://${host}:80/`, { allowInsecure: 'loopback' })).toBe(true);
    expect(isEndpoint(`http://${host}:80/`)).toBe(false);
  });

  it.each(['example.com', '127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', '[::2]'])(
    'http to %s is not',
    (host) => {
      expect(isEndpoint(`http://${host}/`, { allowInsecure: 'loopback' })).toBe(false);
    },
  );
});

describe('options that cannot be right are refused', () => {
  it.each([
    ['OPTION_INVALID', { url: 'http://MARKER.example' }],
    ['OPTION_INVALID', { url: 'https://MARKER:MARKER@x.example' }],
    ['OPTION_UNKNOWN', { retires: 'MARKER' }],
    ['OPTION_UNKNOWN', { toString: 'MARKER' }],
    ['OPTION_INVALID', { secret: '' }],
    ['OPTION_INVALID', { secret: { MARKER: 1 } }],
    ['OPTION_INVALID', { headers: { a: 'MARKER\r\nb: c' } }],
    ['OPTION_INVALID', { headers: { 'x-hookloom-signature': 'MARKER' } }],
    ['OPTION_INVALID', { headers: { Host: 'MARKER' } }],
    ['OPTION_INVALID', { headers: 'MARKER' }],
    ['OPTION_INVALID', { concurrency: 0 }],
    ['OPTION_INVALID', { queue: 0 }],
    ['OPTION_INVALID', { retries: -1 }],
    ['OPTION_INVALID', { retries: 1.5 }],
    ['OPTION_INVALID', { timeout: 0 }],
    ['OPTION_INVALID', { deadline: Number.POSITIVE_INFINITY }],
    ['OPTION_INVALID', { deadline: 2 ** 31 }],
    ['OPTION_INVALID', { timeout: '5s' }],
    ['OPTION_INVALID', { classify: 'MARKER' }],
    ['OPTION_INVALID', { signal: 'MARKER' }],
    ['OPTION_INVALID', { allowInsecure: 'MARKER' }],
  ])('%s: %j', (code, options) => {
    const error = refusalOf(options);
    expect(error.code).toBe(code);
    expect(`${error.stack}`).not.toContain('MARKER');
  });

  it('no options at all', () => {
    expect(() => createDelivery(undefined as never)).toThrow(DeliveryError);
  });

  it('undefined counts as absent', () => {
    const delivery = createDelivery({ url, secret: undefined, retries: undefined, headers: undefined });
    expect(delivery.origin).toBe('https://example.com');
  });
});
