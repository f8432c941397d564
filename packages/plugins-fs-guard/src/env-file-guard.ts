import { checkOptions, type Duration, type OnFailure, type Plugin } from '@hookloom/core';
import type { Undecided } from './judgement.js';
import { guardPaths, PATTERN_RULES, type PathPatterns } from './path-guard.js';

/** Options of `envFileGuard`. */
export interface EnvFileGuardOptions {
  /** More names to protect, such as 'secrets.json'. */
  readonly deny?: PathPatterns | undefined;
  /** More names to leave open, such as '.env.ci'. */
  readonly allow?: PathPatterns | undefined;
  /** What becomes of a command that cannot be decided. Default: 'deny'. */
  readonly undecided?: Undecided | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

/** The names that hold secrets by custom. */
export const ENV_FILES: readonly string[] = ['.env', '.env.*', '.envrc'];

/** The names of templates, which hold none. */
export const ENV_TEMPLATES: readonly string[] = ['.env.example', '.env.sample', '.env.template', '.env.dist'];

/**
 * Keeps .env files closed to every file tool, for reading and writing, in any folder and through links.
 * Searches go on and leave them out; templates such as .env.example stay open.
 * @throws HookloomError for unknown options or values that cannot be right.
 * @example
 * createHooks([envFileGuard()])
 */
export function envFileGuard(options: EnvFileGuardOptions = {}): Plugin {
  const name = 'env-file-guard';
  checkOptions(name, options, PATTERN_RULES);
  const { deny = [], allow = [], ...rest } = options;
  return guardPaths({
    ...rest,
    name,
    deny: [...ENV_FILES, ...deny],
    allow: [...ENV_TEMPLATES, ...allow],
    // A folder named .env is a Python environment more often than not, and holds no secret by custom.
    names: 'file-name',
    mentions: true,
    modes: ['read', 'write'],
    reason:
      'It holds secrets. Read .env.example for the names of the variables, or ask the person to look or change it.',
  });
}
