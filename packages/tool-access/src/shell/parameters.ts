import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word } from 'unbash';
import { patternRegExp } from './pattern.js';
import { argumentsFrom } from './positional.js';
import { isCheap } from './regexp-cost.js';
import type { Shell } from './shell.js';
import { HOLE, joinTexts, remade, type Text, UNKNOWN } from './text.js';

/** The values of a parameter: `separate` ones, as of "$@", stay fields of their own. */
export interface Values {
  texts: readonly Text[];
  separate: boolean;
}

/** How the operands of an expansion are read; words and parameters call each other. */
export interface Operands {
  text(word: Word, shell: Shell): Text;
  pattern(word: Word, shell: Shell): string;
}

/** Variables whose values hold no secret by custom. */
const PLAIN = new Set(
  'HOME PWD OLDPWD USER LOGNAME SHELL PATH LANG LC_ALL TERM HOSTNAME TMPDIR UID EUID PPID RANDOM SECONDS LINENO BASH BASH_VERSION OSTYPE HOSTTYPE MACHTYPE SHLVL COLUMNS LINES IFS EDITOR NODE_ENV CI'.split(
    ' ',
  ),
);

function one(text: Text | undefined): Values {
  return { texts: text ? [text] : [], separate: false };
}

function placeOf(places: readonly string[] | undefined, shell: Shell): Text {
  return { text: places ? (shell.choose(places) ?? HOLE) : HOLE };
}

/** The value of a variable; undefined when it is not set, as far as the command and its caller say. */
export function variableValue(name: string, shell: Shell): Text | undefined {
  const { scope } = shell;
  const variable = scope.variables.get(scope.nameOf(name));
  if (variable) return shell.choose(variable.values);
  if (name === 'PWD') return placeOf(scope.cwds, shell);
  if (name === 'OLDPWD') return placeOf(scope.previous, shell);
  const told = shell.environment(name);
  if (told !== undefined) return { text: told };
  if (name === 'IFS') return { text: ' \t\n' };
  return name === 'HOME' ? { text: shell.home } : undefined;
}

/** The number that a variable holds; undefined when it is not a plain one. */
export function numberOf(name: string, shell: Shell): number | undefined {
  const value = variableValue(name, shell);
  return value && /^-?\d{1,15}$/.test(value.text) ? Number(value.text) : undefined;
}

// `*` puts the first character of IFS between them.
function joined(texts: readonly Text[], shell: Shell): Values {
  const ifs = shell.scope.variables.has('IFS') ? variableValue('IFS', shell)?.text : undefined;
  if (ifs === undefined || ifs.startsWith(HOLE) || texts.length < 2) return { texts, separate: false };
  return one(joinTexts(texts, ifs.slice(0, 1)));
}

function special(name: string, shell: Shell): Values | undefined {
  const { positional, zero, lastArgument } = shell.scope;
  if (name === '@') return { texts: positional, separate: true };
  if (name === '*') return joined(positional, shell);
  if (name === '#') return one({ text: String(positional.length) });
  if (name === '0') return one(zero);
  if (name === '_') return one(lastArgument);
  if (/^\d+$/.test(name)) return one(argumentsFrom(positional, Number(name) - 1)[0]);
  return /^[?$!-]$/.test(name) ? one(UNKNOWN) : undefined;
}

function lookUp(name: string, shell: Shell): Values {
  const known = special(name, shell);
  if (known) return known;
  const value = variableValue(name, shell);
  if (!shell.scope.variables.has(name) && !PLAIN.has(name)) {
    shell.report.impure(`the value of ${name} comes from outside the command`);
  }
  return one(value);
}

