import { type HookEvent, isEvent } from '@hookloom/host';
import { isObject } from './read.js';

/** The variable that holds the token of `hookloom serve` where Claude Code runs. */
export const TOKEN_VARIABLE = 'HOOKLOOM_TOKEN';

const BUNDLE = /\.[cm]?js$/;

/** The event that a hook of a settings file hands to Hookloom; `undefined` for anybody else's hook. */
export function ownEvent(hook: unknown): HookEvent | undefined {
  if (!isObject(hook)) return undefined;
  if (hook.type === 'http') return eventOfUrl(hook);
  if (hook.type !== 'command' || typeof hook.command !== 'string') return undefined;
  const words = Array.isArray(hook.args) ? hook.args.map(String) : wordsOf(hook.command);
  const at = words.indexOf('--event');
  const joined = words.find((word) => word.startsWith('--event='))?.slice('--event='.length);
  const event = joined ?? (at > 0 ? words[at + 1] : undefined);
  // A bundle takes the event alone.
  const isOwn =
    words.includes('run') || (at > 0 && BUNDLE.test(words[at - 1] ?? '') && words.length === at + 2);
  return isOwn && isEvent(event) ? event : undefined;
}

/** The bundle that a hook of Hookloom's runs, as it is written there; `undefined` where it runs the command line. */
export function bundleOf(hook: Readonly<Record<string, unknown>>): string | undefined {
  if (ownEvent(hook) === undefined || hook.type !== 'command') return undefined;
  const words = Array.isArray(hook.args) ? hook.args.map(String) : wordsOf(String(hook.command));
  return words.includes('run') ? undefined : words[words.indexOf('--event') - 1];
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
