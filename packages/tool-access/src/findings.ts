import type {
  Access,
  AccessMode,
  Platform,
  Problem,
  ProblemKind,
  SearchScope,
  Span,
  ToolAccess,
} from './access.js';
import { fileUriPlace } from './file-uri.js';
import { isRooted, type PathContext, resolvePath } from './path-text.js';
import type { ShellOptions } from './shell/analysis.js';

/** Everything looked at in one call; beyond it the answer is `too-large`. */
const MAX_VALUES = 10_000;
/** Longer than any path that an operating system takes. */
const MAX_PATH_LENGTH = 32_768;

/** Where a path's text was found, and what is done to it. */
export interface Sighting {
  via: string;
  modes: readonly AccessMode[];
  tree?: SearchScope | undefined;
  /** A directory named in the same call, that a relative path starts from. */
  base?: string | undefined;
  span?: Span | undefined;
}

/** What paths are resolved against, its platform settled. */
export type FindingContext = PathContext & { platform: Platform; shell?: ShellOptions | undefined };

/** Collects what one call touches, and resolves each path on the way in. */
export interface Findings {
  readonly context: FindingContext;
  /** How many paths and problems there are so far. */
  readonly count: number;
  path(text: string, sighting: Sighting): void;
  /** A URI: only a `file:` one is local. */
  uri(text: string, sighting: Sighting): void;
  problem(kind: ProblemKind, message: string, via?: string): void;
  /** What a command touches, as it was read. */
  command(accesses: readonly Access[], problems: readonly Problem[]): void;
  /** Whether one more value may be looked at. */
  spend(): boolean;
  /** Runs a step; what it throws is a problem of that field. */
  attempt(via: string, step: () => void): void;
  result(): ToolAccess;
}

/** Why a text cannot be a path, if so. */
function flawOf(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL byte';
  return text.length > MAX_PATH_LENGTH ? 'is too long for a path' : undefined;
}

/** Starts an empty collection. */
export function createFindings(context: FindingContext): Findings {
  const { platform } = context;
  const found: ToolAccess = { accesses: [], complete: true, problems: [] };
  const seen = new Set<string>();
  let spent = 0;
  const hasCwd = isRooted(context.cwd, platform) && flawOf(context.cwd) === undefined;
  const here = { ...context, cwd: hasCwd ? context.cwd : '/' };

  function isNew(key: string): boolean {
    const before = seen.size;
    return seen.add(key).size > before;
  }

  const findings: Findings = {
    context: here,
    get count() {
      return found.accesses.length + found.problems.length;
    },
    path(text, { via, modes, tree, span, base = '.' }) {
      const flaw = flawOf(text) ?? flawOf(base);
      if (flaw) {
        findings.problem('malformed', flaw, via);
        return;
      }
      if (!hasCwd && !isRooted(text.trim(), platform) && !isRooted(base.trim(), platform)) {
        findings.problem('malformed', 'is no absolute path, so relative paths cannot be resolved', 'cwd');
      }
      const path = resolvePath(text, { ...here, cwd: base === '.' ? here.cwd : resolvePath(base, here) });
      for (const mode of modes) {
        if (!isNew(`${mode} ${via} ${span?.start ?? ''} ${path}`)) continue;
        found.accesses.push({ path, mode, via, ...(tree && { tree }), ...(span && { span }) });
      }
    },
    uri(text, sighting) {
      const { path, problem } = fileUriPlace(text, platform);
      if (problem) findings.problem('malformed', problem, sighting.via);
      else if (path !== undefined) findings.path(path, sighting);
    },
    problem(kind, text, via) {
      const message = via === undefined ? text : `\`${via}\` ${text}`;
      if (!isNew(`${kind} ${message}`)) return;
      found.complete = false;
      found.problems.push(via === undefined ? { kind, message } : { kind, message, via });
    },
    command(accesses, problems) {
      found.accesses.push(...accesses);
      found.problems.push(...problems);
      if (problems.length > 0) found.complete = false;
    },
    spend() {
      spent += 1;
      if (spent > MAX_VALUES) findings.problem('too-large', 'The call holds more values than are looked at');
      return spent <= MAX_VALUES;
    },
    attempt(via, step) {
      try {
        step();
      } catch {
        findings.problem('malformed', 'could not be read', via);
      }
    },
    result: () => found,
  };
  return findings;
}
