import { HookloomError, type HookloomErrorCode, isPlainObject, unfit } from '@hookloom/host';
import { DURATION } from './duration.js';

/** One option of a plugin: what it takes, in words for the error message, and the test of a value. */
export interface OptionRule {
  readonly expects: string;
  readonly accepts: (value: unknown) => boolean;
  /** The option cannot be left out. */
  readonly required?: boolean;
  /** The value is a secret: errors do not show it. */
  readonly secret?: boolean;
  /** The code of the error. Default: 'OPTION_INVALID'. */
  readonly code?: HookloomErrorCode;
}

/** The usual option rules, for `checkOptions`. */
export const option = {
  boolean: { expects: 'true or false', accepts: (value) => typeof value === 'boolean' },
  string: { expects: 'a text that is not empty', accepts: isText },
  duration: DURATION,
  handler: { expects: 'a function', accepts: (value) => typeof value === 'function' },
  texts: { expects: 'a list of texts that are not empty', accepts: (value) => isListOf(value, isText) },
} satisfies Record<string, OptionRule>;

/** An option that takes one of the given words. */
export function oneOf(...words: readonly string[]): OptionRule {
  return { expects: `one of ${words.join(', ')}`, accepts: (value) => words.includes(value as string) };
}

/** An option that takes a list of the given words, at least one. */
export function someOf(...words: readonly string[]): OptionRule {
  return {
    expects: `a list of ${words.join(', ')}`,
    accepts: (value) => isListOf(value, oneOf(...words).accepts) && value.length > 0,
  };
}

/** An option that takes a whole number from `least` to `most`. */
export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): OptionRule {
  return {
    expects: `a whole number from ${least} to ${most}`,
    accepts: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

/**
 * Checks the options of a plugin factory, once, when the plugin is made. A key whose value is `undefined` counts as absent.
 * @throws HookloomError `OPTION_UNKNOWN` or `OPTION_INVALID`, with the plugin's name, the key and the value.
 */
export function checkOptions(
  plugin: string | undefined,
  options: unknown,
  rules: Record<string, OptionRule>,
): void {
  if (!isPlainObject(options)) throw unfit('OPTION_INVALID', 'options', 'an object', options, plugin);
  // A misspelt key is told before the one that it leaves missing.
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(rules, key));
  if (unknown !== undefined) {
    const message = `unknown option '${unknown}'; the options are ${Object.keys(rules).join(', ')}`;
    throw new HookloomError('OPTION_UNKNOWN', message, { plugin, value: unknown });
  }
  for (const [key, rule] of Object.entries(rules)) {
    const value = options[key];
    if (value === undefined ? rule.required : !rule.accepts(value)) {
      const shown = rule.secret && value !== undefined ? '(hidden)' : value;
      throw unfit(rule.code ?? 'OPTION_INVALID', `option '${key}'`, rule.expects, shown, plugin);
    }
  }
}

/** Tells whether a value is a text with something in it. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isListOf(value: unknown, accepts: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(accepts);
}
