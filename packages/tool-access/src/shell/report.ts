import { posix } from 'node:path';
import type { Access, AccessMode, Problem, ProblemKind, SearchScope, Span, ToolAccess } from '../access.js';
import { MAX_ACCESSES, TooLarge } from './limits.js';

/** One program that a command starts, in whatever disguise. */
export interface Program {
  /** Its name, without the folder. */
  name: string;
  /** The word as it is called, such as './run.sh' or '/usr/bin/node'. */
  path: string;
  /** Its arguments; undefined for one that only the running command knows. */
  args: readonly (string | undefined)[];
  span?: Span;
}

/** What one command does, as far as it can be read. */
export interface Analysis {
  readonly touched: ToolAccess;
  readonly programs: readonly Program[];
  /** Why the command is not known to be read-only and local; absent when it is. */
  readonly impure: string | undefined;
  /** A function that starts itself over and over. */
  readonly forks: boolean;
}

/** What is known of an access when it is reported. */
export interface Sighting {
  via: string;
  span?: Span | undefined;
  tree?: SearchScope | undefined;
}

/** Collects what a command does. */
export class Report {
  /** Whether a function starts itself over and over. */
  forks = false;
  readonly #accesses: Access[] = [];
  readonly #problems: Problem[] = [];
  readonly #programs: Program[] = [];
  readonly #seen = new Set<string>();
  #impure: string | undefined;
  readonly #spell: (path: string) => string;

  /** `spell` writes a path as the platform does. */
  constructor(spell: (path: string) => string = posix.normalize) {
    this.#spell = spell;
  }

  /** Reports an access to an absolute path. */
  access(path: string, mode: AccessMode, { via, span, tree }: Sighting): void {
    const key = `${mode} ${via} ${span?.start ?? ''} ${path} ${tree ? JSON.stringify(tree) : ''}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (this.#seen.size > MAX_ACCESSES) throw new TooLarge();
    const access = { path: this.#spell(path), mode, via, ...(tree && { tree }), ...(span && { span }) };
    this.#accesses.push(Object.freeze(access));
  }

  problem(
    kind: ProblemKind,
    message: string,
    span?: Span,
    more: Pick<Problem, 'pattern' | 'modes'> = {},
  ): void {
    this.impure(message);
    const key = `${kind} ${message} ${span?.start ?? ''} ${more.pattern ?? ''}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#problems.push(Object.freeze({ kind, message, ...(span && { span }), ...more }));
  }

  program(program: Program): void {
    if (this.#programs.length < MAX_ACCESSES) this.#programs.push(program);
  }

  /** Says why the command may not be taken for read-only; the first reason is kept. */
  impure(why: string): void {
    this.#impure ??= why;
  }

  /** What was collected, for all who ask about the command. */
  finish(): Analysis {
    const problems = Object.freeze(this.#problems);
    const accesses = Object.freeze(this.#accesses);
    return {
      touched: Object.freeze({ accesses, complete: problems.length === 0, problems }),
      programs: this.#programs,
      impure: this.#impure,
      forks: this.forks,
    };
  }
}
