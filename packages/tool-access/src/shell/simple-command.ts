import type { Assignment, Command, Redirection, Word } from 'unbash';
import { readVariable } from './environment.js';
import { MAX_ALTERNATIVES } from './limits.js';
import { rememberOutput } from './paths.js';
import { readRedirects } from './redirects.js';
import type { Scope } from './scope.js';
import type { Shell, Streams } from './shell.js';
import { type Field, HOLE, joinTexts, type Text } from './text.js';
import { expandText, expandWord } from './words.js';

/** Variables that change how something is shown, and nothing else. */
const HARMLESS = /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|[a-z_][a-z0-9_]*)$/;

/** Sets a variable to what an assignment gives it. */
export function assign(node: Assignment, shell: Shell, again: boolean): void {
  const { value, append } = node;
  const { scope } = shell;
  const name = scope.nameOf(node.name);
  if (!HARMLESS.test(name)) shell.report.impure(`the command sets ${name}`);
  if (node.index) expandText(node.index, shell);
  const before = scope.variables.get(name);
  if (value.type === 'ArrayValue') {
    const items: Text[] = value.elements
      .flatMap((element): Text[] => expandWord(element, shell))
      .map((item) => ({ ...item, text: item.text.replace(/^\[[^\]]*\]=/, '') }));
    const all = append ? [...(before?.items ?? before?.values ?? []), ...items] : items;
    scope.assign(name, all[0] ?? { text: '' }, all);
    shell.report.impure('an array');
    return;
  }
  let text = expandText(value, shell);
  readVariable(name, text, shell);
  if (append) text = joinTexts([...(before?.values.slice(0, 1) ?? []), text]);
  if (node.index) {
    shell.report.impure('an array');
    const items = [...(before?.items ?? []), text];
    scope.assign(name, items[0] ?? text, items);
  } else if (again && before && before.values.length < MAX_ALTERNATIVES) {
    const values = before.values.some((each) => each.text === text.text)
      ? before.values
      : [...before.values, text];
    scope.variables.set(name, { ...before, values });
  } else scope.assign(name, text);
}

function restore(shell: Shell, assignments: readonly Assignment[], before: Scope['variables']): void {
  for (const { name } of assignments) {
    const variable = before.get(name);
    if (variable) shell.scope.variables.set(name, variable);
    else shell.scope.variables.delete(name);
  }
}

function isAssignment(node: Assignment | Redirection): node is Assignment {
  return node.type === 'Assignment';
}

// `export F=.env`: the words of a declaration may be assignments.
function fieldsOfWords(name: Word, args: readonly (Word | Assignment)[], shell: Shell): Field[] {
  const fields = expandWord(name, shell);
  args.forEach((arg, index) => {
    const found = fieldsOfArgument(arg, shell);
    // The parser parts `--option=<(command)` into two words; bash does not.
    const isGlued = arg.type === 'Word' && arg.parts?.[0]?.type === 'ProcessSubstitution';
    const last = fields.at(-1);
    if (isGlued && last && args[index - 1]?.end === arg.pos && found[0]) {
      fields[fields.length - 1] = { ...last, ...found[0], text: last.text + found[0].text, span: undefined };
    } else fields.push(...found);
  });
  return fields;
}

function fieldsOfArgument(arg: Word | Assignment, shell: Shell): Field[] {
  if (arg.type === 'Word') return expandWord(arg, shell);
  const value = arg.value.type === 'ArrayValue' ? { text: '' } : expandText(arg.value, shell);
  return [{ ...value, text: `${arg.name}${arg.append ? '+' : ''}=${value.text}`, span: shell.spanOf(arg) }];
}

// `declare -n r=G` names G anew; what `r` referred to before keeps its value.
function makesReferences([name, ...args]: readonly Field[]): boolean {
  return (
    /^(?:declare|typeset|local)$/.test(name?.text ?? '') && args.some(({ text }) => /^-[a-zA-Z]*n/.test(text))
  );
}

const NO_ASSIGNMENTS: readonly Assignment[] = [];

function runOnce(node: Command, shell: Shell, streams: Streams, again: boolean): Text {
  const assignments = node.prefix.length === 0 ? NO_ASSIGNMENTS : node.prefix.filter(isAssignment);
  if (!node.name) {
    for (const assignment of assignments) assign(assignment, shell, again);
    const { stdin } = readRedirects(node.redirects, shell);
    // `$(<file)` prints the file.
    return stdin && node.redirects.length === 1 && assignments.length === 0 ? stdin : { text: '' };
  }
  const fields = fieldsOfWords(node.name, node.args, shell);
  const before = assignments.length === 0 ? undefined : shell.scope.variables.branch();
  for (const assignment of assignments) {
    if (/^[a-z_]/.test(assignment.name)) shell.report.impure(`the command sets ${assignment.name}`);
    assign(assignment, shell, false);
    const variable = shell.scope.variables.get(assignment.name);
    if (variable) shell.scope.variables.set(assignment.name, { ...variable, exported: true });
  }
  const { stdin, outputs, captured } = readRedirects(node.redirects, shell);
  const refers = makesReferences(fields);
  for (const arg of node.args) if (arg.type === 'Assignment' && !refers) assign(arg, shell, again);
  const output = shell.runFields(fields, stdin ? { ...streams, stdin } : streams);
  if (before) restore(shell, assignments, before);
  shell.scope.lastArgument = fields.at(-1) ?? { text: '' };
  for (const path of outputs) rememberOutput(path, output, shell);
  return captured ? { text: '' } : output;
}

/** Runs a simple command, once for each way in which the values of its variables may come together. */
export function runSimple(node: Command, shell: Shell, streams: Streams): Text {
  const texts: Text[] = [];
  shell.everyChoice((again) => {
    texts.push(runOnce(node, shell, streams, again));
  });
  const [only] = texts;
  if (only && texts.length === 1) return only;
  const known = [...new Map(texts.map((text) => [text.text, text])).values()];
  return known.length === 1
    ? (known[0] as Text)
    : { ...joinTexts(known, '\n'), ...(known.some(({ text }) => text.includes(HOLE)) && { text: HOLE }) };
}
