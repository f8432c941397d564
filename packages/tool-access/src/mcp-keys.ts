import { ATTACHMENTS, type Role } from './mcp-deeds.js';
import { anyOf, wordSet, wordsOf } from './words.js';

/** What the name of a field says about the paths in it. */
export interface PathKey {
  /**
   * `certain`: a path; `likely`: a path when it looks like one; `doubtful`: only when it cannot be a dotted name
   * either; `uri`: local only as `file:`.
   */
  sort: 'certain' | 'likely' | 'doubtful' | 'uri';
  role: Role;
  /** The value is a directory. */
  directory: boolean;
  /** The value is a file's name, to be looked for in a directory that the same call names. */
  fileName: boolean;
  /** The value is where relative paths start from. */
  base: boolean;
  /** The name says that the path is on this machine. */
  local: boolean;
  /** The value is sent along with a message. */
  attached: boolean;
  /** The value is a program to run. */
  program: boolean;
}

const BASES = wordSet(
  'cwd workdir workingdir workingdirectory projectpath projectroot projectdir projectdirectory repopath reporoot ' +
    'repodir repositorypath repositoryroot rootpath rootdir rootdirectory basepath basedir basedirectory ' +
    'workspacepath workspaceroot workspacedir workspacefolder',
);
const DIRECTORIES = wordSet('dir dirs directory directories folder folders dirname');
const PATHS = wordSet('path paths filepath filepaths pathname pathnames filename filenames');
const NAMED = wordSet('file folder dir directory');
const URIS = wordSet('uri uris url urls href link links');
const LIKELY = wordSet(
  'file files source sources src destination dest dst target targets from to input inputs output outputs out root ' +
    'roots location image images attachment attachments template document documents doc notebook pdf video audio ' +
    'media archive script left right old new original resource local artifact config database db project workspace',
);
/** Words before `path` that make it a path in something else than a file system. */
const ELSEWHERE = wordSet(
  'name x object property url api route endpoint http request element symbol breadcrumb menu secret s3 bucket ' +
    'container web query field',
);
/** Words before `path` that make it a file as often as a place in a document or a program: `$.a.b`, `os.path`. */
const DOUBTFUL = wordSet('json xml css svg key class node import package module vault');
const PROGRAMS = wordSet(
  'python node interpreter executable exe binary bin shell command program runtime compiler',
);
/** Programs by themselves, without a `path` after the word. */
const LONE_PROGRAMS = wordSet('python interpreter executable program');
const NO_VALUE = wordSet(
  'max min num total count has is no exclude excluded excludes ignore ignored skip with show hide allow include includes',
);
const LINKING = wordSet('in to or of from for');
const OUTPUT = wordSet(
  'output outputs out outfile outdir dest destination dst save export download result results',
);
const SOURCE = wordSet('source sources src input inputs original');

function roleOf(words: readonly string[]): Role {
  const [first = ''] = words;
  if (anyOf(words, OUTPUT)) return 'output';
  if (anyOf(words, SOURCE) || first === 'from' || first === 'old') return 'source';
  if (words.includes('target') || words.includes('targets') || first === 'to' || first === 'new')
    return 'target';
  return 'plain';
}

function sortOf(words: readonly string[], joined: string): PathKey['sort'] | undefined {
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  const [first = '', second = ''] = words;
  if (NO_VALUE.has(first) || words.includes('remote')) return undefined;
  if (URIS.has(last)) return 'uri';
  if (last === 'path' || last === 'paths') {
    if (ELSEWHERE.has(before)) return undefined;
    return DOUBTFUL.has(before) ? 'doubtful' : 'certain';
  }
  if (LONE_PROGRAMS.has(last)) return 'doubtful';
  if (BASES.has(joined) || PATHS.has(last) || DIRECTORIES.has(last)) return 'certain';
  if (joined === 'newname') return 'likely';
  if ((last === 'name' || last === 'names') && NAMED.has(before)) return 'certain';
  if ((last === 'file' || last === 'files') && words.length > 1) return 'certain';
  const leads =
    PATHS.has(first) || DIRECTORIES.has(first) || first === 'path' || first === 'file' || first === 'files';
  if (leads && LINKING.has(second)) return 'certain';
  return (words.length === 1 && LIKELY.has(last)) || ATTACHMENTS.has(last) ? 'likely' : undefined;
}

/** Reads the name of a field: `undefined` when it names no path. */
export function pathKeyOf(key: string): PathKey | undefined {
  const words = wordsOf(key).map((word) => word.replace(/\d+$/, '') || word);
  if (words.length > 1 && /^(?:[a-z]|\d+)$/.test(words.at(-1) ?? '')) words.pop();
  const joined = words.join('');
  const sort = sortOf(words, joined);
  if (!sort) return undefined;
  const last = words.at(-1) ?? '';
  const directory = anyOf(words, DIRECTORIES) || BASES.has(joined) || last === 'root' || last === 'roots';
  const isName = /^(?:filenames?|files?|names?)$/.test(last);
  return {
    sort,
    role: roleOf(words),
    directory,
    fileName: isName && !anyOf(words, DIRECTORIES),
    base: BASES.has(joined),
    local: words.includes('local'),
    attached: anyOf(words, ATTACHMENTS) && !directory && !/names?$/.test(last),
    program: LONE_PROGRAMS.has(last) || (/^paths?$/.test(last) && PROGRAMS.has(words.at(-2) ?? '')),
  };
}

/** Whether a text looks like a path: rooted, `./`, a dot file, or a name with an extension. */
export function looksLikePath(text: string): boolean {
  if (text.length > 4096 || /[\r\n\0]/.test(text)) return false;
  const trimmed = text.trim();
  if (/^(?:~?[\\/]|~$|\.|[a-z]:[\\/])/i.test(trimmed)) return true;
  if (/[\s@?=&<>|]/.test(trimmed) || /^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return false;
  const name = trimmed.slice(trimmed.lastIndexOf('/') + 1);
  if (name === trimmed && /\.(?:com|org|net)$/i.test(name)) return false;
  return /^\..|[^.]\.[a-z][a-z0-9_-]*$/i.test(name) || /(?:^|\/)\.[^/]/.test(trimmed);
}

/** Whether a text looks like a path and like no dotted name (`$.a.b`, `os.path`): it has a folder in it. */
export function hasFolders(text: string): boolean {
  return looksLikePath(text) && /\/|^\s*(?:~|\.{1,2}|[a-z]:)?\\/i.test(text);
}
