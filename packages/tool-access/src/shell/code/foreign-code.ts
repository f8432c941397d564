import type { AccessMode } from '../../access.js';
import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import { type Field, tailOf } from '../text.js';

const READ: readonly AccessMode[] = ['read'];
const WRITE: readonly AccessMode[] = ['write'];

function unquoted(text: string): string {
  return text.replace(/^(['"{])(.*)['"}]$/s, '$2');
}

const COPY = /\\copy\s+(?:\([^;]*?\)|[^\s(]+(?:\s*\([^)]*\))?)\s+(from|to)\s+('[^']+'|[^\s;\\']+)/gi;

/** Reads the commands of psql and mysql themselves. */
export function readPsql(text: Field, { shell, via }: Invocation): void {
  shell.report.impure(`${via} runs statements`);
  for (const [, command = '', word = ''] of text.text.matchAll(
    /\\(ir?|include(?:_relative)?|o|out|w|write)\s+('[^']*'|[^\s;\\]+)/g,
  )) {
    touch({ text: unquoted(word) }, /^[ow]/.test(command) ? WRITE : READ, via, shell);
  }
  for (const [, way = '', name = ''] of text.text.matchAll(COPY))
    if (!/^p?std(?:in|out)$|^program$/i.test(name))
      touch({ text: unquoted(name) }, way.toLowerCase() === 'to' ? WRITE : READ, via, shell);
  for (const [, name = ''] of text.text.matchAll(
    /\bload\s+(?:data|xml)\b[^;]*?\blocal\s+infile\s+'([^']+)'/gi,
  ))
    touch({ text: name }, READ, via, shell);
  // mysql's way to say it.
  for (const [, name = ''] of text.text.matchAll(/(?:^|[;\n])\s*(?:source|\\\.)\s+([^\s;]+)/g))
    touch({ text: name }, READ, via, shell);
  for (const [, line = ''] of text.text.matchAll(/\\!\s*([^\n]+)/g))
    shell.runText({ text: line }, { inside: 'new' });
}

const LISP_TEXT = String.raw`"((?:\\.|[^"\\])*)"`;

// Its first two arguments are a text, or where one begins and ends.
const REGION = new RegExp(
  String.raw`\((?:write-region|append-to-file)(?:\s+("(?:\\.|[^"\\])*"|\([^()]*\)|[^\s"()]+)){2}\s+${LISP_TEXT}`,
  'g',
);

/** Reads Emacs Lisp as far as literal names show. */
export function readElisp(code: Field, { shell, via }: Invocation): void {
  shell.report.impure(`${via} runs inline code`);
  const calls = (names: string) =>
    [...code.text.matchAll(new RegExp(`\\((?:${names})\\s+(?:nil\\s+nil\\s+)?${LISP_TEXT}`, 'g'))].map(
      ([, name = '']) => name,
    );
  const opened =
    'find-file(?:-\\w+)*|insert-file(?:-contents)?(?:-literally)?|load(?:-file)?|view-file|copy-file|rename-file|add-name-to-file|make-symbolic-link|dired';
  for (const name of calls(opened)) touch({ text: name }, READ, via, shell);
  for (const name of calls('write-file|delete-file|rename-file|make-directory'))
    touch({ text: name }, WRITE, via, shell);
  for (const [, , name = ''] of code.text.matchAll(REGION)) touch({ text: name }, WRITE, via, shell);
  for (const text of calls('shell-command(?:-to-string)?|async-shell-command'))
    shell.runText({ text }, { inside: 'new' });
  for (const [, list = ''] of code.text.matchAll(
    /\((?:call-process|process-lines|start-process)\s+((?:"(?:\\.|[^"\\])*"|nil|t|\s)+)/g,
  )) {
    const words = [...list.matchAll(new RegExp(LISP_TEXT, 'g'))].map(([, text = '']) => ({ text }));
    if (words.length > 0) shell.runFields(words);
  }
  shell.report.problem(
    'opaque',
    `${via} runs inline code, read only as far as literal names show`,
    code.span,
  );
}

const TCL_WORD = String.raw`("[^"]*"|\{[^}]*\}|[^\s\]\[;{}"]+)`;

/** Reads Tcl as far as literal names show. */
export function readTcl(code: Field, { shell, via }: Invocation): void {
  shell.report.impure(`${via} runs inline code`);
  for (const [, name = '', mode = ''] of code.text.matchAll(
    new RegExp(`\\bopen\\s+${TCL_WORD}(?:\\s+([rwa]\\+?))?`, 'g'),
  )) {
    const text = unquoted(name);
    if (text.startsWith('|')) shell.runText({ text: text.slice(1) }, { inside: 'new' });
    else touch({ text }, /^[wa]/.test(mode) ? WRITE : READ, via, shell);
  }
  for (const [, name = ''] of code.text.matchAll(new RegExp(`\\bsource\\s+${TCL_WORD}`, 'g')))
    touch({ text: unquoted(name) }, READ, via, shell);
  for (const [, deed = '', name = ''] of code.text.matchAll(
    new RegExp(`\\bfile\\s+(copy|rename|delete|mkdir)\\s+(?:-force\\s+)?(?:--\\s+)?${TCL_WORD}`, 'g'),
  )) {
    touch({ text: unquoted(name) }, deed === 'copy' ? READ : WRITE, via, shell);
  }
  for (const [, line = ''] of code.text.matchAll(/\b(?:exec|spawn|system)\s+([^\]\n;]+)/g))
    shell.runText({ text: line }, { inside: 'new' });
  shell.report.problem(
    'opaque',
    `${via} runs inline code, read only as far as literal names show`,
    code.span,
  );
}

/** Reads a property of a unit of systemd: some name files. */
export function readUnitProperty(field: Field, { shell, via }: Invocation): void {
  const read =
    /^(?:EnvironmentFile=-?|StandardInput=file:|LoadCredential=[^:]+:|Bind(?:ReadOnly)?Paths=-?)/.exec(
      field.text,
    );
  const written = /^Standard(?:Output|Error)=(?:file|append|truncate):/.exec(field.text);
  const command = /^Exec(?:StartPre|StartPost|Start|Stop|StopPost)=[-@:+!]*/.exec(field.text);
  if (read) touch(tailOf(field, read[0].length), READ, via, shell);
  if (written) touch(tailOf(field, written[0].length), WRITE, via, shell);
  if (command) shell.runText(tailOf(field, command[0].length), { inside: 'new' });
}
