import { runBuiltin } from './builtins.js';
import {
  type CommandEntry,
  findSubcommand,
  type OperandPlan,
  type Rule,
  type TreePlan,
  type Use,
} from './catalogue/entry.js';
import { readResponseFiles } from './code/build-code.js';
import { FORMS } from './forms/index.js';
import type { Invocation } from './invocation.js';
import { clearTarget } from './mirror.js';
import { type Arguments, parseArguments } from './options.js';
import { outputOf } from './output.js';
import { ownMatches } from './own-patterns.js';
import { knownContent, namesInto, resolvePlaces, touch } from './paths.js';
import { judgeChoice, tellsVersion } from './project-choice.js';
import type { Shell } from './shell.js';
import { runStdinCode } from './stdin-code.js';
import { type Field, fieldOf, HOLE, type Text, tailOf, UNKNOWN } from './text.js';
import { scopeOf } from './tree-scope.js';
import { applyUse } from './uses.js';

const NONE: readonly Rule[] = [];

/** What the flags that are given make of an entry. */
function activeRule(entry: CommandEntry, args: Arguments) {
  const rules =
    entry.rules && args.options.length > 0 ? entry.rules.filter(({ given }) => args.has(given)) : NONE;
  const plan = planOf(rules.find((rule) => rule.operands !== undefined)?.operands ?? entry.operands);
  const rest = rules.find((rule) => rule.rest !== undefined)?.rest;
  const isFirstMissing = args.has(plan.firstUnless);
  const operands: OperandPlan =
    isFirstMissing || rest ? { ...plan, ...(isFirstMissing && { first: [] }), ...(rest && { rest }) } : plan;
  const tree = rules.find((rule) => rule.tree !== undefined)?.tree ?? entry.tree;
  const readOnly = rules.find((rule) => rule.readOnly !== undefined)?.readOnly ?? entry.readOnly ?? false;
  return { operands, tree: tree === false ? undefined : tree, readOnly };
}

function planOf(operands: Use | OperandPlan | undefined): OperandPlan {
  if (operands === undefined) return {};
  return typeof operands === 'string' ? { rest: operands } : operands;
}

function useAt({ first, rest, last }: OperandPlan, index: number, count: number): Use {
  const least = (first?.length ?? 0) + (rest === undefined ? 0 : 1);
  if (last !== undefined && index === count - 1 && count > least) return last;
  return first?.[index] ?? rest ?? 'text';
}

function isFolder(field: Field, shell: Shell): boolean {
  if (field.text.endsWith('/') || /(?:^|\/)\.{1,2}$/.test(field.text)) return true;
  return resolvePlaces(field.text, shell).some((path) => shell.files?.kind(path) === 'folder');
}

// `cp x/.env.local backup/` creates backup/.env.local.
function copyInto(target: Field, sources: readonly Field[], call: Invocation): void {
  if (target.text.includes(HOLE) || !isFolder(target, call.shell)) return;
  for (const source of sources) {
    const { text } = source;
    if (text.includes(HOLE)) {
      for (const scope of namesInto(target.text, source))
        touch(target, ['write'], call.via, call.shell, scope);
      continue;
    }
    const last = text.replace(/\/+$/, '').split('/').at(-1) ?? '';
    const name = useAt(planOf(call.entry.operands), 0, 2) === 'remote-read' ? last.replace(/^.*:/, '') : last;
    if (name !== '' && name !== '.' && name !== '..') {
      applyUse('write', fieldOf(`${target.text.replace(/\/$/, '')}/${name}`), call);
    }
  }
}

function matchedOperands({ args, entry, shell }: Invocation): readonly Field[] {
  const { patterns } = entry;
  if (patterns === undefined) return args.operands;
  const dots = patterns === 'all' || args.has(patterns);
  const own = args.operands.filter(({ text }) => !text.startsWith('!'));
  return own.flatMap((field) => ownMatches(field, shell, dots));
}

