import { debuglog } from 'node:util';
import type { HookEvent } from '@hookloom/host';

/** A line that a plugin wrote by `ctx.log`. */
export interface LogRecord {
  readonly plugin: string;
  readonly event: HookEvent;
  readonly session: string | undefined;
  readonly message: string;
  readonly data?: unknown;
}

const debug = debuglog('hookloom');

/** Writes log lines to stderr when the environment says NODE_DEBUG=hookloom. */
export function logToDebug({ plugin, event, message, data }: LogRecord): void {
  debug('%s %s: %s', event, plugin, message, data ?? '');
}

const told = new Set<string>();

/** Tells the operator of something once in a process, as a Node warning that can be listened for or silenced. */
export function warnOnce(code: string, message: string, key = message): void {
  if (told.has(key)) return;
  if (told.size < 1000) told.add(key);
  process.emitWarning(message, { type: 'HookloomWarning', code });
}
