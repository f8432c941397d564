import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { posixForm } from './windows-form.js';

/** What a look at one path gives. */
export type Kind = 'file' | 'folder' | 'other' | 'missing';

/** One name in a folder. */
export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** The file system as this package looks at it: names and kinds only, never contents, and a bounded number of each. */
export interface FileView {
  kind(path: string): Kind;
  /** Undefined when the folder cannot be listed, or the bound is reached. */
  entries(folder: string): readonly Entry[] | undefined;
  /** Where a path leads, links followed as far as it exists. */
  real(path: string): string;
  /** Whether the bound is reached: then what it said of some paths is no more than a guess. */
  readonly isSpent: boolean;
}

const MOST_ENTRIES = 20_000;
const MOST_LOOKS = 5_000;

const QUIET = { throwIfNoEntry: false } as const;

/** A view for one analysis; its bound is spent by it. */
class DiskView implements FileView {
  readonly #spell: (path: string) => string;
  #entriesLeft = MOST_ENTRIES;
  #looksLeft = MOST_LOOKS;
  #folders: Map<string, readonly Entry[] | undefined> | undefined;

  constructor(spell: (path: string) => string) {
    this.#spell = spell;
  }

  get isSpent(): boolean {
    return this.#looksLeft < 0 || this.#entriesLeft < 0;
  }

  kind(path: string): Kind {
    this.#looksLeft -= 1;
    if (this.#looksLeft < 0) return 'missing';
    try {
      const found = statSync(this.#spell(path), QUIET);
      if (!found) return 'missing';
      return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
    } catch {
      return 'missing';
    }
  }

  entries(folder: string): readonly Entry[] | undefined {
    this.#folders ??= new Map();
    if (!this.#folders.has(folder)) this.#folders.set(folder, this.#list(folder));
    return this.#folders.get(folder);
  }

  real(path: string): string {
    this.#looksLeft -= 1;
    if (this.#looksLeft < 0) return path;
    try {
      const real = realpathSync(this.#spell(path));
      return real.startsWith('/') ? real : posixForm(real);
    } catch {
      if (this.#isThere(path)) return path;
      const parent = posix.dirname(path);
      return parent === path ? path : posix.join(this.real(parent), posix.basename(path));
    }
  }

  #isThere(path: string): boolean {
    try {
      return lstatSync(this.#spell(path), QUIET) !== undefined;
    } catch {
      return false;
    }
  }

  #list(folder: string): readonly Entry[] | undefined {
    if (this.#entriesLeft < 0) return undefined;
    try {
      const found = readdirSync(this.#spell(folder), { withFileTypes: true });
      this.#entriesLeft -= found.length + 1;
      if (this.#entriesLeft < 0) return undefined;
      return found
        .map((entry): Entry => {
          const link = entry.isSymbolicLink();
          const kind = link ? 'link' : entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other';
          return { name: entry.name, kind };
        })
        .sort((one, two) => (one.name < two.name ? -1 : 1));
    } catch {
      return [];
    }
  }
}

/** A view for one analysis. `spell` writes a path as the platform does. */
export function viewFiles(spell: (path: string) => string = (path) => path): FileView {
  return new DiskView(spell);
}