function applyOperands(plan: OperandPlan, call: Invocation, below: TreePlan | undefined): Text | undefined {
  const { operands } = call.args;
  const intoValues = plan.into ? call.args.valuesOf(plan.into) : [];
  const effective = intoValues.length > 0 ? { ...plan, last: undefined } : plan;
  const missing = operands.length <= (plan.first?.length ?? 0);
  const stands =
    plan.none !== undefined && missing && (!below || call.tree) && !(call.stdin && call.via === 'rg');
  const given = stands ? [...operands, fieldOf(plan.none as string)] : matchedOperands(call);
  for (let index = 0; index < given.length; index += 1) {
    const field = given[index] as Field;
    const dashed = call.args.dashes && index >= call.args.beforeDashes;
    const use =
      (dashed ? effective.dashed : undefined) ?? useAt(effective as OperandPlan, index, given.length);
    if (use.endsWith('!')) call.shell.report.impure(`${call.via} with an operand does more than read`);
    if (use === 'command') {
      if (!call.entry.readOnly) call.shell.report.impure(`${call.via} runs a command`);
      return call.shell.runFields(given.slice(index), { stdin: call.stdin });
    }
    applyUse(use, field, call, call.tree);
  }
  for (const target of intoValues) {
    applyUse('write', target, call);
    copyInto(target, given, call);
  }
  clearTarget(given, call);
  const last = given.at(-1);
  if (plan.into !== undefined && intoValues.length === 0 && last && given.length > 1) {
    copyInto(last, given.slice(0, -1), call);
  }
  return undefined;
}

function applyLines(call: Invocation): void {
  const { rest = 'text' } = planOf(call.entry.operands);
  for (const line of call.stdin?.text.split('\n').slice(0, 500) ?? []) {
    const name = /\S+$/.exec(line)?.[0];
    if (name) applyUse(rest, fieldOf(name), call);
  }
}

function judgePurity(call: Invocation, readOnly: boolean): void {
  const { report } = call.shell;
  const { args, via } = call;
  if (!readOnly) report.impure(`${via} is not known to be read-only`);
  const marked = args.options.find(({ spec }) => spec.marked);
  if (marked) report.impure(`${via} ${marked.spec.names[0]} does more than read`);
  if (args.unknown[0])
    report.impure(`${via} has an option that is not known: ${args.unknown[0].text.slice(0, 40)}`);
  if (call.entry.style === 'none' && call.entry.operands === 'text' && !call.entry.form) return;
  if (call.entry.form === 'test') return;
  const unsure = call.fields.find(({ text, captured }) => text.startsWith(HOLE) || captured);
  if (unsure) report.impure(`${via} has an argument that only the running command knows`);
}

function subcommandOf(
  entry: CommandEntry,
  args: Arguments,
): { entry: CommandEntry; name: string; rest: readonly Field[] } | undefined {
  const [first] = args.operands;
  if (!entry.subcommands || !first) return undefined;
  const sub = findSubcommand(entry, first.text);
  if (sub !== undefined) return { entry: sub, name: first.text, rest: args.operands.slice(1) };
  return entry.otherwise ? { entry: entry.otherwise, name: '', rest: args.operands } : undefined;
}

function applyOptions(call: Invocation): void {
  for (const { spec, value } of call.args.options) {
    if (value && spec.use !== 'cd') applyUse(spec.use, value, call);
  }
}

// Options such as `git -C folder` move the command, and all paths in it, to another folder.
function inFolders(folders: readonly Field[], shell: Shell, run: () => Text): Text {
  const outer = shell.scope;
  shell.scope = outer.clone();
  for (const folder of folders) {
    shell.report.impure('the command works in another folder');
    const places = folder.text.startsWith(HOLE) ? [HOLE] : resolvePlaces(folder.text, shell);
    shell.scope.move(places.length > 0 ? places : [HOLE]);
  }
  try {
    return run();
  } finally {
    shell.scope = outer;
  }
}

