import { patternRegExp } from './shell/pattern.js';
import { isCheap } from './shell/regexp-cost.js';

/** A test of a found path by a glob in which wildcards cross slashes: of its last name, or of all of it as it is printed. */
export interface NameTest {
  readonly of: 'name' | 'path';
  readonly glob: string;
  /** Case does not count. */
  readonly folded?: boolean;
}

/** What a search such as find tells apart by name and kind, as far as it can be read; all of it holds for what is found. */
export interface SearchTests {
  /** The folder as it is written, which stands in front of each path that is found. */
  readonly start: string;
  /** The kinds that are found: `f` files, `d` folders, `l` links. */
  readonly kinds: string;
  /** Of each of these lists one holds. */
  readonly some?: readonly (readonly NameTest[])[];
  /** None of these holds. */
  readonly none?: readonly NameTest[];
  /** Folders below which nothing is found. */
  readonly pruned?: readonly NameTest[];
  /** Only empty files and folders are found. */
  readonly empty?: boolean;
  /** What is found is taken with all that lies below it. */
  readonly whole?: boolean;
  /** The names go on as text that may become other names: split at spaces, or changed by a script. */
  readonly loose?: boolean;
}

const compiled = new WeakMap<NameTest, RegExp | undefined>();

// The length is that of usual names: three wildcards in one test.
const USUAL_LENGTH = 30;

/** The regular expression that a test stands for; undefined for one that cannot be run in bounded time. */
export function regExpOfTest(test: NameTest): RegExp | undefined {
  if (!compiled.has(test)) {
    const { source } = patternRegExp(test.glob, { slashes: true, extended: false }) ?? {};
    const usable = source !== undefined && isCheap(source, USUAL_LENGTH);
    compiled.set(test, usable ? new RegExp(source, test.folded ? 'iu' : 'u') : undefined);
  }
  return compiled.get(test);
}

/** Whether such a search finds a path itself, given by its parts from the start; none stand for the start. */
export function isFound(tests: SearchTests, parts: readonly string[], isFolder: boolean): boolean {
  const { start, kinds, some, none, pruned } = tests;
  const holds = (path: readonly string[]) => (test: NameTest) =>
    regExpOfTest(test)?.test(printed(test, start, path)) === true;
  // The start may be a link to a folder.
  const fitting = parts.length === 0 ? /[dl]/ : isFolder ? /d/ : /[fl]/;
  if (!fitting.test(kinds)) return false;
  if (some?.some((list) => !list.some(holds(parts))) || none?.some(holds(parts))) return false;
  return !pruned || !parts.some((_, end) => pruned.some(holds(parts.slice(0, end))));
}

function printed({ of }: NameTest, start: string, parts: readonly string[]): string {
  if (of === 'name') return parts.at(-1) ?? (/([^/]*)\/*$/.exec(start)?.[1] || '/');
  return [parts.length > 0 ? start.replace(/\/$/, '') : start, ...parts].join('/');
}
