import type { FieldUse, ToolFields } from './access.js';

const READ: FieldUse = { mode: 'read', required: true };
const WRITE: FieldUse = { mode: 'write', required: true };
const EDIT: FieldUse = { mode: ['read', 'write'], required: true };
const NOTHING: ToolFields = {};

/** The tools of the agent itself, each with the fields that name a local path, URI or command. */
export const BUILTIN_TOOLS: Readonly<Record<string, ToolFields>> = {
  // Files
  Read: { file_path: READ },
  Write: { file_path: WRITE },
  Edit: { file_path: EDIT },
  NotebookEdit: { notebook_path: EDIT },
  LSP: { filePath: 'read', file_path: 'read', uri: { mode: 'read', form: 'uri' } },

  // Searches
  Grep: { path: { mode: 'read', default: '.', tree: { glob: 'glob', type: 'type' } } },
  Glob: { pattern: { mode: 'list', form: 'glob', within: 'path', required: true } },

  // Commands
  Bash: { command: { mode: 'execute', form: 'shell', required: true } },
  Monitor: { command: { mode: 'execute', form: 'shell' } },
  PowerShell: { command: { mode: 'execute', form: 'powershell', required: true } },

  // Files that leave or enter by way of another system
  Artifact: { file_path: 'read', 'file_paths[]': 'read', out_dir: 'write' },
  Projects: { local_path: 'read' },
  SendUserFile: { 'files[]': 'read', 'file_paths[]': 'read', file_path: 'read', path: 'read' },
  SendUserMessage: { 'attachments[]': { mode: 'read', objects: 'ignored' } },
  WebFetch: { url: { mode: 'read', form: 'uri' } },
  ReadMcpResourceTool: { uri: { mode: 'read', form: 'uri', required: true } },
  ReadMcpResourceDirTool: { uri: { mode: 'list', form: 'uri', required: true } },

  // Work in another place
  EnterWorktree: { path: 'list' },
  Workflow: { scriptPath: ['read', 'execute'] },

  // No field of these names a local path
  Agent: NOTHING,
  AskUserQuestion: NOTHING,
  ClaudeDesign: NOTHING,
  CronCreate: NOTHING,
  CronDelete: NOTHING,
  CronList: NOTHING,
  EndConversation: NOTHING,
  EnterPlanMode: NOTHING,
  ExitPlanMode: NOTHING,
  ExitWorktree: NOTHING,
  ListAgents: NOTHING,
  ListMcpResourcesTool: NOTHING,
  OfferChromeSetup: NOTHING,
  propose_skills: NOTHING,
  PushNotification: NOTHING,
  ReadNotifications: NOTHING,
  RemoteTrigger: NOTHING,
  ReportFindings: NOTHING,
  ScheduleWakeup: NOTHING,
  SendFeedback: NOTHING,
  SendMessage: NOTHING,
  SetGoal: NOTHING,
  ShareOnboardingGuide: NOTHING,
  ShowOnboardingRolePicker: NOTHING,
  Skill: NOTHING,
  SubagentHandback: NOTHING,
  TaskCreate: NOTHING,
  TaskGet: NOTHING,
  TaskList: NOTHING,
  TaskStop: NOTHING,
  TaskUpdate: NOTHING,
  TodoWrite: NOTHING,
  ToolSearch: NOTHING,
  WaitForMcpServers: NOTHING,
  WebSearch: NOTHING,
};

/** Tools that the agent no longer has, but older transcripts and hosts still call. */
export const FORMER_TOOLS: Readonly<Record<string, ToolFields>> = {
  MultiEdit: { file_path: EDIT },
  NotebookRead: { notebook_path: READ },
  LS: { path: { mode: 'list', default: '.' } },
  BashOutput: NOTHING,
  TaskOutput: NOTHING,
};

/** Former names of tools that live on under another name. */
export const TOOL_ALIASES: Readonly<Record<string, string>> = {
  Task: 'Agent',
  KillShell: 'TaskStop',
  KillBash: 'TaskStop',
  ListPeers: 'ListAgents',
  Brief: 'SendUserMessage',
  ListMcpResources: 'ListMcpResourcesTool',
  ReadMcpResource: 'ReadMcpResourceTool',
  ReadMcpResourceDir: 'ReadMcpResourceDirTool',
  ProposeGoal: 'SetGoal',
};

/** The fields of a built-in tool, under its present or a former name. */
export function builtinFields(name: string): ToolFields | undefined {
  const current = Object.hasOwn(TOOL_ALIASES, name) ? TOOL_ALIASES[name] : name;
  if (current === undefined) return undefined;
  if (Object.hasOwn(BUILTIN_TOOLS, current)) return BUILTIN_TOOLS[current];
  return Object.hasOwn(FORMER_TOOLS, current) ? FORMER_TOOLS[current] : undefined;
}
