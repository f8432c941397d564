import type { Holding } from './launcher.js';

/** What a code cache is made for: the id of the programs, and the texts of each part, the first of which is a program. */
export interface Cacheable {
  readonly id: string;
  readonly parts: readonly (readonly string[])[];
}

const LENGTH_DIGITS = 10;
// Of the second copy, at a time.
const TWIN_BYTES = 32_768;

/**
 * A code cache as its file holds it: after the id, because V8 by itself knows a program by its length alone, the lengths of
 * each part's code and texts; then these, the code twice, because V8 does not notice damage in it and would break, and to
 * compare is the fastest check.
 * @param codes what V8 compiled of each part; nothing of a part that it did not compile yet.
 */
export function toCacheFile({ id, parts }: Cacheable, codes: readonly Uint8Array[]): Buffer {
  const blocks = parts.map((texts, i) => [
    codes[i] ?? Buffer.alloc(0),
    ...texts.map((text) => Buffer.from(text, 'latin1')),
  ]);
  const lengths = blocks.flat().map(({ length }) => String(length).padStart(LENGTH_DIGITS, '0'));
  const twice = blocks.flatMap((block) => [...block, ...block]);
  return Buffer.concat([Buffer.from(id + lengths.join(''), 'latin1'), ...twice]);
}

/**
 * How a bundle starts that has a code cache: from it, part by part as they are asked for; without it from what its own last
 * line holds, a comment: cut off it still is one, and then a fault that the launcher sees.
 */
export function cachedHolding({ id, parts }: Cacheable): Holding {
  const counts = parts.map((texts) => texts.length + 1);
  const head = id.length + LENGTH_DIGITS * counts.reduce((sum, count) => sum + count, 0);
  return {
    early: `const { Script } = require('node:vm');
const { openSync, fstatSync, readSync, readFileSync, closeSync } = fs;
const scripts = [];
// Memory that nobody used yet costs more than to read: all goes through the same, the texts first, then the code.
let scratch, twin;`,
    kept: false,
    start: `const start = (part, ...told) => {
    const { code, texts } = cached(part) ?? { texts: unpacked()[part] };
    const [source, ...more] = texts;
    scripts[part] = new Script(source, { filename: __filename, cachedData: code });
    scripts[part].runInThisContext()(...told, ...more);
  };`,
    exported: '{ program: program.exports, codes }',
    functions: `
function codes() {
  return ${JSON.stringify(counts)}.map((_, part) =>
    scripts[part]?.createCachedData() ?? Buffer.from(cached(part)?.code ?? []));
}

function unpacked() {
  const text = readFileSync(__filename, 'latin1');
  const bytes = Buffer.from(text.slice(text.lastIndexOf(':') + 1), 'base64');
  return JSON.parse(require('node:zlib').brotliDecompressSync(bytes).toString('latin1'));
}

function cached(part) {
  try {
    // To open a pipe would wait for whoever writes to it.
    const { O_RDONLY, O_NONBLOCK = 0, S_IFMT, S_IFREG } = fs.constants;
    const file = openSync(__filename + '.cache', O_RDONLY | O_NONBLOCK);
    try {
      const { mode, size } = fstatSync(file);
      if ((mode & S_IFMT) !== S_IFREG || (process.platform !== 'win32' && mode & 0o022)) return undefined;
      const head = Buffer.alloc(${head});
      readSync(file, head, 0, ${head}, 0);
      if (head.latin1Slice(0, ${id.length}) !== '${id}') return undefined;
      let at = ${id.length};
      const next = () => Number(head.latin1Slice(at, (at += ${LENGTH_DIGITS})));
      const lengths = ${JSON.stringify(counts)}.map((count) => Array.from({ length: count }, next));
      const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
      const sizes = lengths.map(sum);
      if (size !== ${head} + 2 * sum(sizes)) return undefined;
      scratch ??= Buffer.allocUnsafe(Math.max(...lengths.flat()));
      twin ??= Buffer.allocUnsafe(${TWIN_BYTES});
      const block = (length, from) => {
        readSync(file, scratch, 0, length, from);
        for (let at = 0; at < length; ) {
          const read = readSync(file, twin, 0, Math.min(twin.length, length - at), from + sizes[part] + at);
          if (read === 0 || !twin.subarray(0, read).equals(scratch.subarray(at, (at += read)))) throw undefined;
        }
        return scratch.subarray(0, length);
      };
      const start = ${head} + 2 * sum(sizes.slice(0, part));
      const [length, ...others] = lengths[part];
      let from = start + length;
      const texts = others.map((each) => block(each, (from += each) - each).latin1Slice());
      return { code: length > 0 ? block(length, start) : undefined, texts };
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
`,
  };
}
