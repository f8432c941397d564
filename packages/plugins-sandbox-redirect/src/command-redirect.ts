import { resolve } from 'node:path';
import { type Access, accessesOf, type Caller, type Problem, type ToolAccess } from '@hookloom/tool-access';
import { redirectWord } from './command-word.js';
import type { Redirect } from './copies.js';
import { deny, denyOutside, type Plan, type Rules } from './plan.js';

/** Where a program's own output goes, and what it may always read. */
const STREAM = /^\/dev\/(?:null|zero|full|u?random|tty|stdin|stdout|stderr|fd\/\d+|pts\/\d+)$/;

/** Plans a command: exactly the words that name a path under the root are written anew, or it is denied. */
export async function planCommand(
  input: Record<string, unknown>,
  command: string,
  caller: Caller,
  rules: Rules,
): Promise<Plan> {
  const { cwd } = caller;
  const { sandbox } = rules;
  const found = accessesOf({ toolName: 'Bash', toolInput: { command }, cwd });
  const problem = planProblems(found.problems, rules);
  if (problem?.kind === 'deny') return problem;
  const words = wordsOf(command, found);
  const here = await sandbox.place(cwd, caller);
  const cwdTarget = here.kind === 'inside' ? here.target : undefined;
  const redirects: Redirect[] = [];
  const changes: { start: number; end: number; text: string }[] = [];
  const folders: string[] = [];

  for (const { span, text, accesses, anyhow } of words) {
    const going: Redirect[] = [];
    let staying = 0;
    for (const access of accesses) {
      if (access.mode === 'execute' || STREAM.test(access.path)) continue;
      const place = await sandbox.place(access.path, caller);
      const refusal = place.kind === 'outside' ? denyOutside(access, rules) : undefined;
      if (refusal !== undefined) return refusal;
      if (place.kind === 'inside' && (await rules.isRedirected(access, place))) {
        going.push({ access, place, changes: isChange(access, accesses) });
      } else staying += 1;
    }
    if (going.length === 0) continue;
    const { path } = (going[0] as Redirect).access;
    // `cp a docs` writes docs/a, which no word names: it goes where the folder goes.
    const carried = redirects.some(
      ({ access }) => access.mode === 'write' && path.startsWith(`${access.path}/`),
    );
    redirects.push(...going);
    if (span === undefined) {
      if (carried) continue;
      return deny(unwritable(path));
    }
    // After a `cd` into the sandbox a relative word names the right file as it is, unless it may stand before or without it.
    const isMoved = folders.some((folder) => resolve(folder, text) === path) && !text.startsWith('/');
    if (isMoved && anyhow.every((other) => other.path !== resolve(cwd, text))) continue;
    if (accesses.some(({ via }) => via === 'cd' || via === 'pushd')) folders.push(path);
    // What is found is looked for in the sandbox then, where what the command would change is not.
    const searches = accesses.some(({ via, mode }) => via === 'find' && mode === 'list');
    if (searches && rules.reads !== 'mount' && going.some(({ changes }) => changes)) {
      return deny(unwritable(path));
    }
    const paths = going.map(({ access, place }) => ({ path: access.path, target: place.target }));
    const distinct = [...new Map(paths.map((each) => [each.path, each])).values()];
    const { mount, roots } = sandbox;
    const written =
      staying > 0 && !accesses.every(({ path: other }) => other === path)
        ? undefined
        : redirectWord({ text, paths: distinct, roots, mount, cwd, cwdTarget });
    if (written === undefined) return deny(unwritable(path));
    if (written !== text) changes.push({ ...span, text: written });
  }
  if (redirects.length === 0) return problem ?? { kind: 'pass', inMount: false, notes: [] };
  if (problem?.kind === 'ask') return problem;
  const targets = [...new Set(redirects.map(({ place }) => place.target))];
  const notes = [
    `Paths under ${sandbox.root} are kept as they are: this command acts on ${targets.join(', ')}.`,
  ];
  return { kind: 'rewrite', input: { ...input, command: replaced(command, changes) }, redirects, notes };
}

interface CommandWord {
  readonly span: Access['span'];
  readonly text: string;
  /** What it is taken to name. */
  readonly accesses: readonly Access[];
  /** What it may name on any way through the command. */
  readonly anyhow: readonly Access[];
}

/** The words of a command that name paths, in their order. */
function wordsOf(command: string, { accesses }: ToolAccess): CommandWord[] {
  const bySpan = new Map<string, Access[]>();
  for (const access of accesses) {
    const key = access.span === undefined ? `? ${access.path}` : `${access.span.start} ${access.span.end}`;
    bySpan.set(key, [...(bySpan.get(key) ?? []), access]);
  }
  const words = [...bySpan.values()].map((group): CommandWord => {
    const span = group[0]?.span;
    const text = span === undefined ? '' : command.slice(span.start, span.end);
    // A plain word names one file; it is told of twice where a `cd` before it could fail, and the first is meant.
    const isPlain = !/[*?[\]{}$`"'\\~]/.test(text);
    const accesses = isPlain ? group.filter(({ path }) => path === group[0]?.path) : group;
    return { span, text, accesses, anyhow: group };
  });
  return words.sort((a, b) => (a.span?.start ?? Infinity) - (b.span?.start ?? Infinity));
}

function isChange({ mode, via }: Access, group: readonly Access[]): boolean {
  return mode === 'write' && (via === '>>' || group.some((other) => other.mode === 'read'));
}

function planProblems(problems: readonly Problem[], { undecided, reads }: Rules): Plan | undefined {
  for (const { kind, message, modes } of problems) {
    const named = kind === 'computed' && (reads === 'mount' || (modes ?? ['write']).includes('write'));
    if (kind === 'unreadable' || kind === 'malformed' || named) {
      return deny(
        `The command cannot be redirected: ${message}. Write it so that every path in it can be read.`,
      );
    }
  }
  const [open] = problems.filter(({ kind }) => kind !== 'computed');
  if (open === undefined || undecided === 'pass') return undefined;
  return { kind: undecided, reason: `What the command writes is not known: ${open.message}.` };
}

function unwritable(path: string): string {
  return `${path} cannot be redirected where it stands in the command. Write the path out in a word of its own.`;
}

function replaced(command: string, changes: readonly { start: number; end: number; text: string }[]): string {
  let result = command;
  for (const { start, end, text } of [...changes].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result;
}
