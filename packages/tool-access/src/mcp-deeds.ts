import type { AccessMode } from './access.js';
import { anyOf, wordSet } from './words.js';

/** What an MCP tool does, as its name tells. */
export type Deed =
  | 'read'
  | 'list'
  | 'find'
  | 'search'
  | 'inspect'
  | 'write'
  | 'edit'
  | 'delete'
  | 'copy'
  | 'move'
  | 'upload'
  | 'execute'
  | 'unknown';

/** The part that a path field plays in a deed. */
export type Role = 'plain' | 'source' | 'target' | 'output';

type Modes = readonly AccessMode[];
const R: Modes = ['read'];
const W: Modes = ['write'];
const L: Modes = ['list'];
const RW: Modes = ['read', 'write'];
const RX: Modes = ['read', 'execute'];

/** The modes of each role; `source` applies when the call names a target too, else `plain` does. */
export const DEED_MODES: Readonly<Record<Deed, Readonly<Record<Role, Modes>>>> = {
  read: { plain: R, source: R, target: R, output: W },
  list: { plain: L, source: L, target: L, output: W },
  find: { plain: L, source: L, target: L, output: W },
  search: { plain: R, source: R, target: R, output: W },
  inspect: { plain: R, source: R, target: R, output: W },
  write: { plain: W, source: R, target: W, output: W },
  edit: { plain: RW, source: RW, target: RW, output: W },
  delete: { plain: W, source: W, target: W, output: W },
  copy: { plain: R, source: R, target: W, output: W },
  move: { plain: RW, source: RW, target: W, output: W },
  upload: { plain: R, source: R, target: R, output: R },
  execute: { plain: RX, source: RX, target: RX, output: W },
  unknown: { plain: RW, source: RW, target: RW, output: RW },
};

const VERBS: Readonly<Record<Exclude<Deed, 'unknown'>, string>> = {
  read:
    'read get open view show display cat head tail load fetch retrieve preview parse describe print blame diff ' +
    'compare render convert transcribe translate ocr navigate goto visit browse scrape crawl overview',
  list: 'list ls listing readdir stat stats info exists metadata status tree log cd chdir activate switch',
  find: 'find locate glob',
  search: 'search grep ripgrep rg ag ack lookup',
  inspect:
    'analyze analyse scan index audit lint check validate verify review inspect count hash checksum md5 sha256 wc ' +
    'summarize summarise explain pack bundle archive zip compress ingest embed',
  write:
    'write create save store put set mkdir mkdirs touch chmod chown chgrp truncate overwrite clear erase generate ' +
    'init initialize make new record capture screenshot take export dump download unzip untar decompress symlink ' +
    'link restore revert reset rollback checkout install scaffold clone',
  edit:
    'edit multiedit modify change replace insert append prepend update patch apply upsert fix format reformat ' +
    'refactor add sed',
  delete: 'delete remove rm rmdir unlink del purge trash',
  copy: 'copy cp duplicate',
  move: 'move mv rename',
  upload: 'upload attach publish send share deploy import post',
  execute: 'run execute exec start launch spawn invoke eval build test compile debug',
};

const DEED_OF_VERB = new Map<string, Deed>(
  Object.entries(VERBS).flatMap(([deed, verbs]) =>
    verbs.split(' ').map((verb): [string, Deed] => [verb, deed as Deed]),
  ),
);

const FILES = wordSet('file files filename filenames filepath filepaths name names path paths');
const DIRECTORIES = wordSet('dir dirs directory directories folder folders');
const WHOLES = wordSet('tree recursive recursively codebase project workspace repo repository');
const CONTENTS = wordSet(
  'content contents text texts code codes source body line lines string symbol symbols reference references usage usages',
);
const PARTS = wordSet(
  'cell cells row rows section block paragraph tag tags import entry key value variable refactoring word',
);
const GREPS = wordSet('grep ripgrep rg ag ack regex');
const RECURSIVE = wordSet('recursive recursively');
const FACTS = wordSet(
  'info information metadata stat stats exists tree status permissions size structure attributes list names mtime',
);
const ADDERS = wordSet('add create put insert save');
/** What is sent along with a message. */
export const ATTACHMENTS = wordSet('attachment attachments attached');
const PLACES = wordSet('cwd working workspace root project');
const NOUN_TAKERS = wordSet('get list ls show describe log status');
/** Words that are a verb only when the name has no other. */
const NOUNS = wordSet('tree log status stat stats info metadata exists listing');
const READING = new Set<Deed>(['read', 'list', 'inspect', 'search', 'find']);
const WRITING = new Set<Deed>(['write', 'edit', 'delete', 'move']);

