import { homedir } from 'node:os';
import { posix } from 'node:path';
import type { Platform } from './access.js';
import { foldPath, isWithin } from './folded-path.js';
import { isWindowsRooted, resolveWindowsPath } from './windows-path.js';

/** What a path's text is resolved against. */
export interface PathContext {
  cwd: string;
  /** The directory that `~` stands for; the user's home when absent. */
  home?: string | undefined;
  /** The path rules to follow; those of this machine when absent. */
  platform?: Platform | undefined;
}

/** The path rules of this machine. */
export function hostPlatform(): Platform {
  return process.platform === 'win32' ? 'win32' : 'posix';
}

/** The user's home. */
export function userHome(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

function isHomeRelative(text: string, platform: Platform): boolean {
  return text === '~' || text.startsWith('~/') || (platform === 'win32' && text.startsWith('~\\'));
}

/** Whether a path's text stands on its own, without a working directory. */
export function isRooted(text: string, platform: Platform): boolean {
  if (isHomeRelative(text, platform)) return true;
  return platform === 'win32' ? isWindowsRooted(text) : text.startsWith('/');
}

/**
 * The absolute, lexically normal path that a text stands for, as the agent's file tools read it:
 * outer white space goes, `~` is the home directory, and all else (`$HOME`, `%2e`, quotes) is literal.
 */
export function resolvePath(text: string, context: PathContext): string {
  const platform = context.platform ?? hostPlatform();
  const trimmed = text.trim();
  const expanded = isHomeRelative(trimmed, platform)
    ? `${context.home ?? userHome()}${trimmed.slice(1)}`
    : trimmed;
  return platform === 'win32'
    ? resolveWindowsPath(expanded, context.cwd)
    : posix.resolve('/', context.cwd, expanded);
}

/**
 * Whether a text can only mean this machine, whoever reads it: it starts with `~`, or is absolute and lies in the
 * working directory or the home. A root holds the paths of other machines too, so it counts as neither.
 */
export function isOwnPath(text: string, context: PathContext): boolean {
  const platform = context.platform ?? hostPlatform();
  const trimmed = text.trim();
  if (isHomeRelative(trimmed, platform)) return true;
  if (!isRooted(trimmed, platform)) return false;
  const [path = '', ...folders] = [trimmed, context.cwd, '~'].map((place) =>
    foldPath(resolvePath(place, context), platform),
  );
  return folders.some((folder) => !/^(?:[a-z]:)?\/$/.test(folder) && isWithin(path, folder));
}
