import { isDuration } from './duration.js';
import { HookloomError, show } from './errors.js';
import { isPlainObject } from './json.js';

/** One option of a plugin: what it takes, in words for the error message, and the test of a value. */
export interface OptionRule {
  readonly expects: string;
  readonly accepts: (value: unknown) => boolean;
  /** The option cannot be left out. */
  readonly required?: boolean;
  /** The value is a secret: errors do not show it. */
  readonly secret?: boolean;
}

/** The usual option rules, for `checkOptions`. */
export const option = {
  boolean: { expects: 'true or false', accepts: (value) => typeof value === 'boolean' },
  string: { expects: 'a text that is not empty', accepts: (value) => isText(value) },
  duration: { expects: "a duration such as '5s'", accepts: isDuration },
  handler: { expects: 'a function', accepts: (value) => typeof value === 'function' },
  texts: {
    expects: 'a list of texts that are not empty',
    accepts: (value) => Array.isArray(value) && value.every(isText),
  },
} satisfies Record<string, OptionRule>;

/** An option that takes one of the given words. */
export function oneOf(...words: readonly string[]): OptionRule {
  return {
    expects: `one of ${words.join(', ')}`,
    accepts: (value) => typeof value === 'string' && words.includes(value),
  };
}

/** An option that takes a list of the given words, at least one. */
export function someOf(...words: readonly string[]): OptionRule {
  return {
    expects: `a list of ${words.join(', ')}`,
    accepts: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((word) => words.includes(word)),
  };
}

/** An option that takes a whole number from `least` to `most`. */
export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): OptionRule {
  return {
    expects: `a whole number from ${least} to ${most}`,
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

/**
 * Checks the options of a plugin factory, once, when the plugin is made. A key whose value is `undefined` counts as absent.
 * @throws HookloomError `OPTION_UNKNOWN` or `OPTION_INVALID`, with the plugin's name, the key and the value.
 */
export function checkOptions(plugin: string, options: unknown, rules: Record<string, OptionRule>): void {
  if (!isPlainObject(options)) {
    throw new HookloomError('OPTION_INVALID', `options must be an object; got ${show(options)}`, {
      plugin,
      value: options,
    });
  }
  for (const [key, rule] of Object.entries(rules)) {
    if (rule.required && options[key] === undefined) {
      throw new HookloomError('OPTION_INVALID', `option '${key}' is missing; it must be ${rule.expects}`, {
        plugin,
        value: undefined,
      });
    }
  }
  for (const [key, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule === undefined) {
      const known = Object.keys(rules).join(', ');
      throw new HookloomError('OPTION_UNKNOWN', `unknown option '${key}'; the options are ${known}`, {
        plugin,
        value: key,
      });
    }
    if (value !== undefined && !rule.accepts(value)) {
      const got = rule.secret ? '(hidden)' : show(value);
      const code = rule === option.duration ? 'DURATION_INVALID' : 'OPTION_INVALID';
      throw new HookloomError(code, `option '${key}' must be ${rule.expects}; got ${got}`, {
        plugin,
        value: rule.secret ? '(hidden)' : value,
      });
    }
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
