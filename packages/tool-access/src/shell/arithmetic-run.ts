import { type ArithmeticExpression, forEachChild, type SyntaxNode } from 'unbash';
import { evaluate } from './arithmetic.js';
import { numberOf } from './parameters.js';
import type { Shell } from './shell.js';

/** Runs what an arithmetic expression substitutes, and gives its value when that is known. */
export function runArithmetic(
  expression: ArithmeticExpression | undefined,
  shell: Shell,
): number | undefined {
  if (!expression) return 0;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion') {
      shell.capture(node.script);
    } else forEachChild(node, visit);
  };
  visit(expression);
  const value = evaluate(expression, (name) => numberOf(name, shell));
  // A name in arithmetic is evaluated again, and an index in it may run a command.
  if (value === undefined) shell.report.impure('arithmetic on values that are not plain numbers');
  return value;
}
