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
}

const MOST_ENTRIES = 20_000;
const MOST_LOOKS = 5_000;

/** A view for one analysis; its bound is spent by it. `spell` writes a path as the platform does. */
export function viewFiles(spell: (path: string) => string = (path) => path): FileView {
  let entriesLeft = MOST_ENTRIES;
  let looksLeft = MOST_LOOKS;
  const folders = new Map<string, readonly Entry[] | undefined>();

  function list(folder: string): readonly Entry[] | undefined {
    if (entriesLeft <= 0) return undefined;
    try {
      const found = readdirSync(spell(folder), { withFileTypes: true });
      entriesLeft -= found.length + 1;
      if (entriesLeft < 0) return undefined;
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

  return {
    kind(path) {
      looksLeft -= 1;
      if (looksLeft < 0) return 'missing';
      try {
        const found = statSync(spell(path));
        return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
      } catch {
        return 'missing';
      }
    },
    entries(folder) {
      if (!folders.has(folder)) folders.set(folder, list(folder));
      return folders.get(folder);
    },
    real(path) {
      looksLeft -= 1;
      if (looksLeft < 0) return path;
      try {
        const real = realpathSync(spell(path));
        return real.startsWith('/') ? real : posixForm(real);
      } catch {
        try {
          lstatSync(spell(path));
          return path;
        } catch {
          const parent = posix.dirname(path);
          return parent === path ? path : posix.join(this.real(parent), posix.basename(path));
        }
      }
    },
  };
}