function foldersOf({ options }: Arguments): readonly Field[] {
  if (!options.some(({ spec }) => spec.use === 'cd')) return [];
  return options.flatMap(({ spec, value }) => (spec.use === 'cd' && value ? [value] : []));
}

/** Runs a command by its entry. */
export function runEntry(
  entry: CommandEntry,
  via: string,
  name: Field,
  fields: readonly Field[],
  shell: Shell,
  stdin: Text | undefined,
): Text {
  const args = parseArguments(fields, entry.subcommands ? optionsOnly(entry) : entry);
  const call = { shell, via, name, fields, entry, args, stdin, tree: undefined };
  const folders = foldersOf(args);
  return folders.length === 0 ? runCall(call) : inFolders(folders, shell, () => runCall(call));
}

function runCall(outer: Invocation): Text {
  const { entry, args, shell, via, name, stdin } = outer;
  const sub = subcommandOf(entry, args);
  if (sub) {
    const bare = { ...outer, args: args.without('operands'), fields: [] };
    applyOptions(bare);
    judgePurity(bare, true);
    return runEntry(sub.entry, `${via} ${sub.name}`.trim(), name, sub.rest, shell, stdin);
  }
  const { operands, tree, readOnly } = activeRule(entry, args);
  const call: Invocation = tree ? { ...outer, tree: scopeOf(tree, args) } : outer;
  if (!REREAD.has(entry.form ?? '')) judgePurity(call, readOnly);
  if (entry.subcommands && !entry.operands && args.operands[0]) {
    applyOptions(call);
    const what = `${via} ${args.operands[0].text.slice(0, 40)} is not known`;
    shell.report.problem('unknown-command', what, args.operands[0].span);
    return UNKNOWN;
  }
  if (entry.form !== undefined) {
    const form = FORMS[entry.form];
    if (form) return form(call) ?? { text: HOLE, origin: entry.origin };
    shell.report.impure(`${via} is not known`);
  }
  applyOptions(call);
  if (entry.responses) readResponseFiles(call.fields, call);
  const ran = applyOperands(operands, call, tree);
  if (args.has('-h --help --version -version') && !ran) return UNKNOWN;
  applyUnnamed(call);
  if (ran) return ran;
  if (args.has(entry.stdinNames)) applyLines(call);
  if (entry.stdinCode && stdin) runStdinCode(entry.stdinCode, call);
  return outputOf(call) ?? { text: HOLE, origin: entry.origin ?? stdin?.origin };
}

// What a command touches or runs without naming it.
function applyUnnamed(call: Invocation): void {
  const { entry, args, shell, via, name } = call;
  const { given, unless, into } = entry.unpacks ?? {};
  const unpacks = entry.unpacks && (given === undefined || args.has(given)) && !args.has(unless);
  if (unpacks && args.valuesOf(into).length === 0) applyUse('write', fieldOf('.'), call);
  for (const path of entry.writes ?? []) applyUse('write', fieldOf(path), call);
  for (const path of entry.reads ?? []) applyUse('read', fieldOf(path), call);
  if (entry.opaque) shell.report.problem('opaque', `${via} runs ${entry.opaque}`, name.span);
}

/** What follows these is text, or another command that is read on its own. */
const TEXT_PRINTERS = /^(?:echo|printf|git|gh|grep|rg|egrep|ssh|docker|sudo|env|xargs)$/;

/** Forms that put the words in order and have them read once more. */
const REREAD = new Set(['jq', 'awk', 'curl']);

const outerEntries = new WeakMap<CommandEntry, CommandEntry>();

