import { posix } from 'node:path';
import type { SearchScope } from '../access.js';
import { scopeReaches } from '../search-scope.js';
import type { Shell } from './shell.js';
import { type Field, HOLE, type Listing, listingsOf, type Text } from './text.js';

/** How printed names are parted. */
export type Parted = 'lines' | 'nul';

const lists = new WeakMap<Text, Parted>();

/** Notes that a text is the names of its listing and nothing else. Whatever makes another text of it loses the note. */
export function noteNames(text: Text, parted: Parted): Text {
  lists.set(text, parted);
  return text;
}

/** How the names in a text are parted, when it is names and nothing else. */
export function partedNames(text: Text | undefined): Parted | undefined {
  return text && lists.get(text);
}

const MOST_LOOKED_AT = 3000;
const ONE_WORD = /^[^\s'"\\]+$/;

/** Whether a folder as it was written stays one word and no option where its name comes before those in it. */
export function isPlainRoot({ text }: Field): boolean {
  return ONE_WORD.test(text) && !text.startsWith('-') && !text.includes(HOLE);
}

// Only what leaves out a whole folder counts here.
function isEntered(folder: string, root: string, { exclude, keep, tracked, tests }: SearchScope): boolean {
  if (tracked && posix.basename(folder) === '.git') return false;
  const { start = root, pruned } = tests ?? {};
  const entered = {
    ...(exclude && !keep && { exclude }),
    ...(pruned && { tests: { start, pruned, kinds: 'f' } }),
  };
  return scopeReaches(entered, posix.relative(root, `${folder}/x`));
}

function namesIn({ root, scope }: Listing, shell: Shell, isFit: (name: string) => boolean): boolean {
  const { files } = shell;
  if (!files || root.includes(HOLE)) return false;
  const folders = [root];
  let looked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = files.entries(folder);
    if (!entries) return false;
    for (const { name, kind } of entries) {
      looked += 1;
      if (looked > MOST_LOOKED_AT || !isFit(name)) return false;
      const path = posix.join(folder, name);
      if (kind === 'folder' && isEntered(path, root, scope)) folders.push(path);
      // What is behind it is listed too.
      if (kind === 'link' && scope.follows === 'all' && files.kind(path) === 'folder') return false;
    }
  }
  return true;
}

/**
 * Whether the names in a text, given to a command as its arguments, stay one argument each and none of them an option,
 * by what is on disk.
 */
export function areSureNames(text: Text, parted: Parted, shell: Shell): boolean {
  if (lists.get(text) !== parted) return false;
  const isFit = (name: string) => !name.startsWith('-') && (parted === 'nul' || ONE_WORD.test(name));
  return listingsOf(text).every((listing) => namesIn(listing, shell, isFit));
}

/** Commands that do nothing but read the files that they are given, however many, or say something of their names. */
const READERS =
  /^(?:cat|tac|head|tail|wc|nl|grep|egrep|fgrep|rg|ls|file|stat|du|cksum|md5sum|sha1sum|sha256sum|sha512sum|sort|cut|od|hexdump|basename|dirname|realpath|readlink|echo)$/;

// Programs that change, move or remove the very files that they are given.
const CHANGERS =
  /^(?:rm|rmdir|unlink|shred|mv|cp|chmod|chown|chgrp|touch|truncate|g?sed|gzip|gunzip|bzip2|xz|zstd|dos2unix|unix2dos|prettier|eslint|black|isort|gofmt|rustfmt|clang-format|shfmt)$/;

/** Whether a command only reads the files that it is given, or says something of their names. */
export function isReader(command: string): boolean {
  return READERS.test(posix.basename(command));
}

/** Whether a command acts on the very files that it is given, makes no other names of them and prints none. */
export function isChanger(command: string): boolean {
  return CHANGERS.test(posix.basename(command));
}

/** A listing of which each name is given to a program that takes it as it is. */
export function tightened(listing: Listing): Listing {
  const { root, scope, others } = listing;
  const { tests } = scope;
  return {
    root,
    scope: tests ? { ...scope, tests: { ...tests, loose: false } } : scope,
    ...(others && { others: others.map(tightened) }),
  };
}
