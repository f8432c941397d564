import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonText } from './json-text.js';

/** JSON as people write it: any indentation, line ends and blanks. */
const written = fc
  .tuple(
    fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
    fc.constantFrom(undefined, 1, 2, 4, '\t'),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\n', ' \n'),
    fc.constantFrom('', '\ufeff', '\n '),
  )
  .map(([value, indent, eol, end, start]) => ({
    value: JSON.parse(JSON.stringify(value)) as Record<string, unknown>,
    text: start + (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol),
  }));

const parse = (text: string) => JSON.parse(text.replace(/^\ufeff/, '')) as unknown;

describe('an edit of a JSON text', () => {
  it('adds a key and takes it away again, to the byte', () => {
    fc.assert(
      fc.property(written, fc.jsonValue({ maxDepth: 2 }), ({ value, text }, added) => {
        fc.pre(!Object.hasOwn(value, 'added'));
        const json = new JsonText(text);
        json.add([], added, 'added');
        expect(parse(json.toString())).toEqual({ ...value, added: JSON.parse(JSON.stringify(added)) });
        json.remove(['added']);
        expect(json.toString()).toBe(text);
      }),
    );
  });

  it('leaves every byte beside what it replaces, or takes out of the middle', () => {
    fc.assert(
      fc.property(written, ({ value, text }) => {
        for (const key of Object.keys(value)) {
          const json = new JsonText(text);
          json.replace([key], 'new');
          expect(parse(json.toString())).toEqual({ ...value, [key]: 'new' });
          const { [key]: _, ...rest } = value;
          json.remove([key]);
          expect(parse(json.toString())).toEqual(rest);
        }
      }),
    );
  });

  it.each([
    ['{"a":1}', '{"a":1, "b": {"c":[1]}}'],
    ['{}', '{\n  "b": {\n    "c": [\n      1\n    ]\n  }\n}'],
    ['{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"b": {\n\t\t"c": [\n\t\t\t1\n\t\t]\n\t}\n}'],
    ['', '{\n  "b": {\n    "c": [\n      1\n    ]\n  }\n}\n'],
  ])('is written as %j is', (text, expected) => {
    const json = new JsonText(text);
    json.add([], { c: [1] }, 'b');
    expect(json.toString()).toBe(expected);
  });

  it('knows what stands where a key stands twice: the last, as for the host', () => {
    const json = new JsonText('{"a":1,"a":2}');
    json.replace(['a'], 3);
    expect(json.toString()).toBe('{"a":1,"a":3}');
  });
});
