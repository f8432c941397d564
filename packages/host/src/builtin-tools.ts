/**
 * The built-in tools that the host's matchers know, as SDK 0.3.332 lists them in `BUILTIN_TOOL_NAMES`.
 * A type test compares both lists, so a new SDK cannot add a tool unseen.
 */
export const BUILTIN_TOOLS = [
  'Agent',
  'Artifact',
  'AskUserQuestion',
  'Bash',
  'ClaudeDesign',
  'CronCreate',
  'CronDelete',
  'CronList',
  'Edit',
  'EndConversation',
  'EnterPlanMode',
  'EnterWorktree',
  'ExitPlanMode',
  'ExitWorktree',
  'Glob',
  'Grep',
  'ListAgents',
  'ListMcpResourcesTool',
  'LSP',
  'Monitor',
  'NotebookEdit',
  'OfferChromeSetup',
  'PowerShell',
  'Projects',
  'propose_skills',
  'PushNotification',
  'Read',
  'ReadMcpResourceDirTool',
  'ReadMcpResourceTool',
  'ReadNotifications',
  'RemoteTrigger',
  'ReportFindings',
  'ScheduleWakeup',
  'SendFeedback',
  'SendMessage',
  'SendUserFile',
  'SendUserMessage',
  'SetGoal',
  'ShareOnboardingGuide',
  'ShowOnboardingRolePicker',
  'Skill',
  'SubagentHandback',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskStop',
  'TaskUpdate',
  'TodoWrite',
  'ToolSearch',
  'WaitForMcpServers',
  'WebFetch',
  'WebSearch',
  'Workflow',
  'Write',
] as const;

/** Former names that matchers still accept, each with the name that payloads carry (`LEGACY_TOOL_NAME_ALIASES`). */
export const TOOL_ALIASES: ReadonlyMap<string, string> = new Map([
  ['Task', 'Agent'],
  ['KillShell', 'TaskStop'],
  ['KillBash', 'TaskStop'],
  ['ListPeers', 'ListAgents'],
  ['Brief', 'SendUserMessage'],
  ['ListMcpResources', 'ListMcpResourcesTool'],
  ['ReadMcpResource', 'ReadMcpResourceTool'],
  ['ReadMcpResourceDir', 'ReadMcpResourceDirTool'],
  ['ProposeGoal', 'SetGoal'],
]);

const builtinNames: ReadonlySet<string> = new Set([...BUILTIN_TOOLS, ...TOOL_ALIASES.keys()]);

/** Tells whether a name is that of a built-in tool, or a former one. */
export function isBuiltinTool(name: string): boolean {
  return builtinNames.has(name);
}

/** Tells whether a name has the form of an MCP tool: `mcp__<server>__<tool>`. */
export function isMcpTool(name: string): boolean {
  return /^mcp__[\w-]+?__[\w-]+$/.test(name);
}
