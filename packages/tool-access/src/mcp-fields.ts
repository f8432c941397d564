import type { AccessMode, SearchScope } from './access.js';
import { isFileUri } from './file-uri.js';
import type { Findings } from './findings.js';
import { readCommandField } from './mcp-commands.js';
import { ATTACHMENTS, DEED_MODES, type Deed, reachesBelow } from './mcp-deeds.js';
import { hasFolders, looksLikePath, type PathKey } from './mcp-keys.js';
import type { Locality } from './mcp-servers.js';
import { type NamedField, namedFields, type Surroundings, surroundingsOf } from './mcp-surroundings.js';
import { isOwnPath, isRooted } from './path-text.js';
import { isRecord } from './values.js';
import { anyOf, wordSet, wordsOf } from './words.js';

/** A tool whose fields are read by their names. */
export interface NamedTool extends Locality {
  words: readonly string[];
  serverWords: readonly string[];
  deed: Deed;
  /** What narrows the tool's search. */
  scope: SearchScope;
  /** The call asks for everything below its paths. */
  recursive: boolean;
  /** The directory, named in the call, that its relative paths start from. */
  base: string | undefined;
}

/** How deep fields are looked for: `edits[0].file_path` is one level down. */
const MAX_DEPTH = 2;

/** Fields that hold data; nothing in them is a path of this call. */
const DATA = wordSet(
  'content contents text texts body title description message messages query prompt comment comments summary thought ' +
    'pattern patterns regex string strings search replacement observations data metadata headers json payload code html markdown env environment',
);
const DOWNLOADS = wordSet('download export save');
/** A message, which may have a text and files beside it. */
const MESSAGES = wordSet('send post share');
/** Tools that choose a program, and those that make something with one. */
const CHOOSERS = wordSet('set configure select use choose');
const MAKERS = wordSet('create make new init initialize generate scaffold add');
/** What a maker may make at the path of a program. */
const PROGRAM_FILES = wordSet('binary executable exe program file files script module');
const SCHEME = /^\s*[a-z][a-z0-9+.-]+:\/\//i;

// The program of `create_venv { python_path }` is run, not made.
function onlyRuns({ words }: NamedTool, names: PathKey): boolean {
  if (!names.program || names.role !== 'plain') return false;
  return anyOf(words, CHOOSERS) || (anyOf(words, MAKERS) && !anyOf(words, PROGRAM_FILES));
}

// What is attached is sent, whatever is done to the message: `create_draft { attachments }`.
function attaches({ deed, words }: NamedTool, names: PathKey | undefined): boolean {
  const isMessage = deed === 'write' || deed === 'edit' || deed === 'unknown';
  return Boolean(names?.attached) && isMessage && !anyOf(words, DOWNLOADS) && !anyOf(words, ATTACHMENTS);
}

function modesOf(tool: NamedTool, names: PathKey | undefined, around: Surroundings): readonly AccessMode[] {
  const modes = DEED_MODES[tool.deed];
  if (!names) return modes.plain;
  if (onlyRuns(tool, names)) return ['execute'];
  if (names.directory && around.hasFileName && names.role === 'plain') return ['list'];
  if (names.sort === 'uri' && tool.deed === 'unknown') return ['read'];
  if (tool.deed === 'copy' && !around.hasTarget) return ['read', 'write'];
  return names.role === 'source' && !around.hasTarget ? modes.plain : modes[names.role];
}

function treeOf(tool: NamedTool, names: PathKey | undefined, around: Surroundings): SearchScope | undefined {
  const directory = names?.directory ?? false;
  if (directory && around.hasFileName) return undefined;
  // What is written at a destination is new: it reaches nothing that is below it already.
  if (names && (names.role === 'target' || names.role === 'output') && tool.deed !== 'delete')
    return undefined;
  return tool.recursive || reachesBelow(tool.deed, tool.words, directory) ? tool.scope : undefined;
}

