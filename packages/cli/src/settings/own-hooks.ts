import { type HookEvent, isEvent } from '@hookloom/core';
import { isObject } from './read.js';

/** The variable that holds the token of `hookloom serve` where Claude Code runs. */
export const TOKEN_VARIABLE = 'HOOKLOOM_TOKEN';

/** The event that a hook of a settings file hands to Hookloom; `undefined` for anybody else's hook. */
export function ownEvent(hook: unknown): HookEvent | undefined {
  if (!isObject(hook)) return undefined;
  if (hook.type === 'http') return eventOfUrl(hook);
  if (hook.type !== 'command' || typeof hook.command !== 'string') return undefined;
  const words = Array.isArray(hook.args) ? hook.args.map(String) : wordsOf(hook.command);
  const at = words.indexOf('--event');
  const joined = words.find((word) => word.startsWith('--event='))?.slice('--event='.length);
  const event = joined ?? (at > 0 ? words[at + 1] : undefined);
  return words.includes('run') && isEvent(event) ? event : undefined;
}

/** The words of a command line, without their quotes: enough to know our own by. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

function eventOfUrl({ url, headers }: Record<string, unknown>): HookEvent | undefined {
  if (typeof url !== 'string' || !JSON.stringify(headers ?? {}).includes(TOKEN_VARIABLE)) return undefined;
  const event = /\/hooks\/(\w+)$/.exec(url)?.[1];
  return isEvent(event) ? event : undefined;
}
