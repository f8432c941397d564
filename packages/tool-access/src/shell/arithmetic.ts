import type { ArithmeticExpression } from 'unbash';

/** Gives the value of a name; undefined when it is not a plain number. */
export type NumberOf = (name: string) => number | undefined;

const OPERATIONS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  '<': (left, right) => Number(left < right),
  '>': (left, right) => Number(left > right),
  '<=': (left, right) => Number(left <= right),
  '>=': (left, right) => Number(left >= right),
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
  '&&': (left, right) => Number(left !== 0 && right !== 0),
  '||': (left, right) => Number(left !== 0 || right !== 0),
  '**': (left, right) => left ** right,
};

function literal(text: string): number | undefined {
  if (/^0[xX][0-9a-fA-F]+$/.test(text)) return Number.parseInt(text.slice(2), 16);
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  const based = /^(\d+)#([0-9a-zA-Z]+)$/.exec(text);
  if (based) {
    const base = Number(based[1]);
    const value = base >= 2 && base <= 36 ? Number.parseInt(based[2] as string, base) : Number.NaN;
    return Number.isNaN(value) ? undefined : value;
  }
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The value of an arithmetic expression; undefined when only the running command knows it. */
export function evaluate(
  expression: ArithmeticExpression | undefined,
  numberOf: NumberOf,
): number | undefined {
  if (!expression) return 0;
  if (expression.type === 'ArithmeticGroup') return evaluate(expression.expression, numberOf);
  if (expression.type === 'ArithmeticWord') {
    const text = expression.value.trim();
    return (
      literal(text) ??
      (/^\$?\{?[A-Za-z_]\w*\}?$/.test(text) ? numberOf(text.replace(/[${}]/g, '')) : undefined)
    );
  }
  if (expression.type === 'ArithmeticUnary') {
    const value = evaluate(expression.operand, numberOf);
    if (value === undefined) return undefined;
    if (expression.operator === '-') return -value;
    if (expression.operator === '+') return value;
    if (expression.operator === '!') return Number(value === 0);
    return expression.operator === '~' ? ~value : undefined;
  }
  if (expression.type === 'ArithmeticTernary') {
    const test = evaluate(expression.test, numberOf);
    if (test === undefined) return undefined;
    return evaluate(test === 0 ? expression.alternate : expression.consequent, numberOf);
  }
  if (expression.type === 'ArithmeticBinary') {
    const left = evaluate(expression.left, numberOf);
    const right = evaluate(expression.right, numberOf);
    if (left === undefined || right === undefined) return undefined;
    const value = OPERATIONS[expression.operator]?.(left, right);
    return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
  }
  return undefined;
}
