import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  For,
  If,
  PipelineNode,
  Script,
  Select,
  Statement,
  TestExpression,
  While,
} from 'unbash';
import { runArithmetic } from './arithmetic-run.js';
import { MAX_TEXT } from './limits.js';
import { rememberOutput } from './paths.js';
import { readRedirects } from './redirects.js';
import { mergeScopes, type Scope } from './scope.js';
import type { Shell, Streams } from './shell.js';
import { runSimple } from './simple-command.js';
import { HOLE, joinTexts, type Text, UNKNOWN } from './text.js';
import { expandText, expandWords } from './words.js';

const NOTHING: Text = { text: '' };

function concat(texts: readonly Text[]): Text {
  const printed = texts.filter(({ text }) => text !== '');
  return printed.length === 0 ? NOTHING : clipped(joinTexts(printed));
}

function clipped(text: Text): Text {
  return text.text.length > MAX_TEXT ? { ...text, text: text.text.slice(0, MAX_TEXT) + HOLE } : text;
}

/** Runs the commands of a list, one after the other. */
export function runList(list: CompoundList | Script, shell: Shell, streams: Streams): Text {
  const [only] = list.commands;
  if (only && list.commands.length === 1) return clipped(runStatement(only, shell, streams));
  return concat(list.commands.map((statement) => runStatement(statement, shell, streams)));
}

function runStatement({ command, background }: Statement, shell: Shell, streams: Streams): Text {
  shell.step();
  if (background) {
    shell.report.impure('a command in the background');
    return inSubshell(shell, () => runNode(command, shell, streams));
  }
  const output = runNode(command, shell, streams);
  const { scope } = shell;
  if (scope.ifFailed) scope.cwds = [...new Set([...scope.cwds, ...scope.ifFailed])].slice(0, 8);
  scope.ifFailed = undefined;
  return output;
}

/** Runs something whose changes of variables and folders stay inside. */
export function inSubshell<T>(shell: Shell, run: () => T): T {
  const outer = shell.scope;
  shell.scope = outer.clone();
  shell.scope.inner = true;
  try {
    return run();
  } finally {
    shell.scope = outer;
  }
}

function runAndOr({ commands, operators }: AndOr, shell: Shell, streams: Streams): Text {
  const texts: Text[] = [];
  let place = shell.scope.cwds;
  let around: { cwds: readonly string[]; variables: Scope['variables'] } | undefined;
  const elsewhere = new Set<string>();
  commands.forEach((command, index) => {
    if (operators[index - 1] !== '||') {
      if (index > 0 && !isSure(commands[index - 1])) {
        around ??= { cwds: shell.scope.cwds, variables: shell.scope.variables.branch() };
      }
      place = shell.scope.cwds;
      texts.push(runNode(command, shell, streams));
      return;
    }
    // Either this side runs or it does not.
    const before = shell.scope;
    shell.scope = before.clone();
    shell.scope.ended = false;
    // What is on the left failed, and a `cd` that failed leads nowhere.
    shell.scope.cwds = place;
    texts.push(runNode(command, shell, streams));
    if (command.type === 'Command' && !command.name) {
      for (const part of command.prefix) if (part.type === 'Assignment') elsewhere.add(part.name);
    }
    shell.scope = mergeScopes([before, shell.scope]);
  });
  // What follows `&&` may not have run.
  if (around) {
    const { scope } = shell;
    scope.recall(around.variables);
    scope.recallUnset(around.variables, (name) =>
      elsewhere.has(name) || asksFor(name, commands) ? undefined : { text: shell.environment(name) ?? '' },
    );
    if (around.cwds !== scope.cwds) scope.ifFailed = [...(scope.ifFailed ?? []), ...around.cwds];
  }
  return concat(texts);
}

// `[ -z "$D" ] && D=x` asks for a value that came from outside, of which nothing is known.
function asksFor(name: string, commands: AndOr['commands']): boolean {
  const set = commands.findIndex((command) => command.type === 'Command' && !command.name);
  const before = JSON.stringify(commands.slice(0, Math.max(set, 1)));
  if (new RegExp(`\\$[{]?[!#]?${name}\\b`).test(before)) return true;
  return before.includes('"-v"') && before.includes(`"${name}"`);
}

/** Commands that succeed, or of which it is known what becomes of a failure. */
const SURE = /^(?:cd|pushd|popd|true|:|echo|printf|export|local|declare|set|pwd)$/;

function isSure(command: AndOr['commands'][number] | undefined): boolean {
  return command?.type === 'Command' && SURE.test(command.name?.value ?? ':');
}

function runPipeline(commands: readonly CommandNode[], shell: Shell, streams: Streams): Text {
  let stdin = streams.stdin;
  for (const command of commands) {
    stdin = inSubshell(shell, () => runNode(command, shell, { ...streams, stdin }));
  }
  return stdin ?? NOTHING;
}

function runBranches(branches: readonly (() => Text)[], shell: Shell): Text {
  const before = shell.scope;
  const ends: Scope[] = [];
  const texts: Text[] = [];
  for (const branch of branches) {
    shell.scope = before.clone();
    texts.push(branch());
    ends.push(shell.scope);
  }
  shell.scope = mergeScopes(ends);
  return concat(texts);
}

