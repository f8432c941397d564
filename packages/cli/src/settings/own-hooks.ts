import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type HookEvent, isEvent } from '@hookloom/host';
import { startsHookloom } from './own-program.js';
import { isObject } from './read.js';
import { fillIn, type HookPlace } from './started-program.js';

/** The variable that holds the token of `hookloom serve` where Claude Code runs. */
export const TOKEN_VARIABLE = 'HOOKLOOM_TOKEN';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
const BUNDLE = /\.[cm]?js$/;

/** The event that a hook of a settings file hands to Hookloom; `undefined` for anybody else's hook. */
export function ownEvent(hook: unknown): HookEvent | undefined {
  if (!isObject(hook)) return undefined;
  if (hook.type === 'http') return eventOfUrl(hook);
  if (hook.type !== 'command' || typeof hook.command !== 'string') return undefined;
  const words = wordsIn(hook);
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
  const words = wordsIn(hook);
  return words.includes('run') ? undefined : words[words.indexOf('--event') - 1];
}

/** Where a hook runs, and which configs it has to run. */
export interface OwnPlace extends HookPlace {
  readonly configs: readonly string[];
}

/** Says why a hook that names Hookloom does not hand it every call of its matcher; `undefined` when it does. */
export function weaknessOf(hook: Readonly<Record<string, unknown>>, place: OwnPlace): string | undefined {
  if (hook.if !== undefined) return 'only on a condition';
  if (hook.async === true || hook.asyncRewake === true) return 'without waiting for the answer';
  if (hook.type === 'http') return isLocalUrl(hook.url) ? undefined : 'but a server elsewhere';
  if (!startsHookloom(hook, place)) return 'but another program';
  const known = place.configs.map(realPath);
  const named = configsOf(hook).map((file) => realPath(resolve(place.project, fillIn(file, place.project))));
  return named.every((file) => known.includes(file)) ? undefined : 'with another config';
}

/** Tells whether a URL leads to this machine. */
export function isLocalUrl(url: unknown): boolean {
  return URL.canParse(String(url)) && LOOPBACK.test(new URL(String(url)).hostname);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function configsOf(hook: Readonly<Record<string, unknown>>): string[] {
  const words = wordsIn(hook);
  return words.flatMap((word, i) => {
    if (word.startsWith('--config=')) return [word.slice('--config='.length)];
    return words[i - 1] === '--config' ? [word] : [];
  });
}

function wordsIn({ args, command }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(args) ? args.map(String) : wordsOf(String(command));
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
