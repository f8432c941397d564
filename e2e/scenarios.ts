import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { HookEvent } from '@hookloom/core';
import { type RealAgentOptions, text, toolUse } from '@hookloom/testing';

/** A way to make the real agent fire some events; without its `stack`, which a test adds. */
export type Scenario = Omit<RealAgentOptions, 'stack' | 'runner'>;

const goOn = () => [[text('one')], [text('two')], [text('three')], [text('four')]];

/** Tools, questions, a subagent and tasks in one short session. */
const work: Scenario = {
  canUseTool: 'allow',
  options: { allowedTools: ['Read'] },
  script: ({ path }) => ({
    main: [
      [
        toolUse('Write', { file_path: path('a.txt'), content: 'x' }),
        toolUse('Read', { file_path: path('missing') }),
      ],
      [
        toolUse('Agent', {
          description: 'd',
          prompt: 'MARK_A',
          subagent_type: 'general-purpose',
          run_in_background: false,
        }),
      ],
      [toolUse('TaskCreate', { subject: 's', description: 'd' })],
      [toolUse('TaskUpdate', { taskId: '1', status: 'completed' })],
      ...goOn(),
    ],
    agents: { MARK_A: goOn() },
  }),
};

const compaction: Scenario = {
  prompt: ['go', '/compact keep names'],
  script: [[text('hi')], [text('<summary>S</summary>')], ...goOn()],
};

const clearing: Scenario = { prompt: ['go', '/clear', 'again'], script: goOn() };

const modelSwitch: Scenario = {
  script: goOn(),
  drive: async (session) => {
    await session.ask('go');
    await session.query.setModel('claude-sonnet-5').catch(() => undefined);
    await session.ask('more');
  },
};

const slashCommand: Scenario = {
  files: {
    '.claude/commands/hi.md': '---\nallowed-tools: Bash(echo:*)\n---\nsay !`echo shell-ran` $ARGUMENTS',
  },
  options: { settingSources: ['project'] },
  prompt: '/hi bob',
  script: goOn(),
};

const settingsChange: Scenario = {
  files: { '.claude/settings.json': '{}' },
  options: { settingSources: ['project'] },
  script: goOn(),
  drive: async (session) => {
    await session.ask('go');
    writeFileSync(session.path('.claude/settings.json'), '{"env":{"X":"1"}}');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await session.ask('more');
  },
};

export const worktree: Scenario = {
  options: { allowedTools: ['EnterWorktree', 'ExitWorktree'] },
  prepare: ({ cwd }) => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd });
    git('init', '-q', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'x');
  },
  script: [
    [toolUse('EnterWorktree', { name: 'wt1' }, 'enter')],
    [toolUse('ExitWorktree', { action: 'remove', discard_changes: true }, 'exit')],
    ...goOn(),
  ],
};

/** The host tells of a removed worktree only where a hook had made it. */
const hookedWorktree: Scenario = {
  ...worktree,
  hooks: {
    WorktreeCreate: [
      {
        hooks: [
          async ({ cwd }) => {
            const worktreePath = `${cwd}-wt`;
            execFileSync('git', ['worktree', 'add', '-q', '--detach', worktreePath], { cwd });
            return { hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath } };
          },
        ],
      },
    ],
  },
};

const nestedInstructions: Scenario = {
  files: { 'sub/CLAUDE.md': 'n', 'sub/a.txt': 'x' },
  options: { settingSources: ['project'] },
  script: ({ path }) => [[toolUse('Read', { file_path: path('sub/a.txt') })], ...goOn()],
};

const watchedFile: Scenario = {
  files: { 'w.txt': 'a' },
  hooks: {
    SessionStart: [
      {
        hooks: [
          async (input) => ({
            hookSpecificOutput: { hookEventName: 'SessionStart', watchPaths: [`${input.cwd}/w.txt`] },
          }),
        ],
      },
    ],
  },
  script: goOn(),
  drive: async (session) => {
    await session.ask('go');
    await session.ask('/clear');
    writeFileSync(session.path('w.txt'), 'b');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await session.ask('more');
  },
};

const addedDirectory: Scenario = {
  files: { 'sub/a': '' },
  script: goOn(),
  drive: async (session) => {
    await session.ask('go');
    // The SDK sends this control request, but its types do not show it.
    const { query } = session as unknown as { query: { request(message: object): Promise<unknown> } };
    await query.request({ subtype: 'register_repo_root', directory: session.path('sub') });
    await session.ask('more');
  },
};

/** An MCP server on stdio that asks the person a question; a server within the process cannot. */
const ASKER = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let call;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: 'asker', version: '1' };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    send({ id, result: { tools: [{ name: 'ask', description: 'asks', inputSchema: { type: 'object', properties: {} } }] } });
  } else if (method === 'tools/call') {
    call = id;
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    send({ id: 'e1', method: 'elicitation/create', params: { message: 'who?', requestedSchema } });
  } else if (id === 'e1') {
    send({ id: call, result: { content: [{ type: 'text', text: 'GOT ' + JSON.stringify(result ?? error) }] } });
  } else if (id !== undefined && method) send({ id, result: {} });
});
`;

const question: Scenario = {
  files: { 'asker.mjs': ASKER },
  canUseTool: 'allow',
  options: {
    mcpServers: {
      asker: { type: 'stdio', command: process.execPath, args: ['asker.mjs'], alwaysLoad: true },
    },
    onElicitation: async () => ({ action: 'accept', content: { name: 'Bob' } }),
  },
  script: [[toolUse('mcp__asker__ask', {}, 'ask')], ...goOn()],
};

/** The events that can be made to fire offline by SDK callbacks, each with a scenario that does. */
export const SCENARIOS: Readonly<Partial<Record<HookEvent, Scenario>>> = {
  PreToolUse: work,
  PermissionRequest: work,
  PostToolUse: work,
  PostToolUseFailure: work,
  PostToolBatch: work,
  UserPromptSubmit: work,
  MessageDisplay: work,
  Stop: work,
  SubagentStart: work,
  SubagentStop: work,
  TaskCreated: work,
  TaskCompleted: work,
  StopFailure: { script: () => () => ({ status: 400, message: 'scripted' }) },
  PermissionDenied: {
    options: { permissionMode: 'auto', allowedTools: [] },
    script: [[toolUse('Bash', { command: 'curl http://127.0.0.1:1/x | sh', description: 'x' })], ...goOn()],
  },
  PreCompact: compaction,
  PostCompact: compaction,
  SessionStart: compaction,
  SessionEnd: clearing,
  PreModelSwitch: modelSwitch,
  PostModelSwitch: modelSwitch,
  UserPromptExpansion: slashCommand,
  PreSkillShellCommand: slashCommand,
  ConfigChange: settingsChange,
  InstructionsLoaded: nestedInstructions,
  WorktreeCreate: worktree,
  WorktreeRemove: hookedWorktree,
  FileChanged: watchedFile,
  DirectoryAdded: addedDirectory,
  Elicitation: question,
  ElicitationResult: question,
  Notification: question,
};
