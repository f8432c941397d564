import { posix } from 'node:path';
import type { AccessMode, SearchScope } from '../../access.js';
import type { Invocation } from '../invocation.js';
import { ownMatches } from '../own-patterns.js';
import { knownContent, touch } from '../paths.js';
import { type Field, fieldOf, type Text, tailOf, UNKNOWN } from '../text.js';

interface Mask {
  readonly mask: Field;
  /** It is for names in every folder. */
  readonly anywhere: boolean;
}

interface Words {
  readonly operands: Field[];
  readonly taken: Mask[];
  readonly left: Mask[];
  readonly lists: Field[];
  readonly into: Field | undefined;
  readonly recursive: boolean;
  readonly prints: boolean;
  readonly removes: boolean;
}

const ZIP_MASK = /^-([xi])(r0?|r-)?([!@])(?=.)/;
const RAR_MASK = /^-([xn])(@?)(?=.)/;

function sortWords({ fields, name }: Invocation): Words {
  const isRar = name.text.endsWith('rar');
  const operands: Field[] = [];
  const taken: Mask[] = [];
  const left: Mask[] = [];
  const lists: Field[] = [];
  const end = fields.findIndex(({ text }) => text === '--');
  const isSwitch = (text: string, index: number) => text.startsWith('-') && (end < 0 || index <= end);
  const switches = fields.filter(({ text }, index) => isSwitch(text, index));
  for (const [index, field] of fields.entries()) {
    const { text } = field;
    if (!isSwitch(text, index)) {
      if (text.startsWith('@') && text.length > 1) lists.push(tailOf(field, 1));
      else operands.push(field);
      continue;
    }
    const found = (isRar ? RAR_MASK : ZIP_MASK).exec(text);
    if (!found) continue;
    const [lead, kind, how = '', mark = how] = found;
    const mask = tailOf(field, lead.length);
    if (mark === '@') lists.push(mask);
    else {
      const anywhere = isRar ? /^[^/]*[*?][^/]*$/.test(mask.text) : how === 'r';
      (kind === 'x' ? left : taken).push({ mask, anywhere });
    }
  }
  const into = isRar ? undefined : switches.find(({ text }) => /^-o./.test(text));
  return {
    operands,
    taken,
    left,
    lists,
    into: into && tailOf(into, 2),
    recursive: switches.some(({ text }) => text === '-r'),
    prints: switches.some(({ text }) => text === '-so'),
    removes: switches.some(({ text }) => /^-(?:sdel|df|dw)$/.test(text)),
  };
}

// A mask that is not for every folder is for the path as it is written.
function leftOut(folder: string, masks: readonly Mask[]): string[] {
  const start = posix.normalize(`${folder}/`).replace(/^\.\/$/, '');
  return masks.flatMap(({ mask, anywhere }) => {
    const text = posix.normalize(mask.text);
    if (/[[{(]/.test(text)) return [];
    if (anywhere) return text.includes('/') ? [] : [text];
    return text.startsWith(start) ? [`/${text.slice(start.length)}`] : [];
  });
}

function pack(words: Words, names: readonly Field[], modes: readonly AccessMode[], call: Invocation): void {
  const { shell, via } = call;
  const touchAll = (field: Field) => {
    for (const match of ownMatches(field, shell, true)) {
      const scope: SearchScope = { exclude: leftOut(match.text, words.left), follows: 'all' };
      touch(match, modes, via, shell, scope);
    }
  };
  const given = names.map((mask) => ({ mask, anywhere: words.recursive }));
  const asked = [...given, ...words.taken];
  // Without a name it takes all that is here.
  if (asked.length === 0 && words.lists.length === 0) touchAll(fieldOf('.'));
  for (const { mask, anywhere } of asked) {
    if (!anywhere || mask.text.includes('/')) touchAll(mask);
    else if (/^\.+$/.test(mask.text)) touchAll(mask);
    else
      touch(fieldOf('.'), modes, via, shell, {
        include: [mask.text],
        exclude: leftOut('.', words.left),
        follows: 'all',
      });
  }
  for (const list of words.lists) {
    touch(list, ['read'], via, shell);
    for (const text of knownContent(list, shell)?.text.split('\n') ?? []) touchAll({ text: text.trim() });
  }
}

function unpack(
  words: Words,
  names: readonly Field[],
  isFlat: boolean,
  { shell, via, name }: Invocation,
): void {
  if (words.prints) return;
  const last = names.at(-1);
  const into = words.into ?? (name.text.endsWith('rar') && last?.text.endsWith('/') ? last : undefined);
  const folder = into?.text.replace(/(.)\/$/, '$1');
  touch(into ?? fieldOf('.'), ['write'], via, shell);
  for (const each of names) {
    if (each === into) continue;
    const text = isFlat ? posix.basename(each.text) : each.text;
    const target = folder === undefined ? { ...each, text } : fieldOf(`${folder}/${text}`);
    for (const match of ownMatches(target, shell, true)) touch(match, ['write'], via, shell);
  }
}

/** Reads `7z` and `rar`: a command, an archive, then names, patterns and lists of names. */
export function readSevenZip(outer: Invocation): Text {
  const { shell } = outer;
  shell.report.impure(`${outer.via} packs or unpacks`);
  const words = sortWords(outer);
  const [command, archive, ...names] = words.operands;
  const letter = command?.text.toLowerCase() ?? '';
  const call = { ...outer, via: `${outer.via} ${letter}`.trim() };
  if (letter === 'h') pack(words, archive ? [archive, ...names] : names, ['read'], call);
  if (!archive || letter === 'h' || letter === 'b') return UNKNOWN;
  const packs = /^(?:[auf]|mf?)$/.test(letter);
  touch(archive, [packs || /^(?:d|rn|c|k|s|rr|ch|r)$/.test(letter) ? 'write' : 'read'], call.via, shell);
  const removes = words.removes || letter.startsWith('m');
  if (packs) pack(words, names, removes ? ['read', 'write'] : ['read'], call);
  if (letter === 'x' || letter === 'e') unpack(words, names, letter === 'e', call);
  return UNKNOWN;
}
