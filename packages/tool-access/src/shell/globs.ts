import { posix } from 'node:path';
import type { Entry, FileView } from './files.js';
import { MAX_FIELDS } from './limits.js';
import { hasWildcard, patternRegExp, unescaped } from './pattern.js';
import { isCheap } from './regexp-cost.js';

/** The `shopt` options that change what a glob matches. */
export interface GlobRules {
  dots: boolean;
  globstar: boolean;
  ignoreCase: boolean;
}

function isFolder(entry: Entry, path: string, files: FileView): boolean {
  return entry.kind === 'folder' || (entry.kind === 'link' && files.kind(path) === 'folder');
}

function foldersBelow(folder: string, files: FileView, rules: GlobRules, left: number): string[] | undefined {
  const found: string[] = [''];
  for (let index = 0; index < found.length; index += 1) {
    if (found.length > left) return undefined;
    const current = found[index] as string;
    const entries = files.entries(posix.join(folder, current));
    if (!entries) return undefined;
    for (const { name, kind } of entries) {
      if (kind === 'folder' && (rules.dots || !name.startsWith('.'))) found.push(`${current}${name}/`);
    }
  }
  return found;
}

/**
 * The paths that a glob matches on disk, as bash would print them; undefined when there are too many to look at.
 * `pattern` has its literal characters escaped.
 */
export function expandGlob(
  pattern: string,
  cwd: string,
  files: FileView,
  rules: GlobRules,
): string[] | undefined {
  const parts = pattern.split('/');
  let found: string[] = [''];
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    const next: string[] = [];
    for (const base of found) {
      if (part === '' || !hasWildcard(part)) {
        next.push(`${base}${unescaped(part)}${last ? '' : '/'}`);
        continue;
      }
      const folder = posix.resolve(cwd, base === '' ? '.' : base);
      if (rules.globstar && part === '**') {
        const below = foldersBelow(folder, files, rules, MAX_FIELDS);
        if (!below) return undefined;
        if (!last) next.push(...below.map((name) => base + name));
        else
          for (const name of below) {
            for (const entry of files.entries(posix.join(folder, name)) ?? []) {
              if (rules.dots || !entry.name.startsWith('.')) next.push(base + name + entry.name);
            }
          }
        continue;
      }
      const matcher = patternRegExp(rules.ignoreCase ? part.toLowerCase() : part);
      const entries = files.entries(folder);
      if (!entries || (matcher && !isCheap(matcher.source.slice(4, -2), 60))) return undefined;
      if (!matcher) continue;
      const wantsDot = /^(?:\\?\.|[@+*?!]\(\\?\.)/.test(part);
      for (const entry of entries) {
        const { name } = entry;
        if (name.startsWith('.') && !wantsDot && !rules.dots) continue;
        if (!matcher.test(rules.ignoreCase ? name.toLowerCase() : name)) continue;
        if (!last && !isFolder(entry, posix.join(folder, name), files)) continue;
        next.push(`${base}${name}${last ? '' : '/'}`);
      }
    }
    if (next.length > MAX_FIELDS) return undefined;
    found = next;
  }
  const literal = parts.filter((part) => !hasWildcard(part)).length > 0;
  return literal && !hasWildcard(parts.at(-1) ?? '')
    ? found.filter((path) => files.kind(posix.resolve(cwd, path)) !== 'missing')
    : found;
}
