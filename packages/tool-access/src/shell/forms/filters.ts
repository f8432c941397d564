import type { CommandEntry } from '../catalogue/entry.js';
import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import { runEntry } from '../run.js';
import { type Field, HOLE, type Text } from '../text.js';

const plainEntries = new WeakMap<CommandEntry, CommandEntry>();

// The same entry, read by the common rules from here on.
function plain(entry: CommandEntry): CommandEntry {
  let found = plainEntries.get(entry);
  if (!found) {
    const { form: _, ...rest } = entry;
    found = rest;
    plainEntries.set(entry, found);
  }
  return found;
}

/** Reads `jq`: `--rawfile name file` and its like take two words. */
export function readJqCommand(call: Invocation): Text {
  const { shell, via, entry, name, stdin } = call;
  const rest: Field[] = [];
  for (let index = 0; index < call.fields.length; index += 1) {
    const field = call.fields[index] as Field;
    if (!/^--(?:arg|argjson|rawfile|slurpfile|argfile)$/.test(field.text)) {
      rest.push(field);
      continue;
    }
    const value = call.fields[index + 2];
    if (value && /file$/.test(field.text)) touch(value, ['read'], via, shell);
    index += 2;
  }
  return runEntry(plain(entry), via, name, rest, shell, stdin);
}

/** Reads `awk`: an operand like `name=value` sets a variable. */
export function readAwkCommand(call: Invocation): Text {
  const { shell, via, entry, name, stdin, fields, args } = call;
  if (args.valuesOf('-i --include').some(({ text }) => text === 'inplace')) {
    for (const file of args.operands.slice(1)) touch(file, ['read', 'write'], via, shell);
  }
  const rest = fields.filter(({ text }, index) => {
    const isValue = /^-(?:v|-assign|f|F|e|i|l)$/.test(fields[index - 1]?.text ?? '');
    return isValue || text === args.operands[0]?.text || !/^[A-Za-z_]\w*=/.test(text);
  });
  return runEntry(plain(entry), via, name, rest, shell, stdin);
}

/** Reads `curl`: in the value of `--expand-option`, `{{name}}` stands for what `--variable name=text` set. */
export function readCurl(call: Invocation): Text {
  const { shell, via, entry, name, stdin, args } = call;
  const variables = new Map<string, string>();
  for (const { text } of args.valuesOf('--variable')) {
    const [, key = '', value] = /^%?(\w+)(?:=(.*))?/s.exec(text) ?? [];
    variables.set(key, text.startsWith('%') ? HOLE : (value ?? HOLE));
  }
  const rest = call.fields.flatMap((field, index): Field[] => {
    const expands = /^--expand-(?=\w)/;
    if (expands.test(field.text)) return [{ ...field, text: field.text.replace(expands, '--') }];
    if (!expands.test(call.fields[index - 1]?.text ?? '')) return [field];
    const text = field.text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => variables.get(key) ?? '');
    return [{ ...field, text: text.replace(/\{\{[^{}]*\}\}/g, HOLE), source: undefined }];
  });
  return runEntry(plain(entry), via, name, rest, shell, stdin);
}
