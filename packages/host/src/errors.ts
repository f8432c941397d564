/** What went wrong, as a stable word. The first group is thrown at definition; the second shows in `Outcome.failures`. */
export type HookloomErrorCode =
  | 'NAME_INVALID'
  | 'OPTION_UNKNOWN'
  | 'OPTION_INVALID'
  | 'DURATION_INVALID'
  | 'EVENT_UNKNOWN'
  | 'MATCHER_INVALID'
  | 'MATCHER_DEAD'
  | 'PLUGIN_INVALID'
  | 'PLUGIN_DUPLICATE'
  | 'RUNNER_CLOSED'
  | 'CONFIG_MISSING'
  | 'CONFIG_INVALID'
  | 'SETTINGS_INVALID'
  | FailureCode;

/** How a plugin, or the event that it was given, failed while a stack ran. */
export type FailureCode =
  | 'PLUGIN_THREW'
  | 'PLUGIN_TIMEOUT'
  | 'PLUGIN_RETURNED'
  | 'PLUGIN_ABORTED'
  | 'NEXT_TWICE'
  | 'VOTE_INVALID'
  | 'VOTE_LATE'
  | 'REWRITE_INVALID'
  | 'REWRITE_LATE'
  | 'REWRITE_UNHEARD'
  | 'EXTENSION_INVALID'
  | 'WORKTREE_PATH_MISSING'
  | 'STATE_INVALID'
  | 'STATE_UNAVAILABLE'
  | 'PAYLOAD_INVALID';

/** Where an error belongs: the plugin's name, the offending value, and the error beneath it. */
export interface HookloomErrorDetails {
  plugin?: string | undefined;
  value?: unknown;
  cause?: unknown;
}

/** The one error class of Hookloom: `code` is stable, `plugin` names the plugin, `value` is the offending value. */
export class HookloomError extends Error {
  override readonly name = 'HookloomError';
  readonly code: HookloomErrorCode;
  readonly plugin: string | undefined;
  readonly value: unknown;

  constructor(code: HookloomErrorCode, message: string, details: HookloomErrorDetails = {}) {
    super(details.plugin === undefined ? message : `${details.plugin}: ${message}`, { cause: details.cause });
    this.code = code;
    this.plugin = details.plugin;
    this.value = details.value;
  }
}

/** Writes a value into an error message: short, on one line, never longer than 80 characters. */
export function show(value: unknown): string {
  let text: string | undefined;
  try {
    text = typeof value === 'function' || typeof value === 'symbol' ? typeof value : JSON.stringify(value);
  } catch {
    text = typeof value;
  }
  text ??= String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** The error for a value that is not what it has to be. */
export function unfit(
  code: HookloomErrorCode,
  what: string,
  expects: string,
  value: unknown,
  plugin?: string,
): HookloomError {
  return new HookloomError(code, `${what} must be ${expects}; got ${show(value)}`, { plugin, value });
}

/** The class or type of what was thrown, in a word that quotes nothing of it. A proxy with traps does not throw again. */
export function kindOf(thrown: unknown): string {
  try {
    const kind = thrown instanceof Error ? thrown.constructor.name : typeof thrown;
    return /^\w{1,60}$/.test(kind) ? kind : 'an error';
  } catch {
    return 'an error';
  }
}
