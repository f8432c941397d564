import { posix } from 'node:path';
import { runFunction } from './functions.js';
import { knownContent, resolvePlaces, touch } from './paths.js';
import { argumentsFrom } from './positional.js';
import type { Shell } from './shell.js';
import { type Field, HOLE, isKnown, joinTexts, type Text, UNKNOWN } from './text.js';
import { separatorsOf } from './words.js';

type Builtin = (
  args: readonly Field[],
  shell: Shell,
  stdin: Text | undefined,
  name: Field,
) => Text | undefined;

const NOTHING: Text = { text: '' };

function folderOf(field: Field | undefined, shell: Shell): readonly string[] {
  if (!field) return [shell.home];
  if (field.text === '-') return shell.scope.previous ?? [HOLE];
  if (!isKnown(field)) {
    if (field.listing) return [field.listing.root];
    if (field.text.startsWith(HOLE)) return [HOLE];
    return shell.places().map((place) => (place === HOLE ? HOLE : posix.resolve(place, field.text)));
  }
  const places = resolvePlaces(field.text, shell);
  return places.length > 0 ? places : [HOLE];
}

/** Where `cd` leads; it stays when the folder is known to be missing. */
function enter(field: Field | undefined, shell: Shell, via: string): readonly string[] {
  const places = folderOf(field, shell);
  const inside = shell.places();
  const leaves = places.some(
    (place) => !inside.some((root) => place === root || place.startsWith(`${root}/`)),
  );
  if (leaves && !shell.scope.inner) shell.report.impure('the shell leaves its folder');
  if (shell.files && places.some((place) => hasOwnGit(place, shell)))
    shell.report.impure('another work tree');
  if (field && field.text !== '-') touch(field, ['list'], via, shell);
  const missing = places.filter((place) => !place.includes(HOLE) && shell.files?.kind(place) === 'missing');
  if (missing.length > 0) shell.scope.ifFailed = shell.places();
  return places;
}

// A folder below may bring a configuration of its own, which git would follow.
function hasOwnGit(place: string, shell: Shell): boolean {
  if (place.includes(HOLE) || shell.places().includes(place)) return false;
  const isGit = (folder: string) =>
    ['.git', 'HEAD'].some((name) => shell.files?.kind(posix.join(folder, name)) !== 'missing');
  const holdsAll = (folder: string) => shell.places().every((root) => `${root}/`.startsWith(`${folder}/`));
  if (isGit(place)) return true;
  for (let folder = place, up = 0; folder !== '/' && !holdsAll(folder) && up < 40; up += 1) {
    if (isGit(folder)) return true;
    folder = posix.dirname(folder);
  }
  return false;
}

function operandsOf(args: readonly Field[]): readonly Field[] {
  const dashes = args.findIndex(({ text }) => text === '--');
  if (dashes >= 0) return args.slice(dashes + 1);
  return args.filter(({ text }) => !/^-[A-Za-z]+$/.test(text));
}

function cd(args: readonly Field[], shell: Shell): Text {
  shell.scope.move(enter(operandsOf(args)[0], shell, 'cd'));
  return args.some(({ text }) => text === '-') ? { text: `${shell.places()[0] ?? HOLE}\n` } : NOTHING;
}

function pushd(args: readonly Field[], shell: Shell): Text {
  const { scope } = shell;
  const target = operandsOf(args)[0];
  if (!target || /^[+-]\d+$/.test(target.text)) {
    const [top = [HOLE], ...rest] = scope.stack;
    scope.stack = [scope.cwds, ...rest];
    scope.move(top);
    return UNKNOWN;
  }
  scope.stack = [scope.cwds, ...scope.stack];
  scope.move(enter(target, shell, 'pushd'));
  return UNKNOWN;
}

function popd(_: readonly Field[], shell: Shell): Text {
  const [top = [HOLE], ...rest] = shell.scope.stack;
  if (shell.scope.stack.length === 0) shell.report.impure('popd leads to a folder that is not known');
  shell.scope.stack = rest;
  shell.scope.move(top);
  return UNKNOWN;
}

