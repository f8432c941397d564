import { promises } from 'node:fs';
import {
  checkOptions,
  compileMatcher,
  type Duration,
  definePlugin,
  type HookContext,
  HookloomError,
  type OnFailure,
  oneOf,
  option,
  type Plugin,
} from '@hookloom/core';
import {
  type Access,
  accessesOf,
  canonicalPath,
  foldPath,
  isWithin,
  parseToolName,
  readOnlyCommand,
} from '@hookloom/tool-access';
import { reachesSecret } from './search-scope.js';
import { isSecretFile } from './secret-files.js';

/** Options of `readOnlyApprove`. */
export interface ReadOnlyApproveOptions {
  /** More tools that only read, by name or expression: `['mcp__docs__search', 'mcp__memory__(read|search)_.*']`. */
  readonly tools?: readonly string[] | undefined;
  /** Also approve shell commands of which every part is known to read only, and only this machine. Default: false. */
  readonly shell?: boolean | undefined;
  /** The folder that may be read. Default: CLAUDE_PROJECT_DIR, else the session's working directory. */
  readonly project?: string | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

const NAME = 'read-only-approve';

/** Built-in tools that change nothing outside of the session. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'Read',
  'Glob',
  'Grep',
  'LS',
  'NotebookRead',
  'TodoWrite',
  'TaskGet',
  'TaskList',
  'ToolSearch',
]);

/** Whatever they are declared to be, these do more than read. */
const ACTING = [
  ...['Bash', 'PowerShell', 'Monitor', 'Write', 'Edit', 'NotebookEdit', 'EnterWorktree'],
  ...['Agent', 'Workflow', 'RemoteTrigger', 'CronCreate'],
];

/** Tools of file servers that only read. */
const MCP_FILE_TOOLS: ReadonlySet<string> = new Set([
  'read_file',
  'read_text_file',
  'read_media_file',
  'read_multiple_files',
  'list_directory',
  'list_directory_with_sizes',
  'directory_tree',
  'search_files',
  'get_file_info',
  'list_allowed_directories',
]);
const FILE_SERVER = /^(file-?system|files?|fs)$/i;

/**
 * Approves calls that only read the project, so that nobody is asked, in subagents neither. It does not vote on secret
 * files, on paths outside of the project, on tools that it does not know, or where anything is unclear.
 * @throws HookloomError for unknown options, or a tool expression that can match nothing, or a built-in tool that acts.
 * @example
 * createHooks([readOnlyApprove({ tools: ['mcp__docs__search'] })])
 */
export function readOnlyApprove(options: ReadOnlyApproveOptions = {}): Plugin {
  checkOptions(NAME, options, {
    tools: option.texts,
    shell: option.boolean,
    project: option.string,
    timeout: option.duration,
    onFailure: oneOf('block', 'ask', 'continue'),
  });
  const { tools = [], shell = false, project = process.env.CLAUDE_PROJECT_DIR, timeout, onFailure } = options;
  const declared = tools.map(compileDeclared);

  return definePlugin({
    name: NAME,
    role: 'approver',
    timeout,
    onFailure,
    hooks: {
      PreToolUse: async (ctx) => {
        if (ctx.tool === 'Bash' && shell) {
          if (isReadOnlyCommand(ctx.input.command, ctx.payload.cwd)) ctx.allow('the command only reads');
          return;
        }
        const isDeclared = declared.some(({ matches }) => matches(ctx.tool));
        if (!isDeclared && !isKnown(ctx.tool)) return;
        const { cwd } = ctx.payload;
        const { accesses, complete, problems } = accessesOf({
          toolName: ctx.tool,
          toolInput: ctx.input,
          cwd,
        });
        // Of a declared tool it is enough that nothing is wrong with what is seen of it.
        if (isDeclared ? problems.some(({ kind }) => kind !== 'unknown-tool') : !complete) return;
        for (const access of accesses) {
          if (!isDeclared && access.mode !== 'read' && access.mode !== 'list') return;
          if (!(await mayBeRead(ctx, access, project ?? cwd))) return;
        }
        ctx.allow('it only reads the project');
      },
    },
  });
}

function isReadOnlyCommand(command: unknown, cwd: string): boolean {
  return typeof command === 'string' && readOnlyCommand(command, { cwd }).readOnly;
}

function compileDeclared(expression: string) {
  try {
    const matcher = compileMatcher(expression);
    const acting = ACTING.find((tool) => matcher.matches(tool));
    if (acting === undefined) return matcher;
    const advice = acting === 'Bash' ? '; for commands that only read there is shell: true' : '';
    throw new HookloomError('OPTION_INVALID', `${acting} does more than read${advice}`);
  } catch (error) {
    if (!(error instanceof HookloomError)) throw error;
    throw new HookloomError(error.code, `option 'tools': ${error.message}`, {
      plugin: NAME,
      value: expression,
    });
  }
}

function isKnown(name: string): boolean {
  if (BUILT_IN.has(name)) return true;
  const { server, tool } = parseToolName(name);
  return server !== undefined && FILE_SERVER.test(server) && MCP_FILE_TOOLS.has(tool);
}

async function mayBeRead(
  ctx: HookContext<'PreToolUse'>,
  { path, mode, tree }: Access,
  project: string,
): Promise<boolean> {
  const real = await canonicalPath(path, ctx.payload);
  const root = await canonicalPath(project, ctx.payload);
  if (real === undefined || root === undefined || !isWithin(foldPath(real), foldPath(root))) return false;
  if (!isWithin(foldPath(path), foldPath(root)) && !isWithin(foldPath(path), foldPath(project))) return false;
  if (mode === 'list') return true;
  if (isSecretFile(path) || isSecretFile(real)) return false;
  if (tree === undefined || !(await isFolder(real))) return true;
  return !(await reachesSecret(real, tree.glob, ctx.signal));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await promises.stat(path)).isDirectory();
  } catch {
    return false;
  }
}
