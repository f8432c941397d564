import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import type { Field } from '../text.js';

/** Steps over one sed program. */
class Cursor {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get next(): string {
    return this.text[this.at] ?? '';
  }

  skip(pattern: RegExp): string {
    const rest = this.text.slice(this.at);
    const found = pattern.exec(rest)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** The text up to a delimiter, which is stepped over; brackets hide it in a pattern. */
  until(delimiter: string, brackets: boolean): string | undefined {
    let found = '';
    while (this.at < this.text.length) {
      const character = this.text[this.at] as string;
      this.at += 1;
      if (character === delimiter) return found;
      if (character === '\\') {
        const next = this.text[this.at] ?? '';
        found += next === delimiter ? next : character + next;
        this.at += 1;
      } else if (character === '[' && brackets) {
        const bracket = /^\^?\]?(?:\[:\w+:\]|[^\]])*\]/.exec(this.text.slice(this.at))?.[0] ?? '';
        found += character + bracket;
        this.at += bracket.length;
      } else found += character;
    }
    return undefined;
  }
}

function skipAddress(cursor: Cursor): boolean {
  if (cursor.skip(/^(?:\d+(?:~\d+)?|\$|[+~]\d+)/) !== '') return true;
  const delimiter =
    cursor.next === '\\' ? (cursor.text[cursor.at + 1] ?? '') : cursor.next === '/' ? '/' : '';
  if (delimiter === '') return true;
  cursor.at += cursor.next === '\\' ? 2 : 1;
  const closed = cursor.until(delimiter, true) !== undefined;
  cursor.skip(/^[IM]*/);
  return closed;
}

function readFile(cursor: Cursor, mode: 'read' | 'write', call: Invocation): void {
  cursor.skip(/^[ \t]*/);
  const name = cursor.skip(/^[^\n]*/);
  touch({ text: name }, [mode], call.via, call.shell);
}

function run(text: string, call: Invocation): void {
  call.shell.report.impure(`${call.via} runs a command`);
  if (text.trim() !== '') call.shell.runText({ text }, { inside: 'new' });
}

function readSubstitution(cursor: Cursor, call: Invocation): boolean {
  const delimiter = cursor.next;
  cursor.at += 1;
  const pattern = cursor.until(delimiter, true);
  const replacement = cursor.until(delimiter, false);
  if (pattern === undefined || replacement === undefined) return false;
  const flags = cursor.skip(/^[gpiIMme\d]*/);
  if (flags.includes('e')) run(replacement, call);
  if (cursor.next === 'w') {
    cursor.at += 1;
    readFile(cursor, 'write', call);
  }
  return true;
}

function readOne(cursor: Cursor, call: Invocation): boolean {
  cursor.skip(/^[\s;]*/);
  if (cursor.next === '' || cursor.next === '#') {
    cursor.skip(/^[^\n]*/);
    return true;
  }
  if (!skipAddress(cursor)) return false;
  cursor.skip(/^[ \t]*/);
  if (cursor.next === ',') {
    cursor.at += 1;
    cursor.skip(/^[ \t]*/);
    if (!skipAddress(cursor)) return false;
  }
  cursor.skip(/^[ \t!]*/);
  const command = cursor.next;
  cursor.at += 1;
  if ('{}=dDgGhHnNpPxzF'.includes(command)) return true;
  if ('lqQL'.includes(command)) {
    cursor.skip(/^[ \t]*\d*/);
    return true;
  }
  if (':btT'.includes(command)) cursor.skip(/^[ \t]*[^;\s}]*/);
  else if ('aic'.includes(command)) cursor.skip(/^(?:\\\n|\\[^\n]|[^\n\\])*/);
  else if ('rR'.includes(command)) readFile(cursor, 'read', call);
  else if ('wW'.includes(command)) readFile(cursor, 'write', call);
  else if (command === 's') return readSubstitution(cursor, call);
  else if (command === 'y') {
    const delimiter = cursor.next;
    cursor.at += 1;
    return cursor.until(delimiter, false) !== undefined && cursor.until(delimiter, false) !== undefined;
  } else if (command === 'e') {
    const text = cursor.skip(/^[^\n]*/);
    run(text, call);
  } else return false;
  return true;
}

/** Reads a sed program: the files that `r` and `w` name, and the commands that `e` runs. */
export function readSed(program: Field, call: Invocation): void {
  const cursor = new Cursor(program.text);
  while (cursor.at < program.text.length) {
    const before = cursor.at;
    if (readOne(cursor, call) && cursor.at > before) continue;
    call.shell.report.impure('a sed program that could not be read');
    return;
  }
  if (program.text.includes('\0')) call.shell.report.impure('a sed program that is not all known');
}
