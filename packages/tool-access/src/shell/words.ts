import { posix } from 'node:path';
import type { ParsedScript, Word, WordPart } from 'unbash';
import { runArithmetic } from './arithmetic-run.js';
import { expandBraces } from './braces.js';
import { expandGlob, type GlobRules } from './globs.js';
import { MAX_FIELDS, TooLarge } from './limits.js';
import { withMadeLinks } from './made-links.js';
import { expandParameter, type Values, variableValue } from './parameters.js';
import { parseCommand } from './parse.js';
import { hasWildcard, literalPattern, unescaped } from './pattern.js';
import type { Shell } from './shell.js';
import { type Field, HOLE, joinTexts, type Text } from './text.js';

/** A stretch of a word: plain text, a wildcard, the result of an expansion that may be split, or the end of a field. */
type Piece = (Text & { kind: 'literal' | 'pattern' | 'value' }) | { kind: 'break' };

function literal(text: string): Piece {
  return { kind: 'literal', text };
}

function pushValues({ texts, separate }: Values, quoted: boolean, pieces: Piece[]): void {
  const kind = quoted ? 'literal' : 'value';
  if (!separate) {
    pieces.push({ ...joinTexts(texts, ' '), kind });
    return;
  }
  texts.forEach((text, index) => {
    if (index > 0) pieces.push({ kind: 'break' });
    pieces.push({ ...text, kind });
  });
}

// Also a word like `of=~/x` is taken for an assignment.
const TILDE = /^([A-Za-z_]\w*=)?~/;

// The home of another user is a guess, but a guess that a guard can compare.
function tildeOf(text: string, shell: Shell): { text: string; length: number } | undefined {
  const prefix = /^~([A-Za-z_][\w.-]*|[+-])?(?=\/|$)/.exec(text);
  if (!prefix) return undefined;
  const [whole, user = ''] = prefix;
  const places = user === '+' ? shell.places() : user === '-' ? shell.scope.previous : undefined;
  if (user === '+' || user === '-') return { text: places?.[0] ?? HOLE, length: whole.length };
  if (user === '') return { text: homeOf(shell), length: whole.length };
  const home = user === 'root' ? '/root' : `/home/${user}`;
  // A name that is no user's stays as it is.
  const isMissing = shell.files !== undefined && shell.files.kind(home) === 'missing';
  return isMissing ? undefined : { text: home, length: whole.length };
}

function homeOf(shell: Shell): string {
  return variableValue('HOME', shell)?.text ?? shell.home;
}

function processContent(part: { script: ParsedScript | undefined; operator: string }, shell: Shell): Text {
  const content = shell.capture(part.script, part.operator === '>' ? { stdin: { text: HOLE } } : {});
  return { text: '/dev/fd/63', ...(part.operator === '<' && { content }) };
}

function pushPart(part: WordPart, quoted: boolean, shell: Shell, pieces: Piece[]): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      pieces.push(literal(part.value));
      return;
    case 'Glob':
    case 'ExtendedGlob':
      pieces.push({ kind: 'pattern', text: part.text });
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      if (part.parts.length === 0) pieces.push(literal(''));
      for (const child of part.parts) pushPart(child, true, shell, pieces);
      return;
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      pushValues(expandParameter(part, shell, operands), quoted, pieces);
      return;
    case 'CommandExpansion': {
      const offset = part.script?.source === undefined ? shell.offset : undefined;
      const output = shell.at(offset, () => shell.capture(part.script));
      pieces.push({
        ...output,
        captured: output.settled === undefined || output.settled !== output.text,
        text: output.text.replace(/\n+$/, ''),
        kind: quoted ? 'literal' : 'value',
      });
      return;
    }
    case 'ArithmeticExpansion': {
      const value = runArithmetic(part.expression, shell);
      pieces.push(literal(value === undefined ? HOLE : String(value)));
      return;
    }
    case 'ProcessSubstitution':
      pieces.push({ ...processContent(part, shell), kind: 'literal' });
      return;
    case 'BraceExpansion':
      pieces.push({ kind: 'pattern', text: part.text });
  }
}

