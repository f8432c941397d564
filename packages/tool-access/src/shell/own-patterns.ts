import { expandBraces } from './braces.js';
import type { Shell } from './shell.js';
import { type Field, fieldOf, HOLE } from './text.js';
import { globFields } from './words.js';

/** What a word matches for a program that expands patterns itself; the word as it is where nothing matches. */
export function ownMatches(field: Field, shell: Shell, dots: boolean): Field[] {
  if (!/[*?[{(]/.test(field.text) || field.text.includes(HOLE)) return [field];
  const rules = { dots, globstar: true, ignoreCase: false };
  return expandBraces(field.text).flatMap(({ text }) => globFields(fieldOf(text), text, shell, rules));
}
