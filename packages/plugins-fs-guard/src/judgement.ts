import { lstatSync, promises } from 'node:fs';
import {
  type Access,
  type AccessMode,
  accessesOf,
  type Caller,
  canonicalPath,
  type Problem,
  type ProblemKind,
} from '@hookloom/tool-access';
import { excludeFromSearches } from './command-search.js';
import { isProtectedAnywhere, mayBeProtected } from './computed.js';
import { protectedResource } from './mentions.js';
import type { Protection } from './protection.js';
import { reachOf } from './reach.js';
import { asksForProtected, exclusionFor } from './search.js';

/** What becomes of a command that cannot be decided. */
export type Undecided = 'deny' | 'ask' | 'pass';

/** What a guard protects, and how it speaks. */
export interface Rules {
  readonly protection: Protection;
  readonly modes: readonly AccessMode[];
  readonly reason: string;
  readonly undecided: Undecided;
  /** The folders above what is protected stay in their place, and keep their permissions. */
  readonly reachable?: boolean;
}

/** A call that is judged. */
export interface JudgedCall {
  readonly tool: string;
  readonly input: unknown;
  /** The payload, which all guards of the call share. */
  readonly payload: Caller;
  readonly signal: AbortSignal;
}

/** What a guard says to a call; `told` is for the person. */
export type Judgement =
  | { readonly kind: 'deny' | 'ask'; readonly reason: string; readonly told?: string }
  | { readonly kind: 'rewrite'; readonly input: Record<string, unknown>; readonly told?: string };

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

/** Judges a call by every path that it touches; undefined when nothing stands against it. */
export async function judge(call: JudgedCall, rules: Rules, again: boolean): Promise<Judgement | undefined> {
  const { accesses, problems } = accessesOf({
    toolName: call.tool,
    toolInput: call.input,
    cwd: call.payload.cwd,
  });
  const unread = problems.find(({ kind }) => kind === 'malformed' || kind === 'too-large');
  if (unread !== undefined) {
    const reason = `The call could not be read: ${unread.message}. Call the tool again with fewer and plain paths.`;
    return { kind: 'deny', reason };
  }
  let rewrite: Judgement | undefined;
  for (const access of accesses) {
    if (!rules.modes.includes(access.mode)) continue;
    if (await isProtected(access, rules.protection, call.payload)) return denied(access, access.path, rules);
    if (rules.reachable && (await replacesFolder(access, call, rules)))
      return denied(access, access.path, rules);
    if (access.tree === undefined) continue;
    const judgement = await judgeTree(access, call, rules, again);
    if (judgement?.kind === 'rewrite') rewrite = judgement;
    else if (judgement) return judgement;
  }
  const resource = await protectedResource(call, rules);
  if (resource !== undefined) return denied({ mode: 'read' }, resource, rules);
  return (await judgeProblems(problems, rules)) ?? rewrite;
}

function denied({ mode }: Pick<Access, 'mode'>, path: string, { reason }: Rules): Judgement {
  return {
    kind: 'deny',
    reason: `${path} must not be ${PARTICIPLES[mode]} by tools. ${reason}`,
    told: `kept the agent from ${VERBS[mode]} ${path}`,
  };
}

async function isProtected({ path }: Access, protection: Protection, caller: Caller): Promise<boolean> {
  if (await protection.covers(path)) return true;
  const real = await canonicalPath(path, caller);
  // Where it leads cannot be told, so it may lead anywhere.
  if (real === undefined) return true;
  return (real !== path && (await protection.covers(real))) || protection.isAlias(real);
}

// Making a folder puts nothing else in its place, and what is copied or linked into one is judged by its own name.
const MAKES_FOLDER = /(?:^|[ _])(?:mkdir|create_?(?:dir|folder)\w*)|^touch$|^git init$/i;
const CHANGES_FOLDER =
  /^(?:chmod|chown|chgrp|chattr|setfacl|rsync|python[\d.]*|node|nodejs|perl|ruby|php|bun|deno)$/;

/** Whether a write puts something else in the place of a folder above what is protected, or closes that folder. */
async function replacesFolder(access: Access, call: JudgedCall, { protection }: Rules): Promise<boolean> {
  const { path, via, mode } = access;
  if (mode !== 'write' || MAKES_FOLDER.test(via) || MAKES_FOLDER.test(call.tool)) return false;
  const real = (await canonicalPath(path, call.payload)) ?? path;
  if ((await protection.placeIn(real)) === undefined) return false;
  return CHANGES_FOLDER.test(via) || lstatSync(real, { throwIfNoEntry: false }) === undefined;
}

