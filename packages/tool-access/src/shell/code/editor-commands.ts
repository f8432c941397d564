import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import type { Field, Text } from '../text.js';

function rest(line: string, pattern: RegExp): string | undefined {
  return pattern.exec(line)?.[1]?.trim();
}

/** Reads the commands of an ex-like editor (vim -c): files written and read, commands run. */
export function readVim(commands: Field, call: Invocation): void {
  const { shell, via } = call;
  shell.report.impure(`${via} runs editor commands`);
  for (const line of commands.text.split(/[\n|]/)) {
    const written = rest(
      line,
      /^[\s:\d,%.$]*(?:w|wq|wri|writ|write|sav|saveas|x|up|update)!?\s+(?:>>\s*)?([^!\s].*)$/,
    );
    const read = rest(
      line,
      /^[\s:\d,%.$]*(?:r|re|rea|read|e|ed|edit|so|source|sp|split|vs|vsp|tabe|tabedit|view)!?\s+([^!\s].*)$/,
    );
    const shellText = rest(line, /^[\s:\d,%.$]*(?:silent!?\s+)?(?:(?:r|w|read|write)?\s*)!\s*(.+)$/);
    if (written) touch({ text: written }, ['write'], via, shell);
    if (read) touch({ text: read }, ['read'], via, shell);
    if (shellText) shell.runText({ text: shellText }, { inside: 'new' });
  }
  for (const [, , name = ''] of commands.text.matchAll(/\breadfile\(\s*(['"])(.*?)\1/g))
    touch({ text: name }, ['read'], via, shell);
  for (const [, , name = ''] of commands.text.matchAll(/\bwritefile\([^;]*?,\s*(['"])([^'"]*)\1/g))
    touch({ text: name }, ['write'], via, shell);
}

/** Reads the commands that come to a line editor (`ed`) on its input. */
export function readEd(commands: Text, call: Invocation): void {
  const { shell, via } = call;
  for (const line of commands.text.split('\n')) {
    const written = rest(line, /^[\d,%.$]*[wW]q?\s+([^!\s].*)$/);
    const read = rest(line, /^[\d,%.$]*[reE]\s+([^!\s].*)$/);
    const shellText = rest(line, /^[\d,%.$]*(?:[rweE]\s*)?!\s*(.+)$/);
    if (written) touch({ text: written }, ['write'], via, shell);
    if (read) touch({ text: read }, ['read'], via, shell);
    if (shellText) shell.runText({ text: shellText }, { inside: 'new' });
  }
}

/** Reads sqlite3's dot commands and file functions. */
export function readSqlite(text: Field, call: Invocation): void {
  const { shell, via } = call;
  for (const line of text.text.split(/[\n;]/)) {
    const [, command = '', argument = ''] = /^\s*\.(\w+)\s*(.*)$/.exec(line) ?? [];
    const names = [...argument.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      (found) => found[1] ?? found[2] ?? found[3] ?? '',
    );
    const plain = names.filter((name) => !name.startsWith('-'));
    if (/^(?:read|import|load|open|restore)$/.test(command) && plain[0])
      touch({ text: plain[0] }, ['read'], via, shell);
    if (/^(?:output|once|backup|save|dump|clone|excel|log)$/.test(command) && plain.at(-1)) {
      touch({ text: plain.at(-1) as string }, ['write'], via, shell);
    }
    if (/^(?:shell|system)$/.test(command)) shell.runText({ text: argument }, { inside: 'new' });
    if (command !== '' && !/^(?:tables|schema|indexes|headers?|mode|databases)$/.test(command)) {
      shell.report.impure(`${via} runs .${command}`);
    }
  }
  for (const [, name = ''] of text.text.matchAll(/\breadfile\s*\(\s*'([^']+)'/gi))
    touch({ text: name }, ['read'], via, shell);
  for (const [, name = ''] of text.text.matchAll(/\bwritefile\s*\(\s*'([^']+)'/gi))
    touch({ text: name }, ['write'], via, shell);
  for (const [, name = ''] of text.text.matchAll(/\battach\s+(?:database\s+)?'([^']+)'/gi))
    touch({ text: name }, ['read', 'write'], via, shell);
  if (!/^\s*(?:select|explain|pragma\s+table_info)\b/i.test(text.text) && !/^\s*\./.test(text.text)) {
    shell.report.impure(`${via} may change a database`);
  }
}
