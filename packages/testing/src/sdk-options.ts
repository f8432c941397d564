import type { Options } from '@anthropic-ai/claude-agent-sdk';

/** The SDK's options that a test may set; the kit owns the others. */
export type FreeSdkOptions = Omit<Options, 'abortController' | 'canUseTool' | 'cwd' | 'env' | 'hooks'>;

/** Built-in tools that need no network. Grep and Glob exist only where `tools` names them. */
const TOOLS = [
  'Agent',
  'Bash',
  'Edit',
  'EnterWorktree',
  'ExitWorktree',
  'Glob',
  'Grep',
  'Monitor',
  'NotebookEdit',
  'Read',
  'Skill',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskStop',
  'TaskUpdate',
  'Write',
];

/** The SDK's options for an offline run; those of the test replace the defaults one by one. */
export function sdkOptions(own: FreeSdkOptions, bypass: boolean): FreeSdkOptions {
  return {
    settingSources: [],
    tools: TOOLS,
    allowedTools: ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'],
    permissionMode: bypass ? 'bypassPermissions' : 'default',
    ...(bypass && { allowDangerouslySkipPermissions: true }),
    ...own,
  };
}