function itemsOf(part: ParameterExpansionPart, shell: Shell, operands: Operands): Values {
  const name = part.parameter;
  const index = part.index ? operands.text(part.index, shell).text : undefined;
  if (index === undefined) return lookUp(name, shell);
  if (!/^(?:\d+|[@*])$/.test(index)) shell.report.impure('an index that is not a plain number');
  const variable = shell.scope.variables.get(shell.scope.nameOf(name));
  if (!variable) return index === '@' || index === '*' ? { texts: [UNKNOWN], separate: true } : one(UNKNOWN);
  const items = variable.items ?? variable.values;
  if (index === '@') return { texts: items, separate: true };
  if (index === '*') return joined(items, shell);
  const item = /^\d+$/.test(index) ? items[Number(index)] : undefined;
  return one(item ?? (variable.items ? shell.choose(items) : variable.values[0]));
}

function remove(text: string, operator: string, pattern: string): string | undefined {
  if (pattern.includes(HOLE)) return undefined;
  const matcher = patternRegExp(pattern, { slashes: true });
  if (!matcher) return text;
  if (!isCheap(matcher.source.slice(4, -2), text.length)) return undefined;
  const fromEnd = operator.startsWith('%');
  const longest = operator.length === 2;
  const lengths = Array.from({ length: Math.min(text.length, 4096) + 1 }, (_, length) => length);
  for (const length of longest ? lengths.reverse() : lengths) {
    const part = fromEnd ? text.slice(text.length - length) : text.slice(0, length);
    if (matcher.test(part)) return fromEnd ? text.slice(0, text.length - length) : text.slice(length);
  }
  return text;
}

function replace(text: string, operator: string, pattern: string, replacement: string): string | undefined {
  if (pattern.includes(HOLE)) return undefined;
  const matcher = patternRegExp(pattern, { slashes: true }, false);
  if (!matcher || pattern === '') return text;
  if (!isCheap(matcher.source, text.length)) return undefined;
  const start = operator === '/#' ? '^' : '';
  const end = operator === '/%' ? '$' : '';
  const flags = operator === '//' ? 'gu' : 'u';
  return text.replace(new RegExp(`${start}(?:${matcher.source})${end}`, flags), () => replacement);
}

function changeCase(text: string, operator: string): string {
  const change = operator.startsWith('^') ? 'toUpperCase' : 'toLowerCase';
  return operator.length === 2 ? text[change]() : text.slice(0, 1)[change]() + text.slice(1);
}

// What is taken off the front leaves a name its ending.
function isFront(operation: ParameterOperation): boolean {
  return operation.type === 'Remove' && operation.operator.startsWith('#');
}

function operate(
  value: Text,
  operation: ParameterOperation,
  shell: Shell,
  operands: Operands,
): Text | undefined {
  const change = (text: string | undefined): Text =>
    text === undefined && !isFront(operation) ? remade(value) : { ...value, text: text ?? HOLE };
  switch (operation.type) {
    case 'Remove': {
      const pattern = operands.pattern(operation.operand, shell);
      if (!value.text.includes(HOLE)) return change(remove(value.text, operation.operator, pattern));
      // Of `dir/<unknown>.ts` a plain ending can still be taken off.
      const plain = operation.operator.startsWith('%') && /^[\w.-]+$/.test(pattern);
      return change(plain && value.text.endsWith(pattern) ? value.text.slice(0, -pattern.length) : undefined);
    }
    case 'Replace': {
      const pattern = operands.pattern(operation.pattern, shell);
      const replacement = operands.text(operation.replacement, shell).text;
      if (value.text.includes(HOLE)) return change(undefined);
      return change(replace(value.text, operation.operator, pattern, replacement));
    }
    case 'Slice': {
      const [offset, length] = [operation.offset, operation.length].map((word) =>
        word ? operands.text(word, shell).text.trim() : undefined,
      );
      const numbers = [offset, length ?? '0'].every((text) => /^-?\d+$/.test(text ?? ''));
      if (!numbers) shell.report.impure('a substring by values that are not plain numbers');
      if (!numbers || value.text.includes(HOLE)) return change(undefined);
      const characters = [...value.text];
      const start = Number(offset) < 0 ? characters.length + Number(offset) : Number(offset);
      const end =
        length === undefined ? undefined : Number(length) < 0 ? Number(length) : start + Number(length);
      return change(characters.slice(start, end).join(''));
    }
    case 'CaseModification':
      return change(value.text.includes(HOLE) ? undefined : changeCase(value.text, operation.operator));
    case 'Transform': {
      const kind = operands.text(operation.operand, shell).text;
      if (/^[ULu]$/.test(kind) && !value.text.includes(HOLE)) {
        return change(
          kind === 'L' ? value.text.toLowerCase() : changeCase(value.text, kind === 'U' ? '^^' : '^'),
        );
      }
      if (kind !== 'Q') shell.report.impure('a transformation that may run commands');
      return change(kind === 'Q' && /^[\w./-]+$/.test(value.text) ? value.text : undefined);
    }
    default:
      return change(undefined);
  }
}

