const CLASSES: Readonly<Record<string, string>> = {
  alpha: '\\p{L}',
  digit: '0-9',
  alnum: '\\p{L}0-9',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\p{L}0-9_',
};

// A dash is none of them: outside of a class it must not be escaped in Unicode mode.
function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

// `[!a-z[:digit:]\]]` to a class of regular expressions; undefined when the bracket does not close.
function bracket(pattern: string, start: number): { source: string; end: number } | undefined {
  let index = start + 1;
  const negated = pattern[index] === '!' || pattern[index] === '^';
  if (negated) index += 1;
  let body = '';
  for (let first = true; index < pattern.length; first = false) {
    const character = pattern[index] as string;
    if (character === ']' && !first) {
      return { source: `[${negated ? '^' : ''}${body}]`, end: index + 1 };
    }
    const named = /^\[:(\w+):\]/.exec(pattern.slice(index, index + 12));
    if (named) {
      body += CLASSES[named[1] as string] ?? '';
      index += named[0].length;
    } else if (character === '\\' && index + 1 < pattern.length) {
      const next = pattern[index + 1] as string;
      body += next === '-' ? '\\-' : escaped(next);
      index += 2;
    } else {
      body += escaped(character);
      index += 1;
    }
  }
  return undefined;
}

function closingOf(pattern: string, start: number): number {
  let depth = 0;
  for (let index = start; index < pattern.length; index += 1) {
    if (pattern[index] === '\\') index += 1;
    else if (pattern[index] === '(') depth += 1;
    else if (pattern[index] === ')') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

function alternativesOf(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    if (character === '|' && depth === 0) {
      parts.push('');
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    const taken = character === '\\' ? text.slice(index, index + 2) : character;
    if (character === '\\') index += 1;
    parts[parts.length - 1] += taken;
  }
  return parts;
}

/** How far wildcards reach. */
export interface PatternRules {
  /** `*` and `?` cross slashes, as in parameter expansion and `case`. */
  slashes?: boolean;
  /** `**` crosses slashes although `*` does not, as in gitignore and ripgrep. */
  globstar?: boolean;
  /** `{a,b}` chooses, as in ripgrep. */
  braces?: boolean;
  extended?: boolean;
}

function sourceOf(pattern: string, rules: PatternRules): string {
  const any = rules.slashes ? '[\\s\\S]' : '[^/]';
  let source = '';
  for (let index = 0; index < pattern.length; ) {
    const character = pattern[index] as string;
    const next = pattern[index + 1];
    if (character === '\\' && next !== undefined) {
      source += escaped(next);
      index += 2;
    } else if (rules.extended !== false && next === '(' && '?*+@!'.includes(character)) {
      const end = closingOf(pattern, index + 1);
      if (end < 0) return `${source}${escaped(character)}`;
      const inner = alternativesOf(pattern.slice(index + 2, end)).map((part) => sourceOf(part, rules));
      const group = `(?:${inner.join('|')})`;
      if (character === '!') source += `(?!${group}${sourceOf(pattern.slice(end + 1), rules)}$)${any}*`;
      else source += character === '@' ? group : group + character;
      index = end + 1;
    } else if (rules.braces && character === '{' && pattern.indexOf('}', index) > 0) {
      const end = pattern.indexOf('}', index);
      const inner = pattern.slice(index + 1, end).split(',');
      source += `(?:${inner.map((part) => sourceOf(part, rules)).join('|')})`;
      index = end + 1;
    } else if (rules.globstar && pattern.startsWith('**/', index)) {
      source += '(?:[\\s\\S]*/)?';
      index += 3;
    } else if (rules.globstar && pattern.startsWith('**', index)) {
      source += '[\\s\\S]*';
      index += 2;
    } else if (character === '*') {
      while (pattern[index] === '*') index += 1;
      source += `${any}*`;
    } else if (character === '?') {
      source += any;
      index += 1;
    } else if (character === '[') {
      const found = bracket(pattern, index);
      source += found ? found.source : '\\[';
      index = found ? found.end : index + 1;
    } else {
      source += escaped(character);
      index += 1;
    }
  }
  return source;
}

/** Turns a pattern of bash into a regular expression over the whole text; undefined when it can match nothing. */
export function patternRegExp(pattern: string, rules: PatternRules = {}, anchors = true): RegExp | undefined {
  if (pattern.length > 1000) return undefined;
  const source = sourceOf(pattern, rules);
  try {
    return new RegExp(anchors ? `^(?:${source})$` : source, 'u');
  } catch {
    return undefined;
  }
}

/** Whether a pattern holds a wildcard that is not escaped. */
export function hasWildcard(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*(?:[*?]|\[[^\]]+\]|[?*+@!]\()/.test(pattern);
}

/** Escapes every character that a pattern would read as a wildcard. */
export function literalPattern(text: string): string {
  return text.replace(/[\\*?[\](){}|!+@]/g, '\\$&');
}

/** The text that a pattern without wildcards stands for. */
export function unescaped(pattern: string): string {
  return pattern.replace(/\\([\s\S])/g, '$1');
}
