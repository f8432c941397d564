const LITERAL = String.raw`(?:[rbu]?"(?:\\.|[^"\\\n]){0,1000}"|[rbu]?'(?:\\.|[^'\\\n]){0,500}')`;
const LIST = String.raw`\s*(${LITERAL}(?:\s*,\s*${LITERAL}){0,63})\s*,?\s*`;
const NUMBERS = String.raw`\s*((?:0x[0-9a-f]+|\d+)(?:\s*,\s*(?:0x[0-9a-f]+|\d+))*)\s*`;

const MOST_CODE = 8_000;
const MOST_PASSES = 4;

function bodyOf(literal: string): string {
  const text = literal.replace(/^[rbu](?=["'])/, '').slice(1, -1);
  // Kept as it is written, for a literal in single quotes.
  return text.replace(/\\?'/g, "\\'");
}

function bodiesOf(list: string): string[] {
  return [...list.matchAll(new RegExp(LITERAL, 'g'))].map(([literal]) => bodyOf(literal));
}

function charactersOf(list: string): string {
  const codes = list.split(',').map((code) => Number(code.trim()));
  if (!codes.every((code) => code > 31 && code < 127)) return '';
  return String.fromCharCode(...codes).replace(/[\\']/g, '\\$&');
}

function reversed(literal: string): string | undefined {
  const body = bodyOf(literal);
  return body.includes('\\') ? undefined : [...body].reverse().join('');
}

const FOLDS: readonly [RegExp, (...found: string[]) => string | undefined][] = [
  // "".join(["a", "b"])
  [
    new RegExp(`(${LITERAL})\\.join\\(\\s*[[(]${LIST}[\\])]\\s*\\)`, 'g'),
    (_, separator = '', list = '') => bodiesOf(list).join(bodyOf(separator)),
  ],
  // ["a", "b"].join("") and ruby's ["a", "b"].join
  [
    new RegExp(`\\[${LIST}\\]\\.join(?:\\(\\s*(${LITERAL})?\\s*\\)|(?![\\w(]))`, 'g'),
    (_, list = '', separator) => bodiesOf(list).join(separator ? bodyOf(separator) : ''),
  ],
  // "%s%s" % ("a", "b")
  [
    new RegExp(`(${LITERAL})\\s*%\\s*\\(${LIST}\\)`, 'g'),
    (_, form = '', list = '') => {
      const parts = bodiesOf(list);
      return bodyOf(form).replace(/%s/g, () => parts.shift() ?? '');
    },
  ],
  // perl's and php's "a" . "b"
  [
    new RegExp(`(${LITERAL})\\s*\\.\\s*(${LITERAL})`, 'g'),
    (_, one = '', two = '') => bodyOf(one) + bodyOf(two),
  ],
  // path.join("a", "b")
  [
    new RegExp(`(?<![\\w"'\\]])(?:os\\.path|posixpath|path|File)\\.(?:join|resolve)\\(${LIST}\\)`, 'g'),
    (_, list = '') => bodiesOf(list).join('/'),
  ],
  [
    new RegExp(`(?:String\\.fromCharCode|string\\.char|(?<![\\w.])chr)\\(${NUMBERS}\\)`, 'gi'),
    (_, list = '') => charactersOf(list) || undefined,
  ],
  [new RegExp(`(${LITERAL})(?:\\[::-1\\]|\\.reverse\\b(?:\\(\\))?)`, 'g'), (_, text = '') => reversed(text)],
  [
    new RegExp(`(?:strrev|(?:scalar\\s+)?reverse)\\s*\\(\\s*(${LITERAL})\\s*\\)`, 'g'),
    (_, text = '') => reversed(text),
  ],
  [
    new RegExp(`(${LITERAL})\\.(?:replace|gsub|sub)\\(\\s*(${LITERAL})\\s*,\\s*(${LITERAL})\\s*\\)`, 'g'),
    (_, text = '', from = '', to = '') =>
      bodyOf(from) === '' ? undefined : bodyOf(text).replaceAll(bodyOf(from), () => bodyOf(to)),
  ],
];

// What is rewritten otherwise than into one literal.
const UNWRAPS: readonly [string, (...found: string[]) => string][] = [
  // "." . ("env")
  [
    `(${LITERAL})(\\s*(?:\\+|\\.\\.?)\\s*)\\(\\s*(${LITERAL})\\s*\\)`,
    (_, one = '', join = '', two = '') => one + join + two,
  ],
  // lua's ".." joins
  [`(${LITERAL})\\s*\\.\\.\\s*(?=["'])`, (_, one = '') => `${one} + `],
  // Path(".") / ".env"
  [
    `\\bPath\\(\\s*(${LITERAL})?\\s*\\)\\s*/\\s*(${LITERAL})`,
    (_, head, tail = '') => `Path('${head ? bodyOf(head) : '.'}/${bodyOf(tail)}')`,
  ],
  [`\\(\\s*(Path\\(${LITERAL}\\))\\s*\\)(?=\\.)`, (_, path = '') => path],
];

type Fold = (...found: string[]) => string | undefined;

// Every literal is matched, so that none begins at the end of another.
const ALL: readonly [RegExp, Fold][] = [
  ...FOLDS.map(([{ source, flags }, fold]): [RegExp, Fold] => [
    new RegExp(`${source}|${LITERAL}`, flags),
    (...found) => {
      const text = fold(...found);
      return text === undefined ? undefined : `'${text}'`;
    },
  ]),
  ...UNWRAPS.map(([source, fold]): [RegExp, Fold] => [new RegExp(`${source}|${LITERAL}`, 'g'), fold]),
];

/** Code in which texts that are put together of nothing but literals stand as one literal. */
export function folded(code: string): string {
  if (code.length > MOST_CODE) return code;
  let result = code;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = result;
    for (const [pattern, fold] of ALL) {
      result = result.replace(pattern, (...found: string[]) => {
        const [whole = ''] = found;
        const groups = found.slice(
          1,
          found.findIndex((each) => typeof each === 'number'),
        );
        return groups.every((each) => each === undefined) ? whole : (fold(whole, ...groups) ?? whole);
      });
    }
    if (result === before || result.length > MOST_CODE * 2) break;
  }
  return result;
}
