import { BUILTIN_TOOLS, isBuiltinTool, isMcpTool, TOOL_ALIASES } from './builtin-tools.js';
import { HookloomError, show } from './errors.js';
import { sampleExpression } from './matcher-sample.js';

/** A compiled matcher: which tools it means. `names` is there only for a list of exact names. */
export interface Matcher {
  readonly expression: string;
  readonly names?: readonly string[];
  /** Names of the list that no tool has, as far as is known. */
  readonly unknown: readonly string[];
  matches(toolName: string): boolean;
}

/**
 * Compiles a tool expression by the host's own rules, as measured: letters, digits, `_`, `-`, spaces, `|` and `,` make a
 * list of exact names, split at `|` or `,`; anything else is one unanchored regular expression; `*` means every tool.
 * Former names (`Task`) mean the present ones.
 * @throws HookloomError `MATCHER_INVALID` for an empty or broken expression, `MATCHER_DEAD` for one that can match no tool.
 */
export function compileMatcher(expression: string): Matcher {
  if (typeof expression !== 'string' || expression.trim() === '') throw invalid(expression);
  if (expression === '*') return { expression, unknown: [], matches: () => true };
  return /^[\w\- |,]+$/.test(expression) ? compileNames(expression) : compileRegex(expression);
}

function compileNames(expression: string): Matcher {
  const names = expression
    .split(/[|,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.filter((name) => !isBuiltinTool(name) && !isMcpTool(name));
  if (unknown.length === names.length) throw dead(expression);
  const wanted = new Set(names.map(presentName));
  return { expression, names, unknown, matches: (toolName) => wanted.has(presentName(toolName)) };
}

function compileRegex(expression: string): Matcher {
  let regex: RegExp;
  try {
    regex = new RegExp(expression);
  } catch (cause) {
    throw invalid(expression, cause);
  }
  const formerNames = [...TOOL_ALIASES].filter(([former]) => regex.test(former)).map(([, name]) => name);
  const matches = (toolName: string) =>
    regex.test(toolName) || regex.test(presentName(toolName)) || formerNames.includes(toolName);
  if (!BUILTIN_TOOLS.some(matches) && !matchesSomeMcpTool(regex)) throw dead(expression);
  return { expression, unknown: [], matches };
}

function presentName(toolName: string): string {
  return TOOL_ALIASES.get(toolName) ?? toolName;
}

// The names of MCP tools are not known beforehand, so one is made up from the expression itself.
function matchesSomeMcpTool(regex: RegExp): boolean {
  for (const sample of sampleExpression(regex.source)) {
    const candidates = [sample, `mcp__server__${sample}`, `mcp__${sample}__tool`, `${sample}server__tool`];
    if (candidates.some((candidate) => isMcpTool(candidate) && regex.test(candidate))) return true;
  }
  return false;
}

function invalid(expression: string, cause?: unknown): HookloomError {
  const message = `a tool expression must be a text, such as 'Write|Edit' or 'mcp__memory__.*'; got ${show(expression)}`;
  return new HookloomError('MATCHER_INVALID', message, { value: expression, cause });
}

function dead(expression: string): HookloomError {
  return new HookloomError(
    'MATCHER_DEAD',
    `the tool expression ${show(expression)} can match no tool: names are exact and case-sensitive ('Write|Edit'), those ` +
      "of MCP tools are 'mcp__server__tool' or the expression 'mcp__server__.*', and paths or commands do not belong here",
    { value: expression },
  );
}
