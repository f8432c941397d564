import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import { type Field, HOLE } from '../text.js';

type Token = { kind: 'string' | 'regex' | 'word' | 'number' | 'mark'; text: string };

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

function stringValue(body: string): string {
  return body
    .replace(/\\x([0-9a-fA-F]{1,2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\\(.)/g, (_, character: string) => ESCAPES[character] ?? character);
}

const STRING = /"((?:\\[\s\S]|[^"\\])*)"/y;
const REGEX = /\/((?:\\.|\[(?:\\.|[^\]\\\n])+\]|[^/\\\n[])+)\//y;
const WORD = /[A-Za-z_@]\w*/y;
const NUMBER = /\d[\w.]*/y;
const MARK = />>|\|\||&&|[=!<>+*/%^-]=|\+\+|--|!~|\|&|[\s\S]/y;

// Before a `/` these leave open whether it divides or begins an expression; awks differ.
const UNSURE = /^(?:\)|\+\+|--|else|do|getline|length|next|exit|delete|case|default|break|continue)$/;

/** The tokens of a program; `sure` is false when another awk may part it in another way. */
function tokensOf(program: string): { tokens: Token[]; sure: boolean } {
  const tokens: Token[] = [];
  let sure = true;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(program);
    if (found) at += found[0].length;
    return found;
  };
  while (at < program.length) {
    const character = program[at] as string;
    const goesOn = character === '\n' && /^(?:,|&&|\|{1,2}|\|&)$/.test(tokens.at(-1)?.text ?? '');
    if (character === ' ' || character === '\t' || goesOn) at += 1;
    else if (character === '\\') {
      const found = /^\r?\n/.exec(program.slice(at + 1, at + 3));
      if (!found) sure = false;
      at += 1 + (found?.[0].length ?? 0);
    } else if (character === '#') {
      while (at < program.length && program[at] !== '\n') at += 1;
    } else if (character === '"') {
      const found = take(STRING);
      if (found) tokens.push({ kind: 'string', text: stringValue(found[1] as string) });
      else {
        sure = false;
        at += 1;
      }
    } else {
      const last = tokens.at(-1);
      const afterValue =
        last &&
        (last.kind !== 'mark' || last.text === ')' || last.text === ']') &&
        !/^(?:return|print|printf|in)$/.test(last.text);
      const slash = character === '/';
      if (slash && last && UNSURE.test(last.text) && /^\/[^\n]*\//.test(program.slice(at))) sure = false;
      const regex = slash && !afterValue ? take(REGEX) : null;
      if (slash && !afterValue && !regex) sure = false;
      if (regex) tokens.push({ kind: 'regex', text: regex[1] as string });
      else {
        const word = take(WORD);
        const number = word ? null : take(NUMBER);
        if (word) tokens.push({ kind: 'word', text: word[0] });
        else if (number) tokens.push({ kind: 'number', text: number[0] });
        else tokens.push({ kind: 'mark', text: take(MARK)?.[0] ?? '' });
      }
    }
  }
  return { tokens, sure };
}

// A name or a command is a row of strings and values; what is no string is not known.
function concatenation(
  tokens: readonly Token[],
  start: number,
  variables: ReadonlyMap<string, string>,
): { text: string; end: number } {
  let text = '';
  let depth = 0;
  let at = start;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.kind === 'mark') {
      if (token.text === '(') depth += 1;
      else if (token.text === ')') {
        if (depth === 0) break;
        depth -= 1;
      } else if (';}\n{|,'.includes(token.text) || token.text === '|&') {
        if (depth === 0) break;
      } else if (!text.endsWith(HOLE)) text += HOLE;
    } else if (token.kind === 'string') text += token.text;
    else if (token.kind === 'word' && variables.has(token.text)) text += variables.get(token.text);
    else if (!text.endsWith(HOLE)) text += HOLE;
  }
  return { text, end: at };
}

function assignments(tokens: readonly Token[], call: Invocation): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { text } of call.args.valuesOf('-v --assign')) {
    const equals = text.indexOf('=');
    if (equals > 0) variables.set(text.slice(0, equals), text.slice(equals + 1));
  }
  tokens.forEach((token, index) => {
    const [equals, value, after] = [tokens[index + 1], tokens[index + 2], tokens[index + 3]];
    const plain = !after || after.kind === 'mark';
    if (token.kind === 'word' && equals?.text === '=' && value?.kind === 'string' && plain) {
      variables.set(token.text, value.text);
    }
  });
  return variables;
}

function runs(text: string, call: Invocation): void {
  call.shell.report.impure(`${call.via} runs a command`);
  call.shell.runText({ text }, { inside: 'new' });
}

/** Reads an awk program: what it prints into files and commands, what getline reads, and what `system` runs. */
export function readAwk(program: Field, call: Invocation): void {
  const { shell, via } = call;
  const { tokens, sure } = tokensOf(program.text);
  if (!sure) shell.report.impure(`${via} runs a program that may be read in two ways`);
  const variables = assignments(tokens, call);
  let printing = false;
  let depth = 0;
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token.kind === 'word' && /^printf?$/.test(token.text)) {
      printing = true;
      depth = 0;
    } else if (token.kind === 'word' && token.text === 'system') {
      runs(concatenation(tokens, index + 2, variables).text, call);
    } else if (token.kind === 'word' && /^(?:ENVIRON|PROCINFO|@\w+)$/.test(token.text)) {
      shell.report.impure(`${via} uses ${token.text}`);
      if (token.text === '@include' && next?.kind === 'string')
        touch({ text: next.text }, ['read'], via, shell);
    } else if (token.kind === 'word' && token.text === 'getline') {
      const redirect = next?.text === '<' ? index + 2 : tokens[index + 2]?.text === '<' ? index + 3 : -1;
      if (redirect > 0)
        touch({ text: concatenation(tokens, redirect, variables).text }, ['read'], via, shell);
      if (/^\|&?$/.test(tokens[index - 1]?.text ?? '')) {
        let start = index - 1;
        while (start > 0 && !/^[;{}\n()]$/.test(tokens[start - 1]?.text ?? ';')) start -= 1;
        runs(concatenation(tokens, start, variables).text, call);
      }
    } else if (token.kind === 'word' && token.text === 'ARGV' && tokens[index + 4]?.text === '=') {
      touch({ text: concatenation(tokens, index + 5, variables).text }, ['read'], via, shell);
    } else if (token.kind === 'mark') {
      if (token.text === '(') depth += 1;
      else if (token.text === ')') depth -= 1;
      else if (/^[;\n{}]$/.test(token.text)) printing = false;
      else if (printing && depth <= 0 && (token.text === '>' || token.text === '>>')) {
        touch({ text: concatenation(tokens, index + 1, variables).text }, ['write'], via, shell);
      } else if (printing && depth <= 0 && /^\|&?$/.test(token.text)) {
        runs(concatenation(tokens, index + 1, variables).text, call);
      }
    }
  });
  if (program.text.includes(HOLE)) shell.report.impure('an awk program that is not all known');
}
