import { checkOptions, type Duration, type OnFailure, type Plugin } from '@hookloom/core';
import { systemPaths } from '@hookloom/tool-access';
import type { Undecided } from './judgement.js';
import { guardPaths, PATTERN_RULES, type PathPatterns } from './path-guard.js';

/** Options of `systemPathGuard`. */
export interface SystemPathGuardOptions {
  /** More folders to protect, such as '/opt'. */
  readonly deny?: PathPatterns | undefined;
  /** Exceptions, such as '/usr/local/share/app'. */
  readonly allow?: PathPatterns | undefined;
  /** What becomes of a command that cannot be decided. Default: 'deny'. */
  readonly undecided?: Undecided | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

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
  checkOptions(name, options, PATTERN_RULES);
  const { deny = [], allow = [], ...rest } = options;
  return guardPaths({
    ...rest,
    name,
    deny: [...systemPaths(), ...deny],
    allow: [...OUTPUTS, ...allow],
    modes: ['write'],
    reason:
      'The system’s own folders are not for this task. Write inside the project, or ask the person to do it.',
  });
}
