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
import { isRooted, resolvePath } from './path-text.js';
import type { Setting } from './shell/analysis.js';

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
export type FindingContext = Setting & { readonly platform: Platform };

/** Why a text cannot be a path, if so. */
function flawOf(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL byte';
  return text.length > MAX_PATH_LENGTH ? 'is too long for a path' : undefined;
}

/** Collects what one call touches, and resolves each path on the way in. */
export class Findings {
  readonly context: FindingContext;
  readonly #hasCwd: boolean;
  readonly #accesses: Access[] = [];
  readonly #problems: Problem[] = [];
  /** What one command touches; given as it is when nothing else is found. */
  #command: ToolAccess | undefined;
  #seen: Set<string> | undefined;
  #spent = 0;

  constructor(context: FindingContext) {
    this.#hasCwd = isRooted(context.cwd, context.platform) && flawOf(context.cwd) === undefined;
    this.context = this.#hasCwd ? context : { ...context, cwd: '/' };
  }

  /** How many paths and problems there are so far. */
  get count(): number {
    const { accesses, problems } = this.result();
    return accesses.length + problems.length;
  }

  path(text: string, { via, modes, tree, span, base = '.' }: Sighting): void {
    const flaw = flawOf(text) ?? flawOf(base);
    if (flaw) {
      this.problem('malformed', flaw, via);
      return;
    }
    const { platform } = this.context;
    if (!this.#hasCwd && !isRooted(text.trim(), platform) && !isRooted(base.trim(), platform)) {
      this.problem('malformed', 'is no absolute path, so relative paths cannot be resolved', 'cwd');
    }
    const here = base === '.' ? this.context : { ...this.context, cwd: resolvePath(base, this.context) };
    const path = resolvePath(text, here);
    this.#takeCommand();
    for (const mode of modes) {
      if (!this.#isNew(`${mode} ${via} ${span?.start ?? ''} ${path}`)) continue;
      this.#accesses.push({ path, mode, via, ...(tree && { tree }), ...(span && { span }) });
    }
  }

  /** A URI: only a `file:` one is local. */
  uri(text: string, sighting: Sighting): void {
    const { path, problem } = fileUriPlace(text, this.context.platform);
    if (problem) this.problem('malformed', problem, sighting.via);
    else if (path !== undefined) this.path(path, sighting);
  }

  problem(kind: ProblemKind, text: string, via?: string): void {
    const message = via === undefined ? text : `\`${via}\` ${text}`;
    if (!this.#isNew(`${kind} ${message}`)) return;
    this.#takeCommand();
    this.#problems.push(via === undefined ? { kind, message } : { kind, message, via });
  }

  /** What a command touches, as it was read. */
  command(touched: ToolAccess): void {
    if (this.count === 0) this.#command = touched;
    else {
      this.#takeCommand();
      this.#add(touched);
    }
  }

  /** Whether one more value may be looked at. */
  spend(): boolean {
    this.#spent += 1;
    if (this.#spent > MAX_VALUES) this.problem('too-large', 'The call holds more values than are looked at');
    return this.#spent <= MAX_VALUES;
  }

  /** Runs a step; what it throws is a problem of that field. */
  attempt(via: string, step: () => void): void {
    try {
      step();
    } catch {
      this.problem('malformed', 'could not be read', via);
    }
  }

  result(): ToolAccess {
    if (this.#command) return this.#command;
    return { accesses: this.#accesses, complete: this.#problems.length === 0, problems: this.#problems };
  }

  #isNew(key: string): boolean {
    this.#seen ??= new Set();
    const before = this.#seen.size;
    return this.#seen.add(key).size > before;
  }

  // What a command touches is shared with all who ask about it.
  #takeCommand(): void {
    const command = this.#command;
    this.#command = undefined;
    if (command) this.#add(command);
  }

  #add({ accesses, problems }: ToolAccess): void {
    this.#accesses.push(...accesses);
    this.#problems.push(...problems);
  }
}