// Up to the subcommand only; what follows it is read by the subcommand's own entry.
function optionsOnly(entry: CommandEntry): CommandEntry {
  let outer = outerEntries.get(entry);
  if (!outer) {
    outer = { ...entry, optionsFirst: true };
    outerEntries.set(entry, outer);
  }
  return outer;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function noteProgram(name: Field, args: readonly Field[], shell: Shell): void {
  shell.report.program({
    name: baseName(name.text),
    path: name.text,
    args: args.map(({ text }) => (text.includes(HOLE) ? undefined : text)),
    ...(name.span && { span: name.span }),
  });
}

const LEAVES_OUT = /^--?[\w-]*(?:ignore|exclude|skip|except)/;

/** A program of which nothing is known most likely opens the paths that it is given, unless it is told to leave them out. */
export function readUnknownArguments(fields: readonly Field[], via: string, shell: Shell): void {
  for (const [index, field] of fields.entries()) {
    if (LEAVES_OUT.test(field.text) || LEAVES_OUT.test(fields[index - 1]?.text ?? '')) continue;
    const equals = field.text.startsWith('-') ? field.text.indexOf('=') : -1;
    const value = tailOf(field, equals + 1);
    if (/^@[./]/.test(value.text)) touch(tailOf(value, 1), ['read'], via, shell);
    if (value.text.startsWith('-') || value.text.includes(HOLE) || /:\/\/|\s/.test(value.text)) continue;
    if (/^\.{0,2}\/|^\.[\w]/.test(value.text) || value.text.includes('/.'))
      touch(value, ['read'], via, shell);
  }
}

// `--env-file path` means the same to every program that has it.
function readEnvironmentFiles(fields: readonly Field[], via: string, shell: Shell): void {
  fields.forEach((field, index) => {
    if (!field.text.startsWith('--')) return;
    const option = /^--(?:env-?file|dotenv(?:-path)?|env-path)(=|$)/.exec(field.text);
    if (!option) return;
    const value = option[1] === '=' ? tailOf(field, option[0].length) : fields[index + 1];
    if (value && !value.text.startsWith('-')) touch(value, ['read'], via, shell);
  });
}

/** Runs one command from its words: a function, a builtin, a known command, a file, or an unknown one. */
export function runFields(fields: readonly Field[], shell: Shell, stdin: Text | undefined): Text {
  const [name] = fields;
  if (!name || name.text === '') return { text: '' };
  const rest = fields.slice(1);
  noteProgram(name, rest, shell);
  if (name.captured) shell.report.impure('the name of a command is what another command prints');
  if (name.text.includes(HOLE)) {
    const base = baseName(name.text);
    const known = base === name.text || base.includes(HOLE) ? undefined : base;
    const entry = known === undefined ? undefined : shell.catalogue.find(known);
    shell.report.problem('unknown-command', 'a program that only the running command knows', name.span);
    return entry ? runEntry(entry, known as string, name, rest, shell, stdin) : UNKNOWN;
  }
  const builtin = runBuiltin(name, rest, shell, stdin);
  if (builtin) return builtin;
  const base = baseName(name.text);
  if (!TEXT_PRINTERS.test(base)) readEnvironmentFiles(rest, base, shell);
  if (name.text.includes('/')) {
    touch(name, ['execute'], base, shell);
    const text = knownContent(name, shell);
    if (text) return shell.runText(text, { inside: 'new' });
  }
  const trusted = !name.text.includes('/') || /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$/.test(name.text);
  const entry = shell.catalogue.find(base);
  if (!entry) {
    const local = name.text.includes('/');
    const message = local ? `${base} is a program of unknown content` : `${base.slice(0, 60)} is not known`;
    shell.report.problem(local ? 'opaque' : 'unknown-command', message, name.span);
    readUnknownArguments(rest, base, shell);
    return UNKNOWN;
  }
  judgeChoice(base, shell);
  if (rest.length === 1 && rest[0]?.text === '--version' && trusted) {
    if (!tellsVersion(base, entry)) shell.report.impure(`${base} may load the project to tell its version`);
    return UNKNOWN;
  }
  if (!trusted) {
    shell.report.impure(`${name.text} may be another program`);
    if (!name.text.includes('node_modules/')) readUnknownArguments(rest, base, shell);
  }
  return runEntry(entry, base, name, rest, shell, stdin);
}
