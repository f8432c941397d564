import { stat } from 'node:fs/promises';
import {
  checkOptions,
  type Duration,
  definePlugin,
  type HookContext,
  type OnFailure,
  oneOf,
  option,
  type Plugin,
  someOf,
} from '@hookloom/core';
import { type Access, type AccessMode, accessesOf, canonicalPath } from '@hookloom/tool-access';
import { faultInPattern, type NamePattern, Protection, type ProtectionOptions } from './protection.js';
import { reachOf } from './reach.js';
import { asksForProtected, exclusionFor } from './search.js';

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
export const SHARED_RULES = {
  deny: patterns,
  allow: patterns,
  timeout: option.duration,
  onFailure: oneOf('block', 'ask', 'continue'),
};

/**
 * Guards paths of your own against every file tool: by the path as written and where it really leads.
 * @throws HookloomError for unknown options, an empty `deny` or a pattern that cannot be right.
 * @example
 * pathGuard({ deny: ['config/keys', '*.pem', '~/.ssh'], reason: 'Keys stay closed. Ask the person.' })
 */
export function pathGuard(options: PathGuardOptions): Plugin {
  const { name = 'path-guard' } = options ?? {};
  checkOptions(name, options, {
    ...SHARED_RULES,
    name: option.string,
    deny: { ...patterns, required: true, accepts: (value) => patterns.accepts(value) && value.length > 0 },
    modes: someOf('read', 'write', 'list', 'execute'),
    reason: option.string,
    root: option.string,
  });
  return guardPaths({ ...options, name });
}

/** Checked options, and what a pattern without a slash means. */
type CheckedOptions = PathGuardOptions & { readonly name: string; readonly names?: NamePattern['kind'] };

/** Builds a guard from checked options. */
export function guardPaths(options: CheckedOptions): Plugin {
  const { name, deny, allow = [], modes = ['read', 'write', 'execute'], timeout, onFailure } = options;
  const reason = options.reason ?? 'This path is closed to tools. Do without it, or ask the person.';
  const protectionOf = protectionBySession({ deny, allow, names: options.names ?? 'name' }, options.root);

  return definePlugin({
    name,
    timeout,
    onFailure,
    hooks: {
      PreToolUse: async (ctx) => {
        const { cwd } = ctx.payload;
        const { accesses, problems } = accessesOf({ toolName: ctx.tool, toolInput: ctx.input, cwd });
        const unread = problems.find(({ kind }) => kind === 'malformed' || kind === 'too-large');
        if (unread !== undefined) {
          return ctx.deny(
            `The call could not be read: ${unread.message}. Call the tool again with fewer and plain paths.`,
          );
        }
        const protection = protectionOf(ctx.payload.session_id, cwd);
        for (const access of accesses) {
          if (!modes.includes(access.mode)) continue;
          if (await isProtected(access, protection, cwd)) {
            ctx.tell(`kept the agent from ${VERBS[access.mode]} ${access.path}`);
            return ctx.deny(`${access.path} must not be ${PARTICIPLES[access.mode]} by tools. ${reason}`);
          }
          if (access.tree !== undefined) await guardTree(ctx, access, protection, reason);
        }
      },
    },
  });
}

const VERBS: Record<AccessMode, string> = {
  read: 'reading',
  write: 'writing',
  list: 'listing',
  execute: 'running',
};
const PARTICIPLES: Record<AccessMode, string> = {
  read: 'read',
  write: 'written',
  list: 'listed',
  execute: 'run',
};

const MOST_SESSIONS = 1000;

/** Gives the protection of a session: relative patterns may mean another folder in each. */
function protectionBySession(patterns: Omit<ProtectionOptions, 'roots'>, root: string | undefined) {
  const fixed = root ?? process.env.CLAUDE_PROJECT_DIR;
  const common = new Protection({ ...patterns, roots: [fixed ?? process.cwd()] });
  const bySession = new Map<string, Protection>();
  return (session: string, cwd: string): Protection => {
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

async function isProtected({ path }: Access, protection: Protection, cwd: string): Promise<boolean> {
  if (await protection.covers(path)) return true;
  const real = await canonicalPath(path, cwd);
  // Where it leads cannot be told, so it may lead anywhere.
  if (real === undefined) return true;
  return real !== path && protection.covers(real);
}

/** Keeps a call that reaches all of a folder away from what is protected, where the tool can be told so; else denies it. */
async function guardTree(
  ctx: HookContext<'PreToolUse'>,
  { path, tree, mode }: Access,
  protection: Protection,
  reason: string,
): Promise<void> {
  const folder = (await canonicalPath(path, ctx.payload.cwd)) ?? path;
  if (await isFile(folder)) return;
  const glob = tree?.glob;
  if (ctx.tool === 'Grep') {
    if (ctx.input.glob !== undefined && typeof ctx.input.glob !== 'string') {
      return ctx.deny(
        'The call could not be read: `glob` is not a text. Call the tool again with a plain glob.',
      );
    }
    if (glob !== undefined && asksForProtected(glob, protection)) {
      ctx.tell(`kept the agent from searching protected files in ${path}`);
      return ctx.deny(`The glob ${glob} asks for protected files. ${reason}`);
    }
    const exclusion = await exclusionFor(protection, folder);
    if (
      exclusion === '' ||
      (exclusion !== undefined && (glob === exclusion || glob?.endsWith(` ${exclusion}`)))
    )
      return;
    if (exclusion !== undefined && !ctx.judgingAgain) {
      return ctx.rewrite({ ...ctx.input, glob: glob === undefined ? exclusion : `${glob} ${exclusion}` });
    }
  }
  const reach = await reachOf({ folder, glob: mode === 'list' ? glob : undefined }, protection, ctx.signal);
  if (reach === 'nothing') return;
  ctx.tell(`kept the agent from ${VERBS[mode]} all of ${path}`);
  const why =
    reach === 'too-much'
      ? 'may hold protected files and is too large to look through'
      : `holds ${reach.found}`;
  ctx.deny(`${path} ${why}. Name a narrower folder. ${reason}`);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