function withDefault(
  values: Values,
  part: ParameterExpansionPart,
  operation: Extract<ParameterOperation, { type: 'Default' }>,
  shell: Shell,
  operands: Operands,
): Values {
  const { operator } = operation;
  // Read in any case: a substitution in it must not stay unseen.
  const operand = operands.text(operation.operand, shell);
  const present =
    values.texts.length > 0 && (!operator.startsWith(':') || joinTexts(values.texts, ' ').text !== '');
  const isUnset = values.texts.length === 0;
  if (operator.endsWith('+')) {
    // Not set as far as is known: the environment may still set it.
    if (isUnset) return one(shell.choose([operand, { text: '' }]));
    return one(present ? operand : { text: '' });
  }
  if (operator.endsWith('?')) return present ? values : one(UNKNOWN);
  if (present) return values;
  if (operator.endsWith('=')) {
    shell.report.impure('an expansion that sets a variable');
    shell.scope.assign(part.parameter, operand);
  }
  return one(operand);
}

/** The values that a `$name` or `${name…}` becomes. */
export function expandParameter(
  part: SimpleExpansionPart | ParameterExpansionPart,
  shell: Shell,
  operands: Operands,
): Values {
  const orUnknown = (values: Values, name: string): Values =>
    values.texts.length > 0 || /^[@*\d]/.test(name) ? values : one(UNKNOWN);
  if (part.type === 'SimpleExpansion') {
    const name = part.text.slice(1);
    return orUnknown(lookUp(name, shell), name);
  }
  const { prefix, operation, parameter } = part;
  if (operation?.type === 'Names') {
    shell.report.impure('a list of variables');
    return one(UNKNOWN);
  }
  let values = itemsOf(part, shell, operands);
  if (prefix === '#') {
    const text = joinTexts(values.texts).text;
    const count = part.index ? values.texts.length : [...text].length;
    return one({ text: text.includes(HOLE) ? HOLE : String(count) });
  }
  if (prefix === '!') {
    shell.report.impure('a variable that is named by another');
    const name = values.texts[0]?.text ?? HOLE;
    values = name.includes(HOLE) ? one(UNKNOWN) : lookUp(name, shell);
  }
  if (operation?.type === 'Default') return withDefault(values, part, operation, shell, operands);
  if (operation?.type === 'Slice' && (parameter === '@' || parameter === '*')) {
    const start = Number(operands.text(operation.offset, shell).text);
    return Number.isInteger(start) && start > 0
      ? { ...values, texts: argumentsFrom(values.texts, start - 1) }
      : values;
  }
  values = orUnknown(values, parameter);
  if (!operation) return values;
  if (operation.type === 'Slice' && values.separate) {
    const [start, count] = [operation.offset, operation.length].map((word) =>
      word ? Number(operands.text(word, shell).text) : undefined,
    );
    if (!Number.isInteger(start)) return values;
    const texts = values.texts.slice(start);
    return { ...values, texts: count !== undefined && count >= 0 ? texts.slice(0, count) : texts };
  }
  const texts = values.texts.map((value) => operate(value, operation, shell, operands) ?? UNKNOWN);
  return { ...values, texts };
}
