import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyFrozen } from './json.js';

// As it comes from the host: parsed, so without a negative zero, and without a key that would reach a prototype.
const plain = fc
  .json()
  .filter((text) => !text.includes('"__proto__"'))
  .map((text): unknown => JSON.parse(text));

function isDeepFrozen(value: unknown): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen))
  );
}

describe('copyFrozen', () => {
  it('copies any JSON data to an equal one, frozen through and through', () => {
    fc.assert(
      fc.property(plain, (value) => {
        const copy = copyFrozen(value);
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
        expect(isDeepFrozen(copy)).toBe(true);
      }),
    );
  });

  it('leaves the original as it was', () => {
    const original = { list: [{ a: 1 }] };
    copyFrozen(original);
    original.list[0] = { a: 2 };
    expect(original.list[0]).toEqual({ a: 2 });
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  it.each([
    ['a function', { a: () => 1 }],
    ['a symbol', { a: Symbol('x') }],
    ['a big integer', { a: 1n }],
    ['NaN', { a: Number.NaN }],
    ['a date', { a: new Date(0) }],
    ['a map', { a: new Map() }],
    ['a cycle', cycle],
    ['a key that would reach a prototype', JSON.parse('{"a":{"__proto__":{"x":1}}}')],
    ['a constructor with a prototype', { constructor: { prototype: {} } }],
  ])('refuses %s', (_what, value) => {
    expect(() => copyFrozen(value)).toThrow(expect.objectContaining({ code: 'PAYLOAD_INVALID' }));
  });

  it('takes a plain field named constructor, and leaves out undefined', () => {
    expect(copyFrozen({ constructor: 'Ctor', gone: undefined })).toEqual({ constructor: 'Ctor' });
  });
});
