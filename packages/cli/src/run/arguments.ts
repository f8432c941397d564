import { parseArgs } from 'node:util';
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
  try {
    const options = { event: { type: 'string' }, config: { type: 'string' } } as const;
    const { event, config } = parseArgs({ args: argv.slice(1), options }).values;
    return isEvent(event) ? { event, config } : undefined;
  } catch {
    return undefined;
  }
}
