import { HookloomError } from '@hookloom/host';
import { describe, expect, it } from 'vitest';
import { checkOptions, integer, type OptionRule, oneOf, option, someOf } from './options.js';

const rules: Record<string, OptionRule> = {
  timeout: option.duration,
  mode: oneOf('ask', 'deny'),
  modes: someOf('read', 'write'),
  most: integer(1, 10),
  token: { ...option.string, secret: true },
};

function refusalOf(options: unknown): HookloomError {
  try {
    checkOptions('p', options, rules);
  } catch (error) {
    if (error instanceof HookloomError) return error;
  }
  throw new Error('they were accepted');
}

describe('checkOptions', () => {
  it('accepts what fits, and undefined for what is absent', () => {
    checkOptions('p', { timeout: '5s', mode: 'ask', modes: ['read'], most: 3, token: undefined }, rules);
  });

  it.each([
    [{ tiemout: '5s' }, 'OPTION_UNKNOWN'],
    [{ toString: 1 }, 'OPTION_UNKNOWN'],
    [JSON.parse('{"__proto__": 1}'), 'OPTION_UNKNOWN'],
    [{ timeout: '5 parsecs' }, 'DURATION_INVALID'],
    [{ mode: 'maybe' }, 'OPTION_INVALID'],
    [{ modes: [] }, 'OPTION_INVALID'],
    [{ most: 0 }, 'OPTION_INVALID'],
    [{ most: 1.5 }, 'OPTION_INVALID'],
    ['text', 'OPTION_INVALID'],
  ])('%j is refused', (options, code) => {
    expect(refusalOf(options)).toMatchObject({ code, plugin: 'p' });
  });

  it('never shows a secret', () => {
    const error = refusalOf({ token: { inner: 'hunter2' } });
    expect(`${error.message}${JSON.stringify(error.value)}`).not.toContain('hunter2');
  });
});

it('a misspelt key is told before the required one that it leaves missing', () => {
  const required = { url: { ...option.string, required: true } };
  expect(() => checkOptions('p', { ulr: 'x' }, required)).toThrow("unknown option 'ulr'");
});
