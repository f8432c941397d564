import { lstatSync } from 'node:fs';
import {
  type Access,
  type AccessMode,
  accessesOf,
  askedNames,
  askedResource,
  type Caller,
  canonicalPath,
  changesFolder,
  excludeFromGreps,
  foldPath,
  makesFolder,
  type Problem,
  type ProblemKind,
  scopeReaches,
  searchExclusion,
} from '@hookloom/tool-access';
import { isProtectedAnywhere, mayBeProtected } from './computed.js';
import { isNamePattern, type Protection, statOf } from './protection.js';
import { reachOf } from './reach.js';

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
  if (unread !== undefined) return unreadable(unread.message, 'with fewer and plain paths');
  let rewrite: Judgement | undefined;
  for (const access of accesses) {
    if (!rules.modes.includes(access.mode)) continue;
    const { path, mode } = access;
    if (
      (await isProtected(path, rules.protection, call.payload)) ||
      (rules.reachable && (await replacesFolder(access, call, rules)))
    ) {
      return denied(mode, path, rules);
    }
    if (access.tree === undefined) continue;
    const judgement = await judgeTree(access, call, rules, again);
    if (judgement?.kind === 'rewrite') rewrite = judgement;
    else if (judgement) return judgement;
  }
  const resource = askedResource(call.tool, call.input);
  if (resource && (await rules.protection.covers(resource.path))) return denied('read', resource.uri, rules);
  return (await judgeProblems(problems, rules)) ?? rewrite;
}

function unreadable(fault: string, advice: string): Judgement {
  return { kind: 'deny', reason: `The call could not be read: ${fault}. Call the tool again ${advice}.` };
}

function denied(mode: AccessMode, path: string, { reason }: Rules): Judgement {
  return {
    kind: 'deny',
    reason: `${path} must not be ${PARTICIPLES[mode]} by tools. ${reason}`,
    told: `kept the agent from ${VERBS[mode]} ${path}`,
  };
}

/** Whether a path is protected as it is written, where it really leads, or as another name of a protected file. */
export async function isProtected(path: string, protection: Protection, caller: Caller): Promise<boolean> {
  if (await protection.covers(path)) return true;
  const real = await canonicalPath(path, caller);
  // Where it leads cannot be told, so it may lead anywhere.
  if (real === undefined) return true;
  return (real !== path && (await protection.covers(real))) || protection.isAlias(real);
}

/** Whether a write puts something else in the place of a folder above what is protected, or closes that folder. */
async function replacesFolder(access: Access, call: JudgedCall, { protection }: Rules): Promise<boolean> {
  const { path, mode, tree } = access;
  // A search that starts there is done to what it finds.
  if (tree?.tests && !scopeReaches(tree, '')) return false;
  // What is copied or linked into a folder is judged by its own name.
  if (mode !== 'write' || makesFolder(access, call.tool)) return false;
  const real = (await canonicalPath(path, call.payload)) ?? path;
  if ((await protection.placeIn(real)) === undefined) return false;
  return changesFolder(access) || lstatSync(real, { throwIfNoEntry: false }) === undefined;
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
        return denied(mode, problem.pattern, rules);
      }
      if (problem.pattern !== undefined && !(await mayBeProtected(problem.pattern, protection))) continue;
    } else if (!UNDECIDED.has(problem.kind)) continue;
    if (undecided === 'pass') continue;
    const advice = `Whether it touches protected files cannot be told: ${problem.message}.`;
    return {
      kind: undecided,
      reason: `${advice} Write every name out. ${reason}`,
    };
  }
  return undefined;
}

/** Keeps a call that reaches all of a folder away from what is protected, where the tool can be told so; else denies it. */
async function judgeTree(
  access: Access,
  call: JudgedCall,
  rules: Rules,
  again: boolean,
): Promise<Judgement | undefined> {
  const { path, tree = {}, mode, via } = access;
  const { tool, input, payload } = call;
  const { protection, reason } = rules;
  const folder = (await canonicalPath(path, payload)) ?? path;
  if (statOf(folder)?.isFile()) return undefined;
  const { glob } = tree;
  if (tool === 'Grep') {
    const fields = input as { glob?: unknown };
    if (fields.glob !== undefined && typeof fields.glob !== 'string') {
      return unreadable('`glob` is not a text', 'with a plain glob');
    }
    if (glob !== undefined && (await asksForProtected(glob, protection))) {
      const told = `kept the agent from searching protected files in ${path}`;
      return { kind: 'deny', reason: `The glob ${glob} asks for protected files. ${reason}`, told };
    }
    const exclusion = searchExclusion(await protection.leftOut(), foldPath(folder, protection.platform));
    if (exclusion !== undefined) {
      if (exclusion === '' || ` ${glob}`.endsWith(` ${exclusion}`)) return undefined;
      const narrower = glob === undefined ? exclusion : `${glob} ${exclusion}`;
      if (!again) return { kind: 'rewrite', input: { ...fields, glob: narrower } };
    }
  }
  const reach = await reachOf(folder, access, rules, call);
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

/** Whether a Grep's `glob` asks for a protected name itself: such a search would find nothing. */
async function asksForProtected(glob: string, protection: Protection): Promise<boolean> {
  for (const name of askedNames(glob)) if (await protection.covers(`/${name}`)) return true;
  return false;
}

// Taken only when the command, read once more, reaches nothing that is protected.
async function narrowCommand(call: JudgedCall, rules: Rules): Promise<Record<string, unknown> | undefined> {
  const { command } = call.input as { command?: unknown };
  if (typeof command !== 'string') return undefined;
  const { protection } = rules;
  if (!protection.allow.every(isNamePattern)) return undefined;
  const narrowed = excludeFromGreps(command, call.payload.cwd, await protection.leftOut());
  if (narrowed === undefined) return undefined;
  const input = { ...(call.input as Record<string, unknown>), command: narrowed };
  return (await judge({ ...call, input }, rules, true)) === undefined ? input : undefined;
}
