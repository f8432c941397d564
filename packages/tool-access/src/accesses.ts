import type { AccessOptions, ToolAccess, ToolCall, ToolFields } from './access.js';
import { builtinFields } from './builtin-tools.js';
import { readFields } from './fields.js';
import { type FindingContext, Findings } from './findings.js';
import { readNamedTool } from './mcp-tools.js';
import { hostPlatform } from './path-text.js';
import { parseToolName } from './tool-name.js';

function declaredFields(name: string, options: AccessOptions): ToolFields | undefined {
  const { tools } = options;
  return tools && Object.hasOwn(tools, name) ? tools[name] : builtinFields(name);
}

function readCall(call: ToolCall, options: AccessOptions, findings: Findings): void {
  const { toolName, toolInput } = call;
  if (typeof toolName !== 'string' || toolName === '') {
    findings.problem('malformed', 'The call names no tool');
    return;
  }
  const fields = declaredFields(toolName, options);
  if (fields) readFields(fields, toolInput, findings);
  else readNamedTool(parseToolName(toolName), toolInput, findings);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

// A getter or a proxy may throw at any touch.
function cwdOf(call: ToolCall): string {
  try {
    return textOf(call.cwd) ?? '';
  } catch {
    return '';
  }
}

function contextOf(call: ToolCall, options: AccessOptions): FindingContext {
  const cwd = cwdOf(call);
  try {
    const { home, platform = hostPlatform(), shell } = options;
    return { cwd, home: textOf(home), platform, shell };
  } catch {
    return { cwd, platform: hostPlatform() };
  }
}

/**
 * The local paths that a tool call touches, and whether that is all of them. It never throws. It looks at the call
 * only, but for the globs and folders of a shell command, which it looks up on disk (`shell.fileSystem` switches that off).
 *
 * @example
 * accessesOf({ toolName: 'Edit', toolInput: { file_path: 'src/a.ts' }, cwd: '/repo' }).accesses
 * // [{ path: '/repo/src/a.ts', mode: 'read', via: 'file_path' },
 * //  { path: '/repo/src/a.ts', mode: 'write', via: 'file_path' }]
 */
export function accessesOf(call: ToolCall, options: AccessOptions = {}): ToolAccess {
  const findings = new Findings(contextOf(call, options ?? {}));
  try {
    readCall(call, options ?? {}, findings);
  } catch {
    findings.problem('malformed', 'The call could not be read');
  }
  return findings.result();
}