function piecesOf(word: Word, shell: Shell): Piece[] {
  const pieces: Piece[] = [];
  const first = word.parts?.[0];
  const [head = '', name = ''] = word.text.includes('~') ? (TILDE.exec(word.text) ?? []) : [];
  const tilde =
    head !== '' &&
    (!first || (first.type === 'Literal' && (first.text.includes('/') || word.parts?.length === 1)))
      ? tildeOf((first && first.type === 'Literal' ? first.text : word.text).slice(name.length), shell)
      : undefined;
  const opened = (text: string) =>
    tilde ? name + tilde.text + text.slice(name.length + tilde.length) : text;
  if (!word.parts) {
    pieces.push(literal(opened(word.value)));
    return pieces;
  }
  for (const part of word.parts) pushPart(part, false, shell, pieces);
  const start = pieces[0];
  if (start?.kind === 'literal') pieces[0] = { ...start, text: opened(start.text) };
  return pieces;
}

// Unquoted results fall into fields at white space; everything else stays together.
function splitPieces(pieces: readonly Piece[], separators: RegExp): Exclude<Piece, { kind: 'break' }>[][] {
  const fields: Exclude<Piece, { kind: 'break' }>[][] = [];
  let current: Exclude<Piece, { kind: 'break' }>[] | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'break') {
      if (current) fields.push(current);
      current = [];
    } else if (piece.kind !== 'value') {
      current ??= [];
      current.push(piece);
    } else {
      piece.text.split(separators).forEach((text, index) => {
        if (index > 0 && current) {
          fields.push(current);
          current = undefined;
        }
        if (text === '') return;
        current ??= [];
        current.push({ ...piece, text });
      });
    }
    if (fields.length > MAX_FIELDS) throw new TooLarge();
  }
  if (current) fields.push(current);
  return fields;
}

/** Where the results of expansions fall into fields. */
export function separatorsOf(shell: Shell): RegExp {
  const ifs = shell.scope.variables.has('IFS') ? variableValue('IFS', shell)?.text : undefined;
  if (ifs === undefined || ifs.includes(HOLE) || ifs === '') return ifs === '' ? /(?!)/ : /[ \t\n]+/;
  const escaped = ifs.replace(/[\\\]^-]/g, '\\$&');
  return /^[ \t\n]*$/.test(ifs) ? new RegExp(`[${escaped}]+`) : new RegExp(`[${escaped}]`);
}

function shellRules({ scope }: Shell): GlobRules {
  return {
    dots: scope.options.has('dotglob'),
    globstar: scope.options.has('globstar'),
    ignoreCase: scope.options.has('nocaseglob'),
  };
}

/** The fields that a pattern makes of one: what it matches on disk, or the field as it is where it matches nothing. */
export function globFields(field: Field, pattern: string, shell: Shell, rules: GlobRules): Field[] {
  const { scope, files } = shell;
  const plain = { ...field, source: undefined };
  if (!hasWildcard(pattern)) return [field];
  if (pattern.includes(HOLE) || scope.cwds.some((cwd) => cwd.includes(HOLE))) return [plain];
  const start = pattern.split('/').findIndex((part) => hasWildcard(part));
  const base = unescaped(pattern.split('/').slice(0, start).join('/'));
  const root = start === 1 && base === '' ? '/' : base === '' ? '.' : base;
  const rest = pattern.split('/').slice(start).join('/');
  const found: string[] = [];
  for (const cwd of scope.cwds) {
    const names = files ? expandGlob(pattern, cwd, withMadeLinks(files, shell), rules) : undefined;
    if (!names) {
      // Not looked at: the field stands for whatever matches.
      const listing = {
        root: posix.resolve(cwd, root),
        scope: { glob: rest, hidden: rules.dots || /^\\?\./.test(rest), follows: 'files' as const },
      };
      return [{ ...plain, text: `${base === '' ? '' : `${base}/`}${HOLE}`, listing }];
    }
    found.push(...names);
  }
  if (found.length === 0) return scope.options.has('nullglob') ? [] : [plain];
  return found.map((text) => ({ ...plain, text }));
}

function isPlain({ parts, text }: Word): boolean {
  return parts === undefined && !(text.includes('~') && TILDE.test(text));
}

