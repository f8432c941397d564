import { checkOptions, type Duration, type OnFailure, type Plugin } from '@hookloom/core';
import { guardPaths, type PathPatterns, SHARED_RULES } from './path-guard.js';

/** Options of `systemPathGuard`. */
export interface SystemPathGuardOptions {
  /** More folders to protect, such as '/opt'. */
  readonly deny?: PathPatterns;
  /** Exceptions, such as '/usr/local/share/app'. */
  readonly allow?: PathPatterns;
  readonly timeout?: Duration;
  readonly onFailure?: OnFailure;
}

const POSIX = [
  '/etc',
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/boot',
  '/sys',
  '/proc/sys',
  '/dev',
];
const SYSTEM_PATHS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [...POSIX, '/System', '/Library'],
  win32: ['C:/Windows', 'C:/Program Files', 'C:/Program Files (x86)', 'C:/ProgramData', 'C:/Boot'],
};

// A program that writes to these writes to its own output, whatever they lead to.
const OUTPUTS = ['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty', '/dev/fd', '/dev/pts'];

/**
 * Keeps the system's folders (/etc, /usr, /boot and their like) from being written by any file tool; reading passes.
 * @throws HookloomError for unknown options or values that cannot be right.
 * @example
 * createHooks([systemPathGuard({ deny: ['/opt'] })])
 */
export function systemPathGuard(options: SystemPathGuardOptions = {}): Plugin {
  const name = 'system-path-guard';
  checkOptions(name, options, SHARED_RULES);
  const { deny = [], allow = [], ...rest } = options;
  return guardPaths({
    ...rest,
    name,
    deny: [...(SYSTEM_PATHS[process.platform] ?? POSIX), ...deny],
    allow: [...OUTPUTS, ...allow],
    modes: ['write'],
    reason:
      'The system’s own folders are not for this task. Write inside the project, or ask the person to do it.',
  });
}
