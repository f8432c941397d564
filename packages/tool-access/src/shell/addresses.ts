import { rangeOf } from './braces.js';
import type { Invocation } from './invocation.js';
import { touch } from './paths.js';
import { type Field, fieldOf, HOLE, tailOf } from './text.js';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const MOST_TEXTS = 200;
const SET = /\{([^{}]*)\}|\[([A-Za-z0-9]+)-([A-Za-z0-9]+)(?::(\d+))?\]/;

interface Glob {
  readonly texts: readonly string[];
  /** What each of its sets stands for, in order. */
  readonly sets: readonly (readonly string[])[];
}

/** The texts that curl makes of `{a,b}` and `[a-z]` in a URL; a set that is too large to write out stays unknown. */
function alternatives(text: string): Glob {
  const [whole = '', list, from, to, by] = SET.exec(text) ?? [];
  if (whole === '') return { texts: [text], sets: [] };
  const at = text.indexOf(whole);
  const after = alternatives(text.slice(at + whole.length));
  const items = list === undefined ? rangeOf(`${from}..${to}${by ? `..${by}` : ''}`) : list.split(',');
  const few = items && items.length * after.texts.length <= MOST_TEXTS ? items : [HOLE];
  return {
    texts: few.flatMap((item) => after.texts.map((rest) => text.slice(0, at) + item + rest)),
    sets: [few, ...after.sets],
  };
}

function globOf(text: string, { args, via }: Invocation): Glob {
  return via === 'curl' && !args.has('-g --globoff') ? alternatives(text) : { texts: [text], sets: [] };
}

/** A URL: a `file:` one is a path, up to its query. */
export function readUrl(field: Field, call: Invocation): void {
  const { args, shell, via } = call;
  shell.report.impure(`${via} reaches the network`);
  if (field.text.startsWith('@')) touch(tailOf(field, 1), ['read'], via, shell);
  const isFile = args.valuesOf('--proto-default').some(({ text }) => /^file$/i.test(text));
  const start = /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?)?(?=[/{[])/i.exec(field.text);
  if (!start && !(isFile && field.text.startsWith('/'))) return;
  const path = tailOf(field, start?.[0].length ?? 0);
  for (const text of globOf(path.text, call).texts)
    touch({ ...path, text: decode(text.replace(/[?#].*$/s, '')) }, ['read'], via, shell);
}

/** A URL, and the file that is written under its last name. */
export function readDownload(field: Field, call: Invocation): void {
  const { args, entry, shell, via } = call;
  readUrl(field, call);
  const folder = args.valuesOf(entry.downloadsInto).at(-1)?.text ?? '.';
  for (const each of globOf(field.text, call).texts) {
    const [address = ''] = each.replace(/^[a-z][\w+.-]*:\/\//i, '').split(/[?#]/);
    const name = decode(address.slice(address.indexOf('/') + 1).replace(/^.*\//, ''));
    // What it is called is known to the server, or to the running command, alone.
    const unnamed = !address.includes('/') || name === '' || name.includes(HOLE);
    touch(fieldOf(unnamed ? folder : `${folder}/${name}`), ['write'], via, shell);
  }
}

/** What curl sends as a file, by the sets of its URLs. */
export function readUpload(field: Field, call: Invocation): void {
  if (field.text === '-' || field.text === '.') return;
  for (const text of globOf(field.text, call).texts)
    touch({ ...field, text }, ['read'], call.via, call.shell);
}

/** Where curl writes to: `#1` is what the first set of a URL stands for. */
export function readOutputName(field: Field, call: Invocation): void {
  const { args, shell, via } = call;
  if (field.text === '-') return;
  const folder = args.valuesOf('--output-dir').at(-1)?.text;
  const urls = [...args.operands, ...args.valuesOf('--url')];
  const names = new Set<string>();
  for (const { text } of /#\d/.test(field.text) ? urls : [fieldOf('')]) {
    const { sets } = globOf(text, call);
    let made = [field.text];
    for (const [index, set] of sets.entries()) {
      const mark = new RegExp(`#${index + 1}(?!\\d)`, 'g');
      if (mark.test(field.text) && made.length * set.length <= MOST_TEXTS)
        made = made.flatMap((name) => set.map((item) => name.replace(mark, () => item)));
    }
    for (const name of made) names.add(name);
  }
  for (const text of names)
    touch({ ...field, text: folder === undefined ? text : `${folder}/${text}` }, ['write'], via, shell);
}

const PIECE = /([,;]?)((?:"(?:\\.|[^"\\])*"|[^,;"]+|")*)/gs;

/** curl's `name=@file,file;headers=@file` and `name=<file`. */
export function readFormFile(field: Field, { shell, via }: Invocation): void {
  const value = tailOf(field, field.text.indexOf('=') + 1);
  const marked = /^[@<]/.test(value.text);
  for (const [whole, separator = '', piece = ''] of value.text.matchAll(PIECE)) {
    const isFile = marked && (separator === '' || separator === ',');
    const [lead = ''] = (separator === '' ? /^[@<]/ : isFile ? /^\s*/ : /^\s*headers=[@<]/).exec(piece) ?? [];
    if (piece === '' || (lead === '' && !(isFile && separator === ','))) continue;
    const rest = piece.slice(lead.length);
    const text = /^".*"$/s.test(rest) ? rest.slice(1, -1).replace(/\\(.)/gs, '$1') : rest;
    touch(whole === value.text ? { ...tailOf(value, lead.length), text } : { text }, ['read'], via, shell);
  }
}

/** A certificate, and after a colon its password. */
export function readCertificate(field: Field, { shell, via }: Invocation): void {
  touch({ ...field, text: field.text.replace(/(.):.*$/s, '$1') }, ['read'], via, shell);
}

/** What curl is to print in the end: text, `@file`, and `%output{file}`, which it writes to. */
export function readWriteOut(field: Field, { shell, via }: Invocation): void {
  if (field.text.startsWith('@')) touch(tailOf(field, 1), ['read'], via, shell);
  for (const [, text = ''] of field.text.matchAll(/%output\{(?:>>)?([^{}]*)\}/g))
    touch({ text }, ['write'], via, shell);
}
