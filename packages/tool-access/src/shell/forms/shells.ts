import { inSubshell } from '../flow.js';
import type { Invocation } from '../invocation.js';
import { knownContent } from '../paths.js';
import { runScriptFile } from '../script-file.js';
import { runStdinCode } from '../stdin-code.js';
import { type Field, HOLE, joinTexts, type Text, UNKNOWN } from '../text.js';

interface ShellCall {
  command: boolean;
  stdin: boolean;
  rest: readonly Field[];
  files: Field[];
  on: string[];
}

function readOptions(fields: readonly Field[]): ShellCall {
  const found: ShellCall = { command: false, stdin: false, rest: [], files: [], on: [] };
  let index = 0;
  for (; index < fields.length; index += 1) {
    const { text } = fields[index] as Field;
    if (text === '--' || text === '-') {
      index += 1;
      break;
    }
    if (!/^[-+]./.test(text)) break;
    if (/^--(?:rcfile|init-file)$/.test(text)) {
      index += 1;
      if (fields[index]) found.files.push(fields[index] as Field);
    } else if (!text.startsWith('--')) {
      if (text.startsWith('-') && text.includes('c')) found.command = true;
      if (text.includes('s')) found.stdin = true;
      if (/[oO]$/.test(text)) {
        index += 1;
        if (text.startsWith('-') && fields[index]) found.on.push(fields[index]?.text ?? '');
      }
    }
  }
  found.rest = fields.slice(index);
  return found;
}

/** Reads `bash`, `sh` and their like: `-c text`, a script, or the commands that come in. */
export function readShell(call: Invocation): Text {
  const { shell, fields, stdin } = call;
  const { report } = shell;
  if (fields.length === 1 && /^--?(?:version|help)$/.test(fields[0]?.text ?? '')) return UNKNOWN;
  report.impure(`${call.via} runs a command`);
  const found = readOptions(fields);
  const startup = shell.scope.variables.get('BASH_ENV');
  if (startup?.exported) found.files.push(...startup.values);
  for (const file of found.files) runScriptFile(file, call);
  const [first, ...rest] = found.rest;
  if (found.command && first) {
    const [zero, ...positional] = rest;
    return inSubshell(shell, () => {
      shell.scope.positional = positional;
      if (zero) shell.scope.zero = zero;
      for (const option of found.on) shell.scope.options.set(option, true);
      return shell.runText(first, { inside: 'new', streams: { stdin } });
    });
  }
  if (first && !found.stdin && first.text !== '/dev/stdin') {
    const content = knownContent(first, shell);
    const known = content?.text === HOLE ? undefined : content;
    if (!known) {
      runScriptFile(first, call);
      return UNKNOWN;
    }
    return inSubshell(shell, () => {
      shell.scope.positional = rest;
      return shell.runText(known, { inside: 'new', streams: { stdin } });
    });
  }
  runStdinCode('shell', { ...call, args: call.args.without('operands', 'options') });
  return UNKNOWN;
}

/** Reads commands whose operands, joined by spaces, are the text of a command: `watch`, `tmux new`, `su -c`. */
export function readShellWords(call: Invocation): Text {
  const { shell, args } = call;
  shell.report.impure(`${call.via} runs a command`);
  for (const { spec, value } of args.options) {
    if (spec.use === 'shell' && value) shell.runText(value, { inside: 'new' });
  }
  if (args.operands.length === 0) return UNKNOWN;
  if (args.has('-x --exec')) return shell.runFields(args.operands, {});
  const text = args.operands.length === 1 ? (args.operands[0] as Text) : joinTexts(args.operands, ' ');
  return shell.runText(text, { inside: 'new' });
}

/** Reads `tmux send-keys`: what is typed into a terminal, where Enter runs it. */
export function readTypedKeys({ shell, args }: Invocation): Text {
  shell.report.impure('keys are typed into a terminal');
  const typed = args.operands.filter(({ text }) => !/^(?:Enter|C-[a-z]|Space|Escape|Tab|BSpace)$/.test(text));
  for (const field of typed) if (/\s/.test(field.text.trim())) shell.runText(field, { inside: 'new' });
  return UNKNOWN;
}

/** Reads `at`: the commands that come in run later. */
export function readLater({ shell, args, stdin, via }: Invocation): Text {
  shell.report.impure(`${via} runs a command later`);
  for (const file of args.valuesOf('-f')) shell.runFields([{ text: 'sh' }, file]);
  if (stdin) shell.runText(stdin, { inside: 'new' });
  return UNKNOWN;
}
