import { MAX_FIELDS, TooLarge } from './limits.js';

/** A piece of a brace expansion, with the place in the source when it is one whole piece of it. */
export interface BraceText {
  readonly text: string;
  readonly start?: number | undefined;
}

// Quotes and expansions are passed over: braces and commas in them are text.
function skip(text: string, index: number): number {
  const character = text[index];
  if (character === '\\') return index + 2;
  if (character === "'") return text.indexOf("'", index + 1) + 1 || text.length;
  if (character === '`') return text.indexOf('`', index + 1) + 1 || text.length;
  if (character === '"') {
    for (let at = index + 1; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '"') return at + 1;
      else if (text[at] === '`' || (text[at] === '$' && /[({]/.test(text[at + 1] ?? '')))
        at = skip(text, at) - 1;
    }
    return text.length;
  }
  if (character === '$' && (text[index + 1] === '{' || text[index + 1] === '(')) {
    const [open, close] = text[index + 1] === '{' ? ['{', '}'] : ['(', ')'];
    let depth = 0;
    for (let at = index + 1; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === "'" || text[at] === '"') at = skip(text, at) - 1;
      else if (text[at] === open) depth += 1;
      else if (text[at] === close) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return text.length;
  }
  return index + 1;
}

interface Group {
  start: number;
  end: number;
  commas: number[];
}

function groupIn(text: string): Group | undefined {
  for (let start = 0; start < text.length; start = skip(text, start)) {
    if (text[start] !== '{') continue;
    let depth = 0;
    const commas: number[] = [];
    for (let at = start; at < text.length; at = skip(text, at)) {
      const character = text[at];
      if (character === '{') depth += 1;
      else if (character === ',' && depth === 1) commas.push(at);
      else if (character === '}') {
        depth -= 1;
        if (depth > 0) continue;
        if (commas.length > 0 || rangeOf(text.slice(start + 1, at))) return { start, end: at + 1, commas };
        break;
      }
    }
  }
  return undefined;
}

/** What a range such as `1..3` or `a..z` counts up; undefined when it is none. */
export function rangeOf(body: string): string[] | undefined {
  const parts = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (!parts) return undefined;
  const [, from = '', to = '', by] = parts;
  const isNumber = /\d/.test(from);
  if (isNumber !== /\d/.test(to)) return undefined;
  const first = isNumber ? Number(from) : from.charCodeAt(0);
  const last = isNumber ? Number(to) : to.charCodeAt(0);
  const step = Math.max(1, Math.abs(Number(by ?? 1))) * (first <= last ? 1 : -1);
  if (Math.abs((last - first) / step) > MAX_FIELDS) throw new TooLarge();
  const width = [from, to].some((text) => /^-?0\d/.test(text)) ? Math.max(from.length, to.length) : 0;
  const items: string[] = [];
  for (let value = first; step > 0 ? value <= last : value >= last; value += step) {
    const digits = String(Math.abs(value)).padStart(width - (value < 0 ? 1 : 0), '0');
    items.push(isNumber ? `${value < 0 ? '-' : ''}${digits}` : String.fromCharCode(value));
  }
  return items;
}

/** Expands the braces of a word's source text, as bash does before it looks at anything else in the word. */
export function expandBraces(text: string, start: number | undefined = 0): BraceText[] {
  const group = groupIn(text);
  if (!group) return [{ text, start }];
  const before = text.slice(0, group.start);
  const after = text.slice(group.end);
  const edges = [group.start, ...group.commas, group.end - 1];
  const inner: BraceText[] =
    group.commas.length > 0
      ? edges.slice(0, -1).flatMap((edge, index) => {
          const place = start === undefined ? undefined : start + edge + 1;
          return expandBraces(text.slice(edge + 1, edges[index + 1]), place);
        })
      : (rangeOf(text.slice(group.start + 1, group.end - 1)) ?? []).map((item) => ({ text: item }));
  const tails = after === '' ? [{ text: '' }] : expandBraces(after, undefined);
  if (inner.length * tails.length > MAX_FIELDS) throw new TooLarge();
  const whole = before === '' && after === '';
  return inner.flatMap((item) =>
    tails.map((tail) => (whole ? item : { text: `${before}${item.text}${tail.text}` })),
  );
}
