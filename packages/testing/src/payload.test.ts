import { EVENTS, type HookEvent } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import { payload, subagent, toolCall, toolResult } from './payload.js';

const SESSION = 'session_id transcript_path cwd hook_event_name';
const PROMPTED = `${SESSION} prompt_id`;
const WORKING = `${PROMPTED} permission_mode effort`;
const SWITCH =
  'from_model to_model requested_model source context_tokens prompt_cache_warm cache_ttl estimated_cache_write_usd pricing';

/** The keys that a real run sent. TeammateIdle was never seen: its keys are those that the SDK's types require. */
const KEYS: Record<HookEvent, string> = {
  PreToolUse: `${WORKING} tool_name tool_input tool_use_id`,
  PostToolUse: `${WORKING} tool_name tool_input tool_use_id tool_response duration_ms`,
  PostToolUseFailure: `${WORKING} tool_name tool_input tool_use_id error is_interrupt duration_ms`,
  PostToolBatch: `${WORKING} tool_calls`,
  PermissionRequest: `${WORKING} tool_name tool_input permission_suggestions`,
  PermissionDenied: `${WORKING} tool_name tool_input tool_use_id reason`,
  PreSkillShellCommand: `${WORKING} tool_name tool_input tool_use_id command_name command_source invoked_by`,
  UserPromptSubmit: `${PROMPTED} permission_mode prompt`,
  UserPromptExpansion: `${PROMPTED} permission_mode expansion_type command_name command_args command_source prompt`,
  PreModelSwitch: `${PROMPTED} ${SWITCH}`,
  PostModelSwitch: `${PROMPTED} ${SWITCH}`,
  SessionStart: `${PROMPTED} source model`,
  SessionEnd: `${PROMPTED} reason`,
  Setup: `${SESSION} trigger`,
  Stop: `${WORKING} stop_hook_active last_assistant_message background_tasks session_crons`,
  StopFailure: `${PROMPTED} effort error last_assistant_message`,
  SubagentStart: `${PROMPTED} agent_id agent_type`,
  SubagentStop: `${WORKING} agent_id agent_type stop_hook_active agent_transcript_path last_assistant_message background_tasks session_crons`,
  PreCompact: `${PROMPTED} trigger custom_instructions`,
  PostCompact: `${PROMPTED} trigger compact_summary`,
  Notification: `${PROMPTED} message notification_type`,
  TaskCreated: `${PROMPTED} task_id task_subject task_description`,
  TaskCompleted: `${PROMPTED} task_id task_subject task_description`,
  TeammateIdle: `${PROMPTED} teammate_name team_name`,
  Elicitation: `${PROMPTED} mcp_server_name message mode requested_schema`,
  ElicitationResult: `${PROMPTED} mcp_server_name mode action content`,
  ConfigChange: `${PROMPTED} source file_path`,
  InstructionsLoaded: `${SESSION} file_path memory_type load_reason`,
  WorktreeCreate: `${PROMPTED} name`,
  WorktreeRemove: `${PROMPTED} worktree_path`,
  CwdChanged: `${PROMPTED} old_cwd new_cwd`,
  FileChanged: `${PROMPTED} file_path event`,
  DirectoryAdded: `${PROMPTED} directory source`,
  MessageDisplay: `${PROMPTED} turn_id message_id index final delta`,
};

describe('payload', () => {
  it('knows all 34 events', () => {
    expect(EVENTS).toHaveLength(34);
  });

  it.each(EVENTS)('makes a payload of %s with the fields of a real one', (event) => {
    const made = payload(event);
    expect(Object.keys(made).sort()).toEqual(KEYS[event].split(' ').sort());
    expect(made.hook_event_name).toBe(event);
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
  });

  it('replaces fields, and takes out those that are undefined', () => {
    const made = payload('SessionStart', { source: 'startup', model: undefined, cwd: '/elsewhere' });
    expect(made).toMatchObject({ source: 'startup', cwd: '/elsewhere' });
    expect(made).not.toHaveProperty('model');
  });

  it('gives each tool call an id of its own', () => {
    const ids = [1, 2, 3].map(() => payload('PreToolUse').tool_use_id);
    expect(new Set(ids).size).toBe(3);
  });

  it('shares nothing between two payloads', () => {
    Object.assign(payload('PreToolUse').tool_input as object, { content: 'changed' });
    expect(payload('PreToolUse').tool_input).toMatchObject({ content: 'x' });
  });
});

describe('toolCall', () => {
  it('makes a PreToolUse payload of the call', () => {
    expect(toolCall('Bash', { command: 'ls' }, { cwd: '/elsewhere' })).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      cwd: '/elsewhere',
    });
  });

  it('names the server of an MCP tool', () => {
    expect(toolCall('mcp__memory__create', {}).mcp_server).toEqual({ name: 'memory', source: 'sdk' });
    expect(toolCall('Bash', {})).not.toHaveProperty('mcp_server');
  });

  it('can come from a subagent', () => {
    expect(toolCall('Bash', {}, subagent())).toMatchObject({
      agent_id: 'agent-1',
      agent_type: 'general-purpose',
    });
    expect(payload('PostToolBatch', subagent('agent-2', 'Explore')).agent_id).toBe('agent-2');
  });
});

describe('toolResult', () => {
  it('answers in the real shape of the tool when no response is given', () => {
    const made = toolResult('Bash', { command: 'ls' });
    expect(made).toMatchObject({ hook_event_name: 'PostToolUse', tool_input: { command: 'ls' } });
    expect(made.tool_response).toEqual({
      stdout: '',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
    });
  });

  it('takes a response and fields of its own', () => {
    const made = toolResult('mcp__memory__get', {}, 'as is', { duration_ms: 7, ...subagent() });
    expect(made).toMatchObject({ tool_response: 'as is', duration_ms: 7, agent_id: 'agent-1' });
    expect(made.mcp_server).toEqual({ name: 'memory', source: 'sdk' });
  });
});
