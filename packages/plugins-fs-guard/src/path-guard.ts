import {
  checkOptions,
  type Duration,
  definePlugin,
  type OnFailure,
  oneOf,
  option,
  type Plugin,
  someOf,
} from '@hookloom/core';
import { type AccessMode, mentionedPaths } from '@hookloom/tool-access';
import { judgedHooks } from './judged-hooks.js';
import { isProtected, type Rules, type Undecided } from './judgement.js';
import { faultInPattern, type NamePattern, Protection, type ProtectionOptions } from './protection.js';

/**
 * Patterns of protected paths, folders with all that is in them. Without a slash it is a name, anywhere (`secrets`,
 * `*.pem`); with one it is a path (`config/keys`, `./notes`, `~/.ssh`, `config/*.key`).
 */
export type PathPatterns = readonly string[];

/** Options of `pathGuard`. */
export interface PathGuardOptions {
  /** The plugin's name; give one when a stack has several path guards. Default: 'path-guard'. */
  readonly name?: string | undefined;
  /** What is protected. */
  readonly deny: PathPatterns;
  /** Exceptions. */
  readonly allow?: PathPatterns | undefined;
  /** What must not be done to it. Default: read, write and execute; listing names is left alone. */
  readonly modes?: readonly AccessMode[] | undefined;
  /** Why, and what to do instead, in words for the model. */
  readonly reason?: string | undefined;
  /**
   * The folder that relative patterns start from. Default: CLAUDE_PROJECT_DIR; without it both the process's folder and
   * the one that a session started in.
   */
  readonly root?: string | undefined;
  /**
   * What becomes of a command that cannot be decided: it cannot be read, it gives a reader or writer a name that only
   * the running command knows, or it feeds decoded or downloaded text to a shell. Default: 'deny'.
   */
  readonly undecided?: Undecided | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

const patterns = {
  ...option.texts,
  expects: 'a list of paths or names; wildcards are *, **, ?, [ ] and { }',
  accepts: (value: unknown): value is string[] =>
    option.texts.accepts(value) && (value as string[]).every((text) => faultInPattern(text) === undefined),
};

/** The option rules that every guard of this package shares. */
export const COMMON_RULES = {
  timeout: option.duration,
  onFailure: oneOf('block', 'ask', 'continue'),
  undecided: oneOf('deny', 'ask', 'pass'),
};

/** The option rules of the guards that take patterns. */
export const PATTERN_RULES = { ...COMMON_RULES, deny: patterns, allow: patterns };

/**
 * Guards paths of your own against every file tool: by the path as written and where it really leads.
 * @throws HookloomError for unknown options, an empty `deny` or a pattern that cannot be right.
 * @example
 * pathGuard({ deny: ['config/keys', '*.pem', '~/.ssh'], reason: 'Keys stay closed. Ask the person.' })
 */
export function pathGuard(options: PathGuardOptions): Plugin {
  const { name = 'path-guard' } = options ?? {};
  checkOptions(name, options, {
    ...PATTERN_RULES,
    name: option.string,
    deny: { ...patterns, required: true, accepts: (value) => patterns.accepts(value) && value.length > 0 },
    modes: someOf('read', 'write', 'list', 'execute'),
    reason: option.string,
    root: option.string,
  });
  return guardPaths({ ...options, name });
}

/** Checked options, what a pattern without a slash means, and whether `@file` in a prompt counts. */
type CheckedOptions = PathGuardOptions & {
  readonly name: string;
  readonly names?: NamePattern['kind'];
  readonly mentions?: boolean;
};

/** Builds a guard from checked options. */
export function guardPaths(options: CheckedOptions): Plugin {
  const { name, deny, allow = [], modes = ['read', 'write', 'execute'], timeout, onFailure } = options;
  const reason = options.reason ?? 'This path is closed to tools. Do without it, or ask the person.';
  const protectionOf = protectionBySession({ deny, allow, names: options.names ?? 'name' }, options.root);
  const undecided = options.undecided ?? 'deny';
  const rulesOf = ({ session_id, cwd }: { session_id: string; cwd: string }): Rules => {
    return { protection: protectionOf(session_id, cwd), modes, reason, undecided };
  };

  return definePlugin({
    name,
    timeout,
    onFailure,
    hooks: {
      ...judgedHooks((payload) => [rulesOf(payload)]),
      ...(options.mentions && {
        UserPromptSubmit: async (ctx) => {
          const { protection } = rulesOf(ctx.payload);
          for (const path of mentionedPaths(ctx.prompt, ctx.payload.cwd)) {
            if (await isProtected(path, protection, ctx.payload)) {
              return ctx.block(`${path} must not be read. ${reason}`);
            }
          }
        },
      }),
    },
  });
}

const MOST_SESSIONS = 1000;

/** What is protected, without the folders that it is looked for in. */
type Protected = Omit<ProtectionOptions, 'roots'>;

/**
 * Gives the protection of a session: relative patterns may mean another folder in each. A function is asked for the patterns
 * when the first protection is.
 */
export function protectionBySession(given: Protected | (() => Protected), root: string | undefined) {
  const fixed = root ?? process.env.CLAUDE_PROJECT_DIR;
  const here = process.cwd();
  const bySession = new Map<string, Protection>();
  let patterns: Protected | undefined;
  let common: Protection | undefined;
  return (session: string, cwd: string): Protection => {
    patterns ??= typeof given === 'function' ? given() : given;
    common ??= new Protection({ ...patterns, roots: [fixed ?? here] });
    if (fixed !== undefined || !common.isRelative) return common;
    let protection = bySession.get(session);
    if (protection === undefined) {
      protection = new Protection({ ...patterns, roots: [process.cwd(), cwd] });
      if (bySession.size >= MOST_SESSIONS) bySession.delete(bySession.keys().next().value as string);
      bySession.set(session, protection);
    }
    return protection;
  };
}