function isWhole({ parts }: Word): boolean {
  const [only, ...others] = parts ?? [];
  if (only?.type !== 'DoubleQuoted' || others.length > 0) return false;
  return only.parts.every(
    (part) =>
      part.type === 'Literal' ||
      part.type === 'CommandExpansion' ||
      (part.type === 'SimpleExpansion' && part.text !== '$@'),
  );
}

function fieldsOf(word: Word, shell: Shell): Field[] {
  // Most words are plain: nothing in them is expanded, split or matched.
  if (isPlain(word)) {
    const { text, value } = word;
    return [
      { text: value, span: shell.spanOf(word), source: value === text ? text : sourceHead(word, value) },
    ];
  }
  const pieces = piecesOf(word, shell);
  const span = shell.spanOf(word);
  return splitPieces(pieces, separatorsOf(shell)).flatMap((parts) => {
    const text = joinTexts(parts);
    const pattern = parts.map((part) => (part.kind === 'literal' ? literalPattern(part.text) : part.text));
    const source = text.text === word.text ? word.text : sourceHead(word, text.text);
    const field = { ...text, span, source, whole: isWhole(word) };
    if (shell.scope.options.has('noglob')) return [field];
    return globFields(field, pattern.join(''), shell, shellRules(shell));
  });
}

// `--output="a b"` has its quote after the `=`: up to there the source is the text itself.
function sourceHead(word: Word, text: string): string | undefined {
  let length = 0;
  while (length < text.length && word.text[length] === text[length]) length += 1;
  return length === 0 ? undefined : word.text.slice(0, length) + HOLE;
}

function wordFrom(text: string): Word | undefined {
  const parsed = parseCommand(`x ${text}`);
  if (!('script' in parsed)) return undefined;
  const command = parsed.script.commands[0]?.command;
  const word = command?.type === 'Command' ? command.suffix[0] : undefined;
  return word?.type === 'Word' ? word : undefined;
}

/** The fields that a word becomes: braces, tilde, parameters, substitutions, splitting and globs. */
export function expandWord(word: Word, shell: Shell): Field[] {
  if (!word.parts?.some(({ type }) => type === 'BraceExpansion')) return fieldsOf(word, shell);
  return expandBraces(word.text).flatMap(({ text, start }) => {
    if (text === '') return [];
    const expanded = wordFrom(text);
    if (!expanded) return [{ text: HOLE, span: shell.spanOf(word) }];
    const exact = start !== undefined && shell.offset !== undefined;
    const offset = exact ? shell.offset + word.pos + start - 2 : undefined;
    const fields = shell.at(offset, () => fieldsOf(expanded, shell));
    return exact
      ? fields
      : fields.map((field) => ({ ...field, span: shell.spanOf(word), source: undefined }));
  });
}

/** The fields of several words. */
export function expandWords(words: readonly Word[], shell: Shell): Field[] {
  const fields = words.flatMap((word) => expandWord(word, shell));
  if (fields.length > MAX_FIELDS * 4) throw new TooLarge();
  return fields;
}

/** The one text that a word becomes where bash neither splits nor globs: in an assignment, after `case`. */
export function expandText(word: Word, shell: Shell): Text {
  if (isPlain(word)) return { text: word.value };
  const texts = piecesOf(word, shell).map((piece): Text => (piece.kind === 'break' ? { text: ' ' } : piece));
  return texts.length === 0 ? { text: '' } : joinTexts(texts.map(withoutKind));
}

function withoutKind({ text, origin, listing, content, captured }: Text): Text {
  return { text, origin, listing, content, captured };
}

/** The text of the body of a heredoc or of another run of parts. */
export function expandParts(parts: readonly WordPart[], shell: Shell): Text {
  const pieces: Piece[] = [];
  for (const part of parts) pushPart(part, true, shell, pieces);
  return joinTexts(
    pieces.map((piece): Text => (piece.kind === 'break' ? { text: ' ' } : withoutKind(piece))),
  );
}

/** The pattern that a word becomes: what was quoted in it is literal. */
export function expandPattern(word: Word, shell: Shell): string {
  return piecesOf(word, shell)
    .map((piece) => {
      if (piece.kind === 'break') return ' ';
      return piece.kind === 'literal' ? literalPattern(piece.text) : piece.text;
    })
    .join('');
}

const operands = { text: expandText, pattern: expandPattern };