function baseOf(tool: NamedTool, names: PathKey, value: string, around: Surroundings): string | undefined {
  const isBareName = !/[\\/]/.test(value);
  if (tool.deed === 'move' && names.fileName && names.role === 'target' && isBareName && around.source) {
    return `${around.source}/..`;
  }
  return names.fileName && around.directory !== undefined ? around.directory : tool.base;
}

function startsHere(value: string, base: string | undefined, { context }: Findings): boolean {
  const start = base === undefined || isRooted(value.trim(), context.platform) ? value : base;
  return isOwnPath(start, context);
}

// A remote service still reads here what it uploads, and writes here what it downloads.
function isLocal(tool: NamedTool, names: PathKey, value: string, around: Surroundings): boolean {
  if (!tool.remote || names.local) return true;
  if (tool.deed === 'upload') {
    return (names.attached || !around.carriesContent) && names.role !== 'target' && looksLikePath(value);
  }
  return names.role === 'output' && anyOf(tool.words, DOWNLOADS);
}

function holdsPath(tool: NamedTool, names: PathKey, key: string, value: string): boolean {
  if (value.trim() === '') return names.sort === 'certain' && !names.fileName;
  if (SCHEME.test(value)) return false;
  if (names.sort === 'uri') return /uris?$/i.test(key) && /^\s*[/~]/.test(value);
  if (names.sort === 'doubtful') return hasFolders(value);
  if (names.sort === 'certain' || looksLikePath(value)) return true;
  const isRecipient = tool.deed === 'upload' && names.role === 'target';
  return tool.aboutFiles && !isRecipient && value.length <= 4096 && !/[\r\n]/.test(value);
}

function readText(
  { key, names }: NamedField,
  value: string,
  via: string,
  tool: NamedTool,
  around: Surroundings,
  findings: Findings,
): void {
  const sighting = { via, modes: modesOf(tool, names, around), tree: treeOf(tool, names, around) };
  if (isFileUri(value.trim())) findings.uri(value, sighting);
  else if (names && holdsPath(tool, names, key, value)) {
    const base = baseOf(tool, names, value, around);
    if (!isLocal(tool, names, value, around) && !startsHere(value, base, findings)) return;
    // Many servers take an empty path for the directory that they work in.
    findings.path(value.trim() || '.', { ...sighting, base });
  }
}

// `files: { '/repo/a.ts': '…' }` names files by its keys.
function readPathMap(
  field: NamedField,
  value: Readonly<Record<string, unknown>>,
  via: string,
  tool: NamedTool,
  around: Surroundings,
  findings: Findings,
): void {
  for (const key of Object.keys(value)) {
    if (!findings.spend()) return;
    if (looksLikePath(key)) readText(field, key, `${via}[${JSON.stringify(key)}]`, tool, around, findings);
  }
}

/** Reads the fields of one object, and of the objects in it. */
export function readNamedFields(
  fields: readonly NamedField[],
  tool: NamedTool,
  findings: Findings,
  path = '',
  depth = 0,
): void {
  const around = surroundingsOf(fields, depth === 0 && anyOf(tool.words, MESSAGES));
  const readValue = (field: NamedField, value: unknown, via: string, isElement: boolean): void => {
    const user: NamedTool = attaches(tool, field.names) ? { ...tool, deed: 'upload' } : tool;
    if (typeof value === 'string') readText(field, value, via, user, around, findings);
    else if (Array.isArray(value) && !isElement) {
      for (let at = 0; at < value.length && findings.spend(); at += 1) {
        readValue(field, value[at], `${via}[${at}]`, true);
      }
    } else if (isRecord(value) && depth < MAX_DEPTH) {
      if (/^(?:files|paths)$/.test(field.name)) readPathMap(field, value, via, user, around, findings);
      readNamedFields(namedFields(value, `${via}.`, findings), user, findings, `${via}.`, depth + 1);
    }
  };
  for (const field of fields) {
    const via = `${path}${field.key}`;
    findings.attempt(via, () => {
      if (readCommandField(field, via, tool, findings) || field.names?.base) return;
      if (!DATA.has(wordsOf(field.key).at(-1) ?? '')) readValue(field, field.value, via, false);
    });
  }
}
