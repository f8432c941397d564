import {
  checkOptions,
  type Duration,
  HookloomError,
  isPlugin,
  type LogRecord,
  type Outcome,
  oneOf,
  option,
  type Stack,
} from '@hookloom/core';

/** A Hookloom config: the stack, and how it is run. */
export interface Config {
  /** The plugins in order; nested lists are presets. */
  readonly plugins: Stack;
  /** More files that the agent must not change, such as an audit log; relative to the config's folder. */
  readonly protect?: readonly string[] | undefined;
  /** What becomes of a command of which it cannot be told whether it changes Hookloom's own files. Default: 'deny'. */
  readonly undecided?: 'deny' | 'ask' | 'pass' | undefined;
  /** How long background work, such as a webhook, may hold the process after the answer. Default: '1s'. */
  readonly flush?: Duration | undefined;
  /** Gets every outcome, once it is final. */
  readonly onOutcome?: ((outcome: Outcome) => unknown) | undefined;
  /** Gets the lines of `ctx.log`. Default: stderr under NODE_DEBUG=hookloom. */
  readonly onLog?: ((record: LogRecord) => void) | undefined;
}

const RULES = {
  plugins: { expects: 'a list of plugins', accepts: isStackLike, required: true },
  protect: option.texts,
  undecided: oneOf('deny', 'ask', 'pass'),
  flush: option.duration,
  onOutcome: option.handler,
  onLog: option.handler,
};

/**
 * Types a config, and gives it back. It is checked when it is loaded.
 * @example
 * export default defineConfig({ plugins: [envFileGuard(), systemPathGuard()] });
 */
export function defineConfig(config: Config): Config {
  return config;
}

/**
 * Reads what a config file exports by default: a config, or a bare stack.
 * @throws HookloomError `CONFIG_INVALID` for neither, `OPTION_UNKNOWN` or `OPTION_INVALID` for a wrong key or value.
 */
export function toConfig(exported: unknown): Config {
  if (isStackLike(exported)) return { plugins: exported };
  if (typeof exported !== 'object' || exported === null) {
    throw new HookloomError('CONFIG_INVALID', 'it has no default export made by defineConfig, and no stack');
  }
  checkOptions('hookloom', { ...exported }, RULES);
  return exported as Config;
}

function isStackLike(value: unknown): value is Stack {
  return Array.isArray(value) || isPlugin(value);
}
