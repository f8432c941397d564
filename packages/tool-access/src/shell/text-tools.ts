import type { Arguments } from './options.js';
import { isCheap } from './regexp-cost.js';

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  '\\': '\\',
  '"': '"',
  e: '\x1b',
};

/** What `echo -e` and `printf` make of the escapes in a text. */
export function unescaped(text: string): string {
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|[\s\S])/g, (whole, code: string) => {
    if (/^x[0-9a-fA-F]/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    // A NUL parts items as a new line does, and cannot stand in a word.
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255 || 10);
    return ESCAPES[code] ?? whole;
  });
}

/** The text that base64 stands for; undefined when it is none. */
export function decodeBase64(text: string): string | undefined {
  const packed = text.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return undefined;
  const decoded = Buffer.from(packed, 'base64').toString('utf8');
  return decoded.includes('\0') || decoded.includes('\ufffd') ? undefined : decoded;
}

/** The text that plain hexadecimal digits stand for. */
export function decodeHex(text: string): string | undefined {
  const packed = text.replace(/\s/g, '');
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(packed)) return undefined;
  const decoded = Buffer.from(packed, 'hex').toString('utf8');
  return decoded.includes('\0') || decoded.includes('\ufffd') ? undefined : decoded;
}

const CLASSES: Readonly<Record<string, string>> = {
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': 'A-Za-z0-9',
  '[:space:]': ' \\t\\n\\r\\v\\f',
};

function setOf(text: string): string[] {
  const plain = text
    .replace(/\[:\w+:\]/g, (name) => CLASSES[name] ?? '')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\r/g, '\r')
    .replace(/\\0{1,3}|\\([0-7]{3})/g, (_, octal?: string) =>
      String.fromCharCode(octal ? Number.parseInt(octal, 8) : 0),
    )
    .replace(/\\([\s\S])/g, '$1');
  const characters: string[] = [];
  for (let index = 0; index < plain.length; index += 1) {
    const [from, dash, to] = [plain[index], plain[index + 1], plain[index + 2]];
    if (from !== undefined && dash === '-' && to !== undefined && from <= to) {
      for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code += 1)
        characters.push(String.fromCharCode(code));
      index += 2;
    } else if (from !== undefined) characters.push(from);
  }
  return characters;
}

/** What `tr` makes of a text. */
export function translate(text: string, args: Arguments): string | undefined {
  const [first, second] = args.operands.map((operand) => setOf(operand.text));
  if (!first || args.has('-c -C --complement')) return undefined;
  const from = new Map(first.map((character, index) => [character, index]));
  if (args.has('-d --delete')) return [...text].filter((character) => !from.has(character)).join('');
  if (!second || second.length === 0) return args.has('-s') ? text : undefined;
  return [...text]
    .map((character) => {
      const index = from.get(character);
      return index === undefined ? character : (second[Math.min(index, second.length - 1)] ?? '');
    })
    .join('');
}

/** A pattern of sed or grep as a regular expression; undefined when it has no near equal. */
export function regExpOf(pattern: string, extended: boolean, flags: string): RegExp | undefined {
  const source = extended
    ? pattern
    : pattern.replace(
        /\\([(){}|+?])|([(){}|+?])/g,
        (_, escaped?: string, plain?: string) => escaped ?? `\\${plain}`,
      );
  const named = source.replace(/\[:(\w+):\]/g, (_, name: string) =>
    (CLASSES[`[:${name}:]`] ?? '').replace(/\\\\/g, '\\'),
  );
  if (named.length > 500) return undefined;
  try {
    return new RegExp(named, flags);
  } catch {
    return undefined;
  }
}

/** What a sed program of plain substitutions makes of a text; undefined when it does anything else. */
export function substitute(text: string, args: Arguments): string | undefined {
  const scripts = args.valuesOf('-e --expression').map((value) => value.text);
  const program = scripts.length > 0 ? scripts : args.operands.slice(0, 1).map((operand) => operand.text);
  let lines = text.split('\n');
  for (const script of program) {
    const found = /^s(.)((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1([gIi]*)$/s.exec(script);
    if (!found) return undefined;
    const [, , pattern = '', replacement = '', options = ''] = found;
    const flags = `${options.includes('g') ? 'g' : ''}${/i/i.test(options) ? 'i' : ''}`;
    const matcher = regExpOf(pattern, args.has('-E -r --regexp-extended'), flags);
    const longest = Math.max(...lines.slice(0, 5000).map(({ length }) => length));
    if (!matcher || !isCheap(matcher.source, longest)) return undefined;
    const template = replacement
      .replace(/\$/g, '$$$$')
      .replace(/\\(\d)/g, '$$$1')
      .replace(/(^|[^\\])&/g, '$1$$&')
      .replace(/\\([^\d])/g, '$1');
    lines = lines.map((line) => line.replace(matcher, template));
  }
  return lines.join('\n');
}

/** What `cut -d -f` or `cut -c` leaves of a text. */
export function cut(text: string, args: Arguments): string | undefined {
  const delimiter = args.valuesOf('-d --delimiter')[0]?.text ?? '\t';
  const fields = args.valuesOf('-f --fields')[0]?.text;
  const characters = args.valuesOf('-c --characters -b --bytes')[0]?.text;
  const range = /^(\d*)(-?)(\d*)$/.exec(fields ?? characters ?? '');
  if (!range) return undefined;
  const from = range[1] === '' ? 1 : Number(range[1]);
  const to = range[2] === '' ? from : range[3] === '' ? undefined : Number(range[3]);
  const join = fields === undefined ? '' : delimiter;
  return text
    .split('\n')
    .map((line) =>
      fields !== undefined && !line.includes(delimiter)
        ? line
        : line
            .split(join)
            .slice(from - 1, to)
            .join(join),
    )
    .join('\n');
}
