import { type HookEvent, isEvent } from '@hookloom/core';

/** What `hookloom run` was asked. */
export interface RunArguments {
  readonly event: HookEvent;
  readonly config: string | undefined;
}

/**
 * Reads the arguments of a sound `hookloom run`, as settings name it; `undefined` for any others. A hook is started for
 * every call: this saves it the time that the full command line takes to load.
 */
export function toRunArguments(argv: readonly string[]): RunArguments | undefined {
  if (argv[0] !== 'run') return undefined;
  const told: Record<string, string> = {};
  for (let i = 1; i < argv.length; i += 1) {
    const [, name, glued] = /^--(event|config)(?:=(.*))?$/s.exec(argv[i] ?? '') ?? [];
    const value = glued ?? argv[++i];
    if (name === undefined || value === undefined) return undefined;
    told[name] = value;
  }
  return isEvent(told.event) ? { event: told.event, config: told.config } : undefined;
}
