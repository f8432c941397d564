import type { SearchScope } from './access.js';
import type { Findings } from './findings.js';
import { DEED_MODES, type Deed, deedOf, namesContents, reachesBelow } from './mcp-deeds.js';
import { type NamedTool, readNamedFields } from './mcp-fields.js';
import { localityOf } from './mcp-servers.js';
import { type NamedField, namedFields, textOf } from './mcp-surroundings.js';
import { isOwnPath } from './path-text.js';
import type { ToolName } from './tool-name.js';
import { isRecord } from './values.js';
import { anyOf, wordSet, wordsOf } from './words.js';

const GLOBS = wordSet(
  'glob globpattern fileglob filepattern filemask include includepattern pathsincludeglob',
);
const TYPES = wordSet('type filetype');
const SEARCH_SORTS = wordSet('searchtype');
const PATTERNS = wordSet('pattern');
/** Fields that choose what a tool of many uses does. */
const ACTIONS = wordSet('action operation op command method');
const REGEXES = wordSet('pattern regex substringpattern regexpattern');
const CODES = wordSet('code codebase source');
/** What a search for code goes through elsewhere. */
const PUBLISHED = wordSet('web docs documentation sample samples example examples');
const SEARCHES_FILES = wordSet('grep ripgrep rg file files');

function deedIn(words: readonly string[], fields: readonly NamedField[]): Deed {
  const deed = deedOf(words);
  if (deed === 'unknown') {
    const action = textOf(fields, ACTIONS) ?? '';
    return /^[\w-]{1,32}$/.test(action) ? deedOf(wordsOf(action)) : deed;
  }
  // Some servers search contents by a `regex` in a tool named for files; others search names on request.
  if (deed === 'find' && fields.some(({ name }) => name === 'regex')) return 'search';
  const searchesNames = /^(?:file|filename|name)s?$/.test(textOf(fields, SEARCH_SORTS) ?? '');
  return deed === 'search' && searchesNames && !anyOf(words, SEARCHES_FILES) ? 'find' : deed;
}

function scopeOf(fields: readonly NamedField[], deed: Deed): SearchScope {
  const glob = textOf(fields, GLOBS) ?? (deed === 'find' ? textOf(fields, PATTERNS) : undefined);
  const type = textOf(fields, TYPES);
  return { ...(glob === undefined ? {} : { glob }), ...(type === undefined ? {} : { type }) };
}

// Without a path, `search_files` and `search_code`, or `search_text` by a pattern, work where `Grep` does.
function searchesHere(
  { deed, local, words, serverWords }: NamedTool,
  fields: readonly NamedField[],
): boolean {
  if (deed !== 'search' && deed !== 'find') return false;
  if (local || anyOf(words, SEARCHES_FILES)) return true;
  if (deed === 'find' || anyOf([...serverWords, ...words], PUBLISHED)) return false;
  if (anyOf(words, CODES)) return true;
  const hasPattern = textOf(fields, REGEXES) !== undefined;
  return hasPattern && (namesContents(words) || anyOf(serverWords, CODES));
}

// A tool without a path of its own works in the directory that the call names, or searches where its server is.
function readPlace(
  tool: NamedTool,
  fields: readonly NamedField[],
  base: NamedField | undefined,
  findings: Findings,
): boolean {
  const { deed, words, scope } = tool;
  const tree = reachesBelow(deed, words, false) ? { tree: scope } : {};
  const modes = DEED_MODES[deed].plain;
  if (base) findings.path(String(base.value), { via: base.key, modes, ...tree });
  else if (searchesHere(tool, fields)) findings.path('.', { via: 'path', modes, ...tree });
  else return false;
  return true;
}

// What a container is given, other than a path in it, may be a folder of this machine: `volumes: ['/etc:/x']`.
function isElsewhere({ machine }: NamedTool, fields: readonly NamedField[]): boolean {
  return (
    !machine ||
    fields.some(({ name, names }) => !names?.base && (names?.sort === 'certain' || /paths?$/.test(name)))
  );
}

/** Reads a tool whose fields are known by their names only: those of MCP servers, and unknown ones. */
export function readNamedTool(name: ToolName, toolInput: unknown, findings: Findings): void {
  const input = toolInput ?? {};
  if (!isRecord(input)) {
    findings.problem('malformed', 'The input of the tool is no object');
    return;
  }
  const fields = namedFields(input, '', findings);
  const words = wordsOf(name.tool);
  const deed = deedIn(words, fields);
  const base = fields.find(
    ({ names, value }) => names?.base && typeof value === 'string' && value.trim() !== '',
  );
  const locality = localityOf(name);
  const start = typeof base?.value === 'string' ? base.value : undefined;
  const tool: NamedTool = {
    ...locality,
    // A call that names a directory of this machine to start from works there.
    remote: locality.remote && !isOwnPath(start ?? '', findings.context),
    words,
    serverWords: wordsOf(name.server ?? ''),
    deed,
    scope: scopeOf(fields, deed),
    recursive: fields.some((field) => field.name === 'recursive' && field.value === true),
    base: start,
  };
  readNamedFields(fields, tool, findings);
  const settled =
    findings.count > 0 || (tool.remote ? isElsewhere(tool, fields) : readPlace(tool, fields, base, findings));
  if (!settled || name.server === undefined) {
    findings.problem('unknown-tool', `What the tool ${nameOf(name)} touches is not known`);
  }
}

function nameOf({ server, tool }: ToolName): string {
  return (server === undefined ? tool : `${tool} of the server ${server}`).slice(0, 200);
}