function runIf(node: If, shell: Shell, streams: Streams): Text {
  const clause = runList(node.clause, shell, streams);
  const branches = [() => runList(node.then, shell, streams)];
  for (const { clause: condition, then } of node.elif) {
    branches.push(() => concat([runList(condition, shell, streams), runList(then, shell, streams)]));
  }
  branches.push(() => (node.else ? runList(node.else, shell, streams) : NOTHING));
  return concat([clause, runBranches(branches, shell)]);
}

function runCase({ word, items }: Case, shell: Shell, streams: Streams): Text {
  expandText(word, shell);
  const branches = items.map(({ pattern, body }) => () => {
    for (const each of pattern) expandText(each, shell);
    return runList(body, shell, streams);
  });
  return runBranches([...branches, () => NOTHING], shell);
}

function runFor(node: For | Select, shell: Shell, streams: Streams): Text {
  const name = node.name.value;
  const values = node.wordlist ? expandWords(node.wordlist, shell) : shell.scope.positional;
  if (!/^[a-z_]\w*$/.test(name)) shell.report.impure(`the loop sets ${name}`);
  const texts: Text[] = [];
  const before = shell.scope.clone();
  for (const value of values.length > 0 ? values : [UNKNOWN]) {
    shell.step();
    shell.scope.assign(name, value);
    texts.push(runList(node.body, shell, streams));
    shell.scope.ended = false;
  }
  shell.scope = mergeScopes([shell.scope, before]);
  return concat(texts);
}

function runWhile({ clause, body }: While, shell: Shell, streams: Streams): Text {
  const texts: Text[] = [];
  const lines =
    streams.stdin && !streams.stdin.text.includes(HOLE) ? streams.stdin.text.split('\n') : undefined;
  // Twice, so that what one turn sets is seen by the next; a known input is read line by line.
  const turns = lines ? Math.min(Math.max(lines.length, 2), 2000) : 2;
  for (let turn = 0; turn < turns; turn += 1) {
    shell.step();
    const stdin = lines ? { ...streams.stdin, text: lines.slice(turn).join('\n') } : streams.stdin;
    texts.push(runList(clause, shell, { ...streams, stdin }));
    texts.push(runList(body, shell, { ...streams, stdin }));
    shell.scope.ended = false;
    if (lines && turn >= lines.length) break;
  }
  return concat(lines ? texts : texts.slice(0, 2));
}

function visitTest(expression: TestExpression, shell: Shell): void {
  switch (expression.type) {
    case 'TestUnary':
      expandText(expression.operand, shell);
      if (expression.operator === '-v' || expression.operator === '-R') {
        shell.report.impure('a test that may evaluate an index');
      }
      return;
    case 'TestBinary': {
      const sides = [expandText(expression.left, shell), expandText(expression.right, shell)];
      const counts = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      if (counts && sides.some(({ text }) => !/^-?\d+$/.test(text))) {
        shell.report.impure('a test on values that are not plain numbers');
      }
      return;
    }
    case 'TestLogical':
      for (const operand of expression.operands) visitTest(operand, shell);
      return;
    case 'TestNot':
      visitTest(expression.operand, shell);
      return;
    case 'TestGroup':
      visitTest(expression.expression, shell);
  }
}

/** Runs any node of a command tree and gives what it prints. */
export function runNode(node: PipelineNode | AndOr | CompoundList, shell: Shell, streams: Streams): Text {
  switch (node.type) {
    case 'Command':
      return runSimple(node, shell, streams);
    case 'Pipeline':
      return node.commands.length === 1
        ? runNode(node.commands[0] as CommandNode, shell, streams)
        : runPipeline(node.commands, shell, streams);
    case 'AndOr':
      return runAndOr(node, shell, streams);
    case 'CompoundList':
      return runList(node, shell, streams);
    case 'If':
      return runIf(node, shell, streams);
    case 'Case':
      return runCase(node, shell, streams);
    case 'For':
    case 'Select':
      return runFor(node, shell, streams);
    case 'While':
      return runWhile(node, shell, streams);
    case 'ArithmeticFor':
      runArithmetic(node.initialize, shell);
      runArithmetic(node.test, shell);
      runArithmetic(node.update, shell);
      shell.report.impure('a counting loop');
      return runList(node.body, shell, streams);
    case 'Subshell':
      return inSubshell(shell, () => runList(node.body, shell, streams));
    case 'BraceGroup':
      return runList(node.body, shell, streams);
    case 'TestCommand':
      visitTest(node.expression, shell);
      return NOTHING;
    case 'ArithmeticCommand':
      runArithmetic(node.expression, shell);
      if (/(?:^|[^=!<>])=(?!=)|\+\+|--/.test(node.body))
        shell.report.impure('arithmetic that sets a variable');
      return NOTHING;
    case 'Function':
      shell.scope.functions.set(node.name.value, node);
      shell.report.impure('a function');
      return NOTHING;
    case 'Coproc':
      shell.report.impure('a coprocess');
      inSubshell(shell, () => runNode(node.body, shell, { stdin: UNKNOWN }));
      return NOTHING;
    case 'Redirected': {
      const { stdin, outputs, captured } = readRedirects(node.redirects, shell);
      const output = runNode(node.command, shell, stdin ? { ...streams, stdin } : streams);
      for (const path of outputs) rememberOutput(path, output, shell);
      return captured ? NOTHING : output;
    }
  }
}
