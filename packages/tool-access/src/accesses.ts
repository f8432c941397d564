import type { AccessOptions, ToolAccess, ToolCall, ToolFields } from './access.js';
import { builtinFields } from './builtin-tools.js';
import { readFields } from './fields.js';
import { createFindings, type Findings } from './findings.js';
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

// A getter or a proxy may throw at any touch.
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
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
  const findings = createFindings({
    cwd: attempt(() => textOf(call.cwd)) ?? '',
    home: attempt(() => textOf(options.home)),
    platform: attempt(() => options.platform) ?? hostPlatform(),
    shell: attempt(() => options.shell),
  });
  try {
    readCall(call, options ?? {}, findings);
  } catch {
    findings.problem('malformed', 'The call could not be read');
  }
  return findings.result();
}
