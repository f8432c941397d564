/**
 * Writes a pattern as a glob of the host's search tool, in which the same names match whatever their case. The tool compares
 * byte by byte (measured): a letter that is not ASCII is several bytes, and a class or `?` takes one. It splits its list of
 * globs at spaces, and at commas outside of braces. Undefined when the pattern cannot be said so.
 */
export function toSearchGlob(pattern: string): string | undefined {
  const inBraces = pattern.includes('{');
  let glob = '';
  for (let rest = pattern; rest !== ''; ) {
    const token = /^(?:\[(?:[!^]?\]?[^\]]*)\]|.)/su.exec(rest)?.[0] ?? rest[0] ?? '';
    rest = rest.slice(token.length);
    const written =
      token.length > 1 && token.startsWith('[') ? classGlob(token, inBraces) : characterGlob(token, inBraces);
    if (written === undefined) return undefined;
    glob += written;
  }
  return glob;
}

/** Writes a name or path without wildcards as such a glob. */
export function toLiteralGlob(text: string): string {
  return [...text]
    .map((character) => (/[*?[\]{}]/.test(character) ? '?' : characterGlob(character, false)))
    .join('');
}

// A byte that is no printable ASCII character; written without a space or comma, which would split the list.
const BYTE = '[!!-~]';
const SEVERAL_BYTES = [2, 3, 4].map((bytes) => BYTE.repeat(bytes)).join(',');

function characterGlob(character: string, inBraces: boolean): string | undefined {
  if (character === '?') return inBraces ? undefined : `{?,${SEVERAL_BYTES}}`;
  if (/[*/{}]/.test(character)) return character;
  if (character === ',') return inBraces ? ',' : '?';
  if (/[\s\\![\]]/.test(character)) return '?'.repeat(Buffer.byteLength(character));
  const forms = formsOf(character);
  const [only] = forms;
  if (forms.length === 1 && only !== undefined) return only;
  if (forms.every((form) => /^[a-z]$/i.test(form))) return `[${forms.join('')}]`;
  return inBraces ? undefined : `{${forms.join(',')}}`;
}

/** A character in both cases and both normal forms of Unicode. */
function formsOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  const forms = cases.flatMap((each) => [each.normalize('NFC'), each.normalize('NFD')]);
  const plain = [...new Set(forms)].filter((form) => !/[\s,{}[\]*?\\!]/.test(form));
  return plain.sort((a, b) => (a < b ? 1 : -1));
}

function classGlob(token: string, inBraces: boolean): string | undefined {
  const negated = /^\[[!^]/.test(token);
  const body = token.slice(negated ? 2 : 1, -1);
  // A class with letters of several bytes is taken for any character.
  if (/[^\x20-\x7e]/.test(body)) return characterGlob('?', inBraces);
  const items = body.match(/.-.|./g) ?? [];
  const bothCases = items.flatMap((item) => [item.toLowerCase(), item.toUpperCase()]);
  const written = [...new Set(bothCases)].join('').replace(/[\s,!\\]/g, '?');
  if (!negated) return `[${written}]`;
  return inBraces ? undefined : `{[!${written}],${SEVERAL_BYTES}}`;
}
