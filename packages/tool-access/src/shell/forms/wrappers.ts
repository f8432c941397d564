import { inSubshell } from '../flow.js';
import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import { readUnknownArguments, runEntry } from '../run.js';
import { type Field, HOLE, type Text, UNKNOWN } from '../text.js';
import { applyUse } from '../uses.js';

function applyOptions(call: Invocation): void {
  for (const { spec, value } of call.args.options) {
    if (value && spec.use !== 'cd') applyUse(spec.use, value, call);
  }
}

/** Reads `env`, `sudo` and their like: assignments, then a command. */
export function readAssigning(call: Invocation): Text {
  const { shell, args, stdin, via } = call;
  shell.report.impure(`${via} shows the environment or runs a command`);
  return inSubshell(shell, () => {
    applyOptions(call);
    let start = args.operands[0]?.text === '-' ? 1 : 0;
    for (const { text } of args.operands.slice(start)) {
      const found = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text);
      if (!found) break;
      shell.scope.variables.set(found[1] as string, {
        values: [{ text: found[2] as string }],
        exported: true,
      });
      start += 1;
    }
    const command = args.operands.slice(start);
    if (command.length === 0) {
      if (args.has('-s -i --shell --login') && stdin) return shell.runText(stdin, { inside: 'new' });
      return UNKNOWN;
    }
    if (args.has('-e --edit') && via === 'sudo') {
      for (const file of command) touch(file, ['read', 'write'], via, shell);
      return UNKNOWN;
    }
    return shell.runFields(command, { stdin });
  });
}

/** Reads `command`: with `-v` it only names a program. */
export function readCommandWord(call: Invocation): Text {
  const { shell, args, stdin } = call;
  if (args.has('-v -V')) return { text: `/usr/bin/${args.operands[0]?.text ?? HOLE}\n` };
  if (args.unknown.length > 0) shell.report.impure('command has an option that is not known');
  return shell.runFields(args.operands, { stdin });
}

function packageName(text: string): string {
  return text.replace(/(.)@[^/]*$/, '$1');
}

/** Reads `npx` and its like: a program from a package, by the name of either. */
export function readRunner(call: Invocation): Text {
  const { shell, args, via, stdin } = call;
  shell.report.impure(`${via} runs a program`);
  applyOptions(call);
  const [first, ...rest] = args.operands;
  if (!first) return UNKNOWN;
  if (/^[./]/.test(first.text) || first.text.includes(HOLE)) return shell.runFields(args.operands, { stdin });
  const name = packageName(first.text);
  const isScoped = name.startsWith('@');
  shell.report.program({
    name,
    path: first.text,
    args: rest.map(({ text }) => (text.includes(HOLE) ? undefined : text)),
    ...(first.span && { span: first.span }),
  });
  const entry = isScoped ? undefined : shell.catalogue.find(name);
  if (entry) return runEntry(entry, name, first as Field, rest, shell, stdin);
  shell.report.problem(
    'unknown-command',
    `${via} runs ${name.slice(0, 60)}, of which nothing is known`,
    first.span,
  );
  readUnknownArguments(rest, name, shell);
  return UNKNOWN;
}

/** Reads `ssh`: the command runs elsewhere, but options may run programs here. */
export function readSsh(call: Invocation): Text {
  const { shell, args, via } = call;
  shell.report.impure(`${via} reaches the network`);
  for (const { spec, value } of args.options) {
    if (!value) continue;
    if (!spec.names.includes('-o')) {
      applyUse(spec.use, value, call);
      continue;
    }
    const [, key = '', text = ''] = /^\s*(\w+)\s*[=\s]\s*([\s\S]*)$/.exec(value.text) ?? [];
    if (
      /^(?:proxycommand|localcommand|knownhostscommand|permitlocalcommand)$/i.test(key) &&
      text !== 'none'
    ) {
      shell.runText({ text }, { inside: 'new' });
    } else if (/^(?:identityfile|userknownhostsfile|certificatefile)$/i.test(key))
      touch({ text }, ['read'], via, shell);
  }
  return { text: HOLE, origin: 'downloaded' };
}

/** Reads wrappers whose command stands after a `--`. */
export function readAfterDashes(call: Invocation): Text {
  const { shell, args, stdin, via } = call;
  shell.report.impure(`${via} runs a command`);
  applyOptions(call);
  const command = args.dashes ? args.operands.slice(args.beforeDashes) : [];
  return command.length > 0 ? shell.runFields(command, { stdin }) : UNKNOWN;
}
