import { type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import {
  baseName,
  createPlaceFinder,
  foldPath,
  isWithin,
  type LeftOut,
  PLATFORM,
  type Platform,
} from '@hookloom/tool-access';
import picomatch from 'picomatch';

/** One pattern, taken apart. */
export type Pattern =
  /** A file or folder of that name anywhere, with all that is in it: `secrets`, `*.pem`. */
  | { readonly kind: 'name'; readonly text: string; readonly matches: (name: string) => boolean }
  /** A file of that name anywhere; a folder of that name is another thing. */
  | { readonly kind: 'file-name'; readonly text: string; readonly matches: (name: string) => boolean }
  /** A file, or a folder with all that is in it: `/etc`, `~/.ssh`, `config/keys`, `./notes`. */
  | { readonly kind: 'path'; readonly text: string }
  /** The same with wildcards: `config/*.key`. */
  | { readonly kind: 'path-glob'; readonly text: string };

/** A pattern that holds for names anywhere. */
export type NamePattern = Extract<Pattern, { matches: unknown }>;

/** Tells whether a pattern is one of a name, wherever it lies. */
export function isNamePattern(pattern: Pattern): pattern is NamePattern {
  return pattern.kind === 'name' || pattern.kind === 'file-name';
}

const WILDCARD = /[*?[\]{}]/;

/** Says what is wrong with a pattern; `undefined` when it can be used. */
export function faultInPattern(text: string): string | undefined {
  if (text.includes('\0')) return 'it holds a NUL character';
  if (text !== text.trim()) return 'it begins or ends with a space';
  if (text.startsWith('!')) return 'it cannot be negated: use `allow`';
  if (/[()|]/.test(text) && WILDCARD.test(text)) return 'wildcards are *, **, ?, [ ] and { } only';
  return hasPairs(text) ? undefined : 'a bracket or brace has no partner';
}

function hasPairs(text: string): boolean {
  const bare = text.replace(/\[[^\]]*\]/g, '').replace(/\{[^{}]*\}/g, '');
  return !/[[\]{}]/.test(bare);
}

