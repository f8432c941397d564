import { type Function as FunctionNode, forEachChild, type SyntaxNode } from 'unbash';
import { MAX_DEPTH } from './limits.js';
import type { Shell } from './shell.js';
import { type Field, type Text, UNKNOWN } from './text.js';

function startsItself(node: FunctionNode): boolean {
  let calls = 0;
  let multiplies = false;
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Command' && child.name?.value === node.name.value) calls += 1;
    if (child.type === 'Pipeline' && child.commands.length > 1) multiplies = true;
    if (child.type === 'Statement' && child.background) multiplies = true;
    forEachChild(child, visit);
  };
  forEachChild(node.body, visit);
  return calls > 0 && (multiplies || calls > 1);
}

/** Runs the body of a function with its own arguments. */
export function runFunction(
  node: FunctionNode,
  args: readonly Field[],
  shell: Shell,
  stdin: Text | undefined,
): Text {
  const { scope } = shell;
  if (startsItself(node)) shell.report.forks = true;
  const outer = scope.positional;
  scope.positional = args;
  const name = node.name.value;
  // A function that calls itself is read once: a second look shows nothing new.
  scope.functions.delete(name);
  if (shell.depth > MAX_DEPTH) return UNKNOWN;
  const output = shell.runBody(node.body, { stdin });
  shell.scope.functions.set(name, node);
  shell.scope.positional = outer;
  shell.scope.ended = false;
  return output;
}