/** Sets what `export NAME=value` and its like declare; their assignments were read already. */
function declare(args: readonly Field[], shell: Shell, _: unknown, name: Field): Text {
  shell.report.impure(`${name.text} changes or shows variables`);
  for (const { text } of args) {
    const found = /^([A-Za-z_]\w*)(\+?=)?([\s\S]*)$/.exec(text);
    if (!found) continue;
    const [, variable = '', equals, value = ''] = found;
    const known = shell.scope.variables.get(variable);
    if (equals !== undefined && !known) shell.scope.assign(variable, { text: value });
    const current = shell.scope.variables.get(variable);
    if (current && args.some((arg) => /^-[a-zA-Z]*n/.test(arg.text)) && name.text !== 'export') {
      const target = equals === undefined ? (current.values[0]?.text ?? '') : value;
      const isName = /^[A-Za-z_]\w*$/.test(target) && target !== variable;
      shell.scope.variables.set(variable, {
        values: [UNKNOWN],
        ...(isName && { refersTo: target }),
      });
      continue;
    }
    const exports = name.text === 'export' || args.some((arg) => /^-[a-z]*x/.test(arg.text));
    if (current && exports) shell.scope.variables.set(variable, { ...current, exported: true });
  }
  return UNKNOWN;
}

function read(args: readonly Field[], shell: Shell, stdin: Text | undefined): Text {
  const names: string[] = [];
  let array: string | undefined;
  if (!stdin) shell.report.impure('read waits for input');
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index]?.text ?? '';
    const [, letter, glued = ''] = /^-[a-zA-Z]*?([adinNptu])(.*)$/s.exec(text) ?? [];
    if (letter) {
      if (glued === '') index += 1;
      if (letter === 'a') array = glued || (args[index]?.text ?? '');
    } else if (!text.startsWith('-')) names.push(text);
  }
  const set = array === undefined ? names : [...names, array];
  if (set.some((name) => !/^[a-z_][a-z0-9_]*$/.test(name))) shell.report.impure('read sets a variable');
  const known = stdin && !stdin.text.includes(HOLE) ? (stdin.text.split('\n')[0] ?? '') : undefined;
  const words = known?.trim().split(separatorsOf(shell));
  if (array !== undefined) {
    const items = (words ?? [HOLE]).map((text): Text => ({ ...stdin, text }));
    if (/^[A-Za-z_]\w*$/.test(array)) shell.scope.assign(array, items[0] ?? NOTHING, items);
    return NOTHING;
  }
  (names.length > 0 ? names : ['REPLY']).forEach((name, index) => {
    const last = index === Math.max(names.length - 1, 0);
    const text = words ? (last ? words.slice(index).join(' ') : (words[index] ?? '')) : HOLE;
    if (/^[A-Za-z_]\w*$/.test(name))
      shell.scope.assign(name, { text, origin: stdin?.origin, listing: stdin?.listing });
  });
  return NOTHING;
}

function mapfile(args: readonly Field[], shell: Shell, stdin: Text | undefined): Text {
  shell.report.impure('mapfile sets a variable');
  const last = args.at(-1)?.text ?? '';
  const name = /^[A-Za-z_]\w*$/.test(last) ? last : 'MAPFILE';
  const lines = stdin ? stdin.text.replace(/\n$/, '').split('\n') : [HOLE];
  const items = lines.slice(0, 2000).map((text): Text => ({ ...stdin, text }));
  shell.scope.assign(name, items[0] ?? NOTHING, items);
  return NOTHING;
}

function set(args: readonly Field[], shell: Shell): Text {
  shell.report.impure('set changes or shows the shell');
  const dashes = args.findIndex(({ text }) => text === '--' || text === '-');
  if (dashes >= 0) shell.scope.positional = args.slice(dashes + 1);
  else {
    const first = args.findIndex(({ text }) => !/^[-+]/.test(text));
    if (args.some(({ text }) => /^-[a-zA-Z]*f/.test(text))) shell.scope.options.set('noglob', true);
    const afterO = first > 0 && /^[-+][a-zA-Z]*o$/.test(args[first - 1]?.text ?? '');
    if (first >= 0 && !afterO) shell.scope.positional = args.slice(first);
  }
  return UNKNOWN;
}

function shift(args: readonly Field[], shell: Shell): Text {
  shell.report.impure('shift changes the arguments');
  const count = Number(args[0]?.text ?? 1);
  shell.scope.positional = argumentsFrom(shell.scope.positional, Number.isInteger(count) ? count : 1);
  return NOTHING;
}

