import type { SearchScope } from './access.js';
import type { Findings } from './findings.js';
import { DEED_MODES, type Deed, deedOf, reachesBelow } from './mcp-deeds.js';
import { type NamedTool, readNamedFields } from './mcp-fields.js';
import { localityOf } from './mcp-servers.js';
import { type NamedField, namedFields, textOf } from './mcp-surroundings.js';
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

// A tool without a path of its own works in the directory that the call names, or searches where its server is.
function readPlace(tool: NamedTool, base: NamedField | undefined, findings: Findings): boolean {
  const { deed, words, scope } = tool;
  const tree = reachesBelow(deed, words, false) ? { tree: scope } : {};
  const modes = DEED_MODES[deed].plain;
  if (base) findings.path(String(base.value), { via: base.key, modes, ...tree });
  else if ((deed === 'search' || deed === 'find') && (tool.local || anyOf(words, SEARCHES_FILES))) {
    findings.path('.', { via: 'path', modes, ...tree });
  } else return false;
  return true;
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
  const tool: NamedTool = {
    ...localityOf(name),
    words,
    serverWords: wordsOf(name.server ?? ''),
    deed,
    scope: scopeOf(fields, deed),
    recursive: fields.some((field) => field.name === 'recursive' && field.value === true),
    base: typeof base?.value === 'string' ? base.value : undefined,
  };
  readNamedFields(fields, tool, findings);
  const settled = findings.count > 0 || tool.remote || readPlace(tool, base, findings);
  if (!settled || name.server === undefined) {
    findings.problem('unknown-tool', `What the tool ${nameOf(name)} touches is not known`);
  }
}

function nameOf({ server, tool }: ToolName): string {
  return (server === undefined ? tool : `${tool} of the server ${server}`).slice(0, 200);
}
