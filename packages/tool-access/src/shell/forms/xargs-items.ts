import { type Field, HOLE, type Text } from '../text.js';
import { unescaped } from '../text-tools.js';

/** How many items are looked at. */
export const MOST_ITEMS = 500;
// Quotes and backslashes hold a word together, and are taken off.
const WORD = /(?:"[^"\n]*"|'[^'\n]*'|\\[\s\S]|[^\s"'\\])+/g;
const LINE = /(?:"[^"\n]*"|'[^'\n]*'|\\[\s\S]|[^\n"'\\])+/g;

/** How xargs parts its input: at blanks and new lines, at new lines alone, or at a character that was told. */
export type Parting = 'blanks' | 'lines' | { readonly at: string };

/** The items that xargs makes of its input. */
export function itemsOf(stdin: Text | undefined, parting: Parting): Field[] {
  if (!stdin) return [{ text: HOLE }];
  const { text, listing, origin } = stdin;
  const items = partsOf(text, parting)
    .filter((part) => part !== '')
    .map((part): Field => ({ text: part, listing, origin }));
  return items.length > MOST_ITEMS ? [...items.slice(0, MOST_ITEMS), { text: HOLE, listing }] : items;
}

function partsOf(text: string, parting: Parting): string[] {
  if (typeof parting === 'object') {
    return text.split(unescaped(parting.at) || '\n').map((part) => part.replace(/\n$/, ''));
  }
  const parts = text.match(parting === 'lines' ? LINE : WORD) ?? [];
  return parts.map((part) => part.trimStart().replace(/"([^"\n]*)"|'([^'\n]*)'|\\([\s\S])/g, '$1$2$3'));
}