function shopt(args: readonly Field[], shell: Shell): Text {
  shell.report.impure('shopt changes the shell');
  const on = args.some(({ text }) => /^-[a-z]*s/.test(text));
  for (const { text } of args) {
    if (on) shell.scope.options.set(text, true);
    else shell.scope.options.delete(text);
  }
  return NOTHING;
}

function runEval(args: readonly Field[], shell: Shell, stdin: Text | undefined): Text {
  shell.report.impure('eval runs a command');
  const text = joinTexts(args, ' ');
  return shell.runText(text, { inside: 'this', streams: { stdin } });
}

function source(args: readonly Field[], shell: Shell, stdin: Text | undefined, name: Field): Text {
  const [file, ...rest] = args;
  shell.report.impure('source runs a file');
  if (!file) return NOTHING;
  if (rest.length > 0) shell.scope.positional = rest;
  const text = knownContent(file, shell) ?? (/^\/dev\/(?:stdin|fd\/0)$/.test(file.text) ? stdin : undefined);
  if (text) return shell.runText(text, { inside: 'this', streams: { stdin } });
  touch(file, ['read', 'execute'], name.text, shell);
  shell.report.problem('opaque', 'source runs a file of commands that is not shown', file.span);
  return UNKNOWN;
}

function trap(args: readonly Field[], shell: Shell): Text {
  shell.report.impure('trap runs a command later');
  const [action] = operandsOf(args);
  if (action && action.text !== '' && args.length > 1) shell.runText(action, { inside: 'subshell' });
  return UNKNOWN;
}

function alias(args: readonly Field[], shell: Shell): Text {
  shell.report.impure('alias changes later commands');
  for (const { text } of args) {
    const equals = text.indexOf('=');
    if (equals > 0) shell.scope.aliases.set(text.slice(0, equals), text.slice(equals + 1));
  }
  return UNKNOWN;
}

function end(_: readonly Field[], shell: Shell): Text {
  shell.scope.ended = true;
  return NOTHING;
}

function unset(args: readonly Field[], shell: Shell): Text {
  shell.report.impure('unset changes variables');
  for (const { text } of args) {
    shell.scope.variables.delete(text);
    shell.scope.functions.delete(text);
  }
  return NOTHING;
}

function exec(args: readonly Field[], shell: Shell, stdin: Text | undefined): Text {
  shell.report.impure('exec changes the shell');
  const start = args.findIndex(({ text }, index) => !text.startsWith('-') && args[index - 1]?.text !== '-a');
  if (start < 0) return NOTHING;
  const output = shell.runFields(args.slice(start), { stdin });
  shell.scope.ended = true;
  return output;
}

function builtinCommand(args: readonly Field[], shell: Shell, stdin: Text | undefined): Text {
  return shell.runFields(operandsOf(args), { stdin });
}

const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd,
  chdir: cd,
  pushd,
  popd,
  dirs: () => UNKNOWN,
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  read,
  mapfile,
  readarray: mapfile,
  set,
  shift,
  shopt,
  eval: runEval,
  source,
  '.': source,
  trap,
  alias,
  unalias: unset,
  unset,
  exec,
  builtin: builtinCommand,
  exit: end,
  logout: end,
  return: end,
  break: end,
  continue: end,
  pwd: (_, shell) => ({ text: `${shell.places()[0] ?? HOLE}\n` }),
};

/** Runs a function or a builtin that changes the shell; undefined when the name is neither. */
export function runBuiltin(
  name: Field,
  args: readonly Field[],
  shell: Shell,
  stdin: Text | undefined,
): Text | undefined {
  const body = shell.scope.functions.get(name.text);
  if (body) return runFunction(body, args, shell, stdin);
  const replaced = shell.scope.aliases.get(name.text);
  if (replaced !== undefined && shell.depth < 20) {
    shell.scope.aliases.delete(name.text);
    const words = joinTexts([{ text: replaced }, ...args], ' ');
    return shell.runText(words, { inside: 'this', streams: { stdin } });
  }
  if (!Object.hasOwn(BUILTINS, name.text)) return undefined;
  return BUILTINS[name.text]?.(args, shell, stdin, name);
}