function deedOfWord(word: string): Deed | undefined {
  if (word === 'makefile') return undefined;
  // `readfile`, `listdir`: the verb and its object in one word.
  return (
    DEED_OF_VERB.get(word) ?? DEED_OF_VERB.get(word.replace(/(?:files?|dirs?|directory|folder|text)$/, ''))
  );
}

function stated(words: readonly string[]): { deed: Deed; verb: string } {
  const verbs = words.flatMap((verb, at) => {
    const deed = deedOfWord(verb);
    return deed ? [{ deed, verb, at }] : [];
  });
  // `start_search` is a search, but `run_and_read` still runs.
  if (verbs[0]?.deed === 'execute' && verbs[1]?.at === verbs[0].at + 1) verbs.shift();
  const first = verbs.find(({ verb }) => !NOUNS.has(verb)) ?? verbs[0];
  if (!first) return { deed: 'unknown', verb: '' };
  const others = verbs.filter((verb) => verb !== first).map(({ deed }) => deed);
  const joins = words.includes('and') || words.includes('or');
  const takesNoun = NOUN_TAKERS.has(first.verb) && !joins;
  const writesToo = READING.has(first.deed) && others.some((deed) => WRITING.has(deed));
  const readsToo = first.deed === 'write' && others.some((deed) => /^(?:read|search|edit)$/.test(deed));
  return { deed: (writesToo || readsToo) && !takesNoun ? 'edit' : first.deed, verb: first.verb };
}

function searchDeed(words: readonly string[], deed: Deed): Deed {
  if (anyOf(words, GREPS)) return 'search';
  const names = anyOf(words, FILES) || anyOf(words, DIRECTORIES);
  const inFiles = words.some((word, at) => word === 'in' && /^files?$/.test(words[at + 1] ?? ''));
  if (inFiles || anyOf(words, CONTENTS)) return 'search';
  return names ? 'find' : deed;
}

/** Whether a tool's name speaks of what is in files. */
export function namesContents(words: readonly string[]): boolean {
  return anyOf(words, CONTENTS) || anyOf(words, GREPS);
}

/** What the words of a tool's name say that it does. */
export function deedOf(words: readonly string[]): Deed {
  const { deed, verb } = stated(words);
  if (deed === 'search' || deed === 'find') return searchDeed(words, deed);
  if ((deed === 'read' || deed === 'inspect') && !anyOf(words, CONTENTS)) {
    const holdsOnlyNames = deed === 'read' && anyOf(words, DIRECTORIES) && !anyOf(words, FILES);
    return anyOf(words, FACTS) || holdsOnlyNames ? 'list' : deed;
  }
  if (ADDERS.has(verb) && anyOf(words, ATTACHMENTS)) return 'upload';
  if ((verb === 'set' || verb === 'change') && anyOf(words, PLACES)) return 'list';
  const aboutFiles = anyOf(words, FILES) || anyOf(words, DIRECTORIES);
  if ((deed === 'delete' || deed === 'move' || deed === 'copy') && !aboutFiles) {
    return anyOf(words, CONTENTS) || anyOf(words, PARTS) ? 'edit' : deed;
  }
  return deed;
}

/** Whether a deed reaches everything below the directory that it is given. */
export function reachesBelow(deed: Deed, words: readonly string[], isDirectoryField: boolean): boolean {
  if (deed === 'search' || deed === 'find' || deed === 'delete' || deed === 'move' || deed === 'copy')
    return true;
  if (deed === 'execute') return false;
  if (deed === 'list') return words.includes('tree') || anyOf(words, RECURSIVE);
  if (deed === 'write' || deed === 'edit') return anyOf(words, RECURSIVE);
  return isDirectoryField || anyOf(words, DIRECTORIES) || anyOf(words, WHOLES);
}