function parsePattern(text: string, names: NamePattern['kind'], platform: Platform): Pattern {
  // `**/x` is the name x anywhere, and `x/**` is x with all that is in it, as every pattern is.
  const written = platform === 'win32' ? text.replaceAll('\\', '/') : text;
  const bare = written.replace(/^(?:\*\*\/)+/, '').replace(/(?:\/\*\*)*\/*$/, '');
  const isPath = bare.includes('/') || /^(?:|~|\.\.?|[a-z]:)$/i.test(bare);
  if (!isPath) {
    const folded = foldPath(bare, platform);
    return { kind: names, text: folded, matches: matcherOf(folded) };
  }
  return { kind: WILDCARD.test(bare) ? 'path-glob' : 'path', text: bare === '' ? '/' : bare };
}

const ONE_STAR = /^([\w.-]*)\*([\w.-]*)$/;

function matcherOf(glob: string): (text: string) => boolean {
  if (!WILDCARD.test(glob)) return (text) => text === glob;
  // To compile a glob takes longer than to match many names.
  let compiled: ((text: string) => boolean) | undefined;
  const matches = (text: string) => {
    compiled ??= compileGlobs([glob]);
    return text === glob || compiled(text);
  };
  const [, start = '', end = ''] = ONE_STAR.exec(glob) ?? [];
  if (start === '' && end === '') return matches;
  return (text) =>
    /^\.*$|[\n\r\u2028\u2029]/.test(text)
      ? matches(text)
      : text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

/** Makes a matcher of paths by any of some globs. */
export function compileGlobs(globs: readonly string[]): (text: string) => boolean {
  // picomatch knows a negated class by `^` only.
  const read = globs.map((glob) => glob.replaceAll('[!', '[^'));
  return picomatch(read, { dot: true, nonegate: true });
}

/** A pattern that names a path, resolved. */
export interface Place {
  /** Absolute, lexical, as written. */
  readonly path: string;
  /** The folded forms of the path: as written, and where it really leads. Brackets in it may be its own (`app/[slug]`). */
  readonly forms: readonly string[];
  /** For a pattern with wildcards: where it starts, in each form, and the rest. */
  readonly globs: readonly (readonly [start: string, rest: string])[];
  /** Matches folded paths, for a pattern with wildcards. */
  readonly matches?: (folded: string) => boolean;
}

/** What a protection is made of. */
export interface ProtectionOptions {
  readonly deny: readonly string[];
  readonly allow: readonly string[];
  /** The folders that relative patterns start from. */
  readonly roots: readonly string[];
  /** What a pattern without a slash means. Default: 'name'. */
  readonly names?: NamePattern['kind'];
  /** Each text is one path, whatever characters it holds. */
  readonly literal?: boolean;
  readonly platform?: Platform;
}

/** Decides which paths are protected: those that a `deny` pattern takes and no `allow` pattern exempts. */
export class Protection {
  readonly deny: readonly Pattern[];
  readonly allow: readonly Pattern[];
  readonly platform: Platform;
  readonly #roots: readonly string[];
  #denied: Promise<readonly Place[]> | undefined;
  #allowed: Promise<readonly Place[]> | undefined;

  constructor({ deny, allow, roots, names = 'name', literal, platform = PLATFORM }: ProtectionOptions) {
    const parse = (text: string): Pattern =>
      literal ? { kind: 'path', text } : parsePattern(text, names, platform);
    this.deny = deny.map(parse);
    this.allow = allow.map(parse);
    this.#roots = roots;
    this.platform = platform;
  }

  /** The places of the `deny` patterns that name paths. */
  places(): Promise<readonly Place[]> {
    this.#denied ??= this.#resolve(this.deny);
    return this.#denied;
  }

  /** Tells whether a path is protected in the form given; links are the caller's part. `strictly`: nothing is exempt. */
  async covers(path: string, strictly?: boolean): Promise<boolean> {
    const folded = foldPath(path, this.platform);
    return takes(this.deny, await this.places(), folded) && (strictly || !(await this.#allows(folded)));
  }

  async #allows(folded: string): Promise<boolean> {
    this.#allowed ??= this.#resolve(this.allow);
    return takes(this.allow, await this.#allowed, folded);
  }

  /** Tells whether a canonical path is another name (a hard link) of a file that a `deny` pattern names by its path. */
  async isAlias(path: string): Promise<boolean> {
    const file = statOf(path);
    if (file === undefined || file.nlink < 2 || !file.isFile()) return false;
    for (const place of await this.places()) {
      if (place.matches !== undefined || (await this.#allows(place.forms[0] ?? ''))) continue;
      const named = statOf(place.path);
      if (named?.ino === file.ino && named.dev === file.dev) return true;
    }
    return false;
  }

  /** Whether only a look into a folder tells if something protected lies in it: names and wildcards hold anywhere. */
  get needsLook(): boolean {
    return this.deny.some(({ kind }) => kind !== 'path');
  }

  /** Gives a protected place that lies in a folder, so that a call on all of the folder would reach it. */
  async placeIn(path: string): Promise<string | undefined> {
    const folder = foldPath(path, this.platform);
    const places = (await this.places()).filter(({ matches }) => matches === undefined);
    return places.find(({ forms }) => forms.some((form) => isWithin(form, folder)))?.path;
  }

  /** What a search shall leave out, so that it stays away from what is protected. */
  async leftOut(): Promise<LeftOut> {
    const textsOf = (patterns: readonly Pattern[]) => patterns.filter(isNamePattern).map(({ text }) => text);
    return {
      names: textsOf(this.deny),
      folderNames: textsOf(this.deny.filter(({ kind }) => kind === 'name')),
      kept: textsOf(this.allow),
      places: await this.places(),
    };
  }

  /** Whether some pattern means another path in another folder. */
  get isRelative(): boolean {
    const { isAbsolute } = this.platform === 'win32' ? win32 : posix;
    return [...this.deny, ...this.allow].some(
      (pattern) => !isNamePattern(pattern) && !isAbsolute(pattern.text) && !/^~(\/|$)/.test(pattern.text),
    );
  }

  async #resolve(patterns: readonly Pattern[]): Promise<readonly Place[]> {
    const { resolve } = this.platform === 'win32' ? win32 : posix;
    // What a pattern of another platform names is not on this disk.
    const realOf = this.platform === PLATFORM ? createPlaceFinder() : async (path: string) => path;
    const realForm = async (path: string) => foldPath(await realOf(path), this.platform);
    const places: Place[] = [];
    for (const { kind, text } of patterns) {
      if (kind !== 'path' && kind !== 'path-glob') continue;
      const paths = this.#roots.map((root) => resolve(root, text.replace(/^~(?=\/|$)/, homedir())));
      for (const path of new Set(paths)) places.push(await this.#place(path, kind, realForm));
    }
    return places;
  }

  async #place(
    path: string,
    kind: 'path' | 'path-glob',
    realForm: (path: string) => Promise<string>,
  ): Promise<Place> {
    const written = foldPath(path, this.platform);
    const forms = [...new Set([written, await realForm(path)])];
    if (kind === 'path') return { path, forms, globs: [] };
    // Up to its first wildcard a pattern is a place like any other, and may be reached by another name.
    const [start, rest] = splitAtWildcard(path);
    const ending = foldPath(rest, this.platform);
    const starts = [...new Set([foldPath(start, this.platform), await realForm(start)])];
    const globs = starts.map((each): [string, string] => [each, ending]);
    const matches = compileGlobs(
      starts.flatMap((each) => [`${escaped(each)}/${ending}`, `${escaped(each)}/${ending}/**`]),
    );
    return { path, forms, globs, matches };
  }
}

/** What the file system tells of a path; links are followed. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function escaped(folder: string): string {
  return folder === '/' ? '' : folder.replace(/[*?[\]{}()!|+@\\]/g, '\\$&');
}

function splitAtWildcard(path: string): [base: string, rest: string] {
  const parts = path.replaceAll('\\', '/').split('/');
  const first = parts.findIndex((part) => WILDCARD.test(part));
  return [parts.slice(0, first).join('/') || '/', parts.slice(first).join('/')];
}

function takes(patterns: readonly Pattern[], places: readonly Place[], folded: string): boolean {
  for (const pattern of patterns) {
    if (pattern.kind === 'file-name' && pattern.matches(baseName(folded))) return true;
    if (pattern.kind === 'name' && folded.split('/').some(pattern.matches)) return true;
  }
  return places.some(
    ({ forms, matches }) => forms.some((form) => isWithin(folded, form)) || matches?.(folded) === true,
  );
}