// Text that cannot be read, PowerShell, and text from elsewhere that a shell is fed.
const UNDECIDED: ReadonlySet<ProblemKind> = new Set(['unreadable', 'shell', 'fed']);

async function judgeProblems(problems: readonly Problem[], rules: Rules): Promise<Judgement | undefined> {
  const { modes, undecided, reason } = rules;
  for (const problem of problems) {
    if (problem.kind === 'computed') {
      const { protection } = rules;
      const mode = problem.modes ? problem.modes.find((each) => modes.includes(each)) : 'read';
      if (mode === undefined) continue;
      if (problem.pattern !== undefined && (await isProtectedAnywhere(problem.pattern, protection))) {
        return denied({ mode }, problem.pattern, rules);
      }
      if (problem.pattern !== undefined && !(await mayBeProtected(problem.pattern, protection))) continue;
    } else if (!UNDECIDED.has(problem.kind)) continue;
    if (undecided === 'pass') continue;
    const advice = `Whether it touches protected files cannot be told: ${problem.message}.`;
    return {
      kind: undecided,
      reason: `${advice} Write the command so that every name in it can be read. ${reason}`,
    };
  }
  return undefined;
}

/** Keeps a call that reaches all of a folder away from what is protected, where the tool can be told so; else denies it. */
async function judgeTree(
  { path, tree = {}, mode, via }: Access,
  call: JudgedCall,
  rules: Rules,
  again: boolean,
): Promise<Judgement | undefined> {
  const { tool, input, payload } = call;
  const { protection, reason } = rules;
  const folder = (await canonicalPath(path, payload)) ?? path;
  if (await isFile(folder)) return undefined;
  const { glob } = tree;
  if (tool === 'Grep') {
    const fields = input as { glob?: unknown };
    if (fields.glob !== undefined && typeof fields.glob !== 'string') {
      const fault =
        'The call could not be read: `glob` is not a text. Call the tool again with a plain glob.';
      return { kind: 'deny', reason: fault };
    }
    if (glob !== undefined && asksForProtected(glob, protection)) {
      const told = `kept the agent from searching protected files in ${path}`;
      return { kind: 'deny', reason: `The glob ${glob} asks for protected files. ${reason}`, told };
    }
    const exclusion = await exclusionFor(protection, folder);
    if (
      exclusion === '' ||
      (exclusion !== undefined && (glob === exclusion || glob?.endsWith(` ${exclusion}`)))
    ) {
      return undefined;
    }
    if (exclusion !== undefined && !again) {
      return {
        kind: 'rewrite',
        input: { ...fields, glob: glob === undefined ? exclusion : `${glob} ${exclusion}` },
      };
    }
  }
  const reach = await reachOf(
    { ...tree, folder, glob: mode === 'list' ? glob : undefined },
    protection,
    call,
  );
  if (reach === 'nothing') return undefined;
  const narrowed = again ? undefined : await narrowCommand(call, rules);
  if (narrowed !== undefined) return { kind: 'rewrite', input: narrowed };
  const told = `kept the agent from ${VERBS[mode]} all of ${path}`;
  const found =
    reach === 'too-much'
      ? 'may hold protected files and is too large to look through'
      : `holds ${reach.found}`;
  const advice = /grep|rg|^ag$|^ack$/.test(via)
    ? 'Exclude it from the search, or name a narrower folder.'
    : 'Name a narrower folder.';
  return { kind: 'deny', reason: `${path} ${found}. ${advice} ${reason}`, told };
}

// Taken only when the command, read once more, reaches nothing that is protected.
async function narrowCommand(call: JudgedCall, rules: Rules): Promise<Record<string, unknown> | undefined> {
  const { command } = call.input as { command?: unknown };
  if (typeof command !== 'string') return undefined;
  const narrowed = excludeFromSearches(command, call.payload.cwd, rules.protection);
  if (narrowed === undefined) return undefined;
  const input = { ...(call.input as Record<string, unknown>), command: narrowed };
  return (await judge({ ...call, input }, rules, true)) === undefined ? input : undefined;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await promises.stat(path)).isFile();
  } catch {
    return false;
  }
}
