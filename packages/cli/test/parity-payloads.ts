import { EVENTS, type HookEvent } from '@hookloom/core';
import { payload, subagent, toolCall } from '@hookloom/testing';
import { type Case, casesOf } from '../../tool-access/test/corpus/cases.js';
import { type Fixture, placed } from '../../tool-access/test/corpus/fixture.js';

/** One line of the table: what is sent, and as which event. */
export interface Line {
  readonly name: string;
  readonly event: HookEvent;
  readonly text: string;
}

// A server refuses another project's sessions, and these calls are made in the folders of the corpus.
const OF_NO_PROJECT = { transcript_path: '/t.jsonl' };

const KINDS = { 'env-file': 20, 'system-path': 12, 'read-only': 16, sandbox: 12, recursion: 8 } as const;

/** So many cases of one guard, spread over its whole list. */
function spread(guard: string, count: number): Case[] {
  const all = casesOf(guard);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as Case);
}

function corpusLines(fixture: Fixture): Line[] {
  return Object.entries(KINDS).flatMap(([guard, count]) =>
    spread(guard, count).map(({ id, tool_name, tool_input, cwd }) => {
      const call = placed({ input: tool_input, cwd }, fixture);
      return lineOf(id, 'PreToolUse', toolCall(tool_name, call.input, { cwd: call.cwd, session_id: id }));
    }),
  );
}

function eventLines(cwd: string): Line[] {
  return EVENTS.map((event) => lineOf(event, event, payload(event, { cwd, session_id: event } as never)));
}

/** Calls that count in one session, verbs of many events, odd payloads and such as nobody can read. */
function ownLines(cwd: string): Line[] {
  const call = (name: string, tool: string, input: Record<string, unknown>, more: object = {}) =>
    lineOf(name, 'PreToolUse', toolCall(tool, input, { cwd, session_id: 'own', ...more }));
  const agents = [1, 2, 3, 4].map((n) =>
    call(`agent ${n}`, 'Agent', { description: 'd', prompt: 'p' }, { tool_use_id: `agent-${n}` }),
  );
  const read = toolCall('Read', { file_path: `${cwd}/.env` }, { cwd, session_id: 'own', ...OF_NO_PROJECT });
  const changed = (name: string, change: object) => lineOf(name, 'PreToolUse', { ...read, ...change });
  const spoken = ['note', 'block', 'tell', 'halt', 'throw', 'return'].map((word) =>
    lineOf(`prompt: ${word}`, 'UserPromptSubmit', payload('UserPromptSubmit', { cwd, prompt: word })),
  );
  return [
    ...agents,
    ...spoken,
    call('an agent of an agent', 'Agent', { description: 'd', prompt: 'p' }, subagent('a1')),
    call('a call of MCP', 'mcp__files__read', { path: `${cwd}/.env` }),
    call('text of many languages', 'Write', { file_path: `${cwd}/ä ö 文 🦊.txt`, content: '\u2028\ud800' }),
    call('a long text', 'Write', { file_path: `${cwd}/long.txt`, content: 'x'.repeat(4_000_000) }),
    changed('prototype keys', JSON.parse('{"__proto__": {"x": 1}, "constructor": {"prototype": 1}}')),
    raw(
      'a prototype key in the input',
      `{"hook_event_name":"PreToolUse","session_id":"own","transcript_path":"/t","cwd":"${cwd}","tool_name":"Read","tool_use_id":"t","tool_input":{"__proto__":{"file_path":"${cwd}/.env"},"file_path":"${cwd}/a"}}`,
    ),
    raw(
      'a key twice',
      `{"hook_event_name":"PreToolUse","session_id":"own","transcript_path":"/t","cwd":"${cwd}","tool_name":"Read","tool_use_id":"t","tool_input":{"file_path":"${cwd}/a","file_path":"${cwd}/.env"}}`,
    ),
    changed('no tool', { tool_name: undefined }),
    changed('a tool that is a number', { tool_name: 7 }),
    changed('no input', { tool_input: undefined }),
    changed('an input that is a list', { tool_input: [1] }),
    changed('no folder', { cwd: undefined }),
    changed('a folder that is a list', { cwd: [] }),
    changed('no session', { session_id: undefined }),
    changed('another event', { hook_event_name: 'Stop' }),
    changed('an event that does not exist', { hook_event_name: 'preToolUse' }),
    changed('no event', { hook_event_name: undefined }),
    raw('spaces around', `\n\n  ${JSON.stringify(read)}  \n`),
    ...(
      ['PreToolUse', 'UserPromptSubmit', 'PermissionRequest', 'PostToolUse', 'Stop', 'PreCompact'] as const
    ).flatMap((event) => [
      raw(`${event}: a list`, '[]', event),
      raw(`${event}: null`, 'null', event),
      raw(`${event}: a text`, '"text"', event),
      raw(`${event}: cut off`, JSON.stringify(read).slice(0, -9), event),
      raw(`${event}: nothing`, '', event),
    ]),
    raw('two documents', '{}{}'),
    raw('a mark before it', `\ufeff${JSON.stringify(read)}`),
    raw('deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  ];
}

function lineOf(name: string, event: HookEvent, sent: object): Line {
  return { name, event, text: JSON.stringify({ ...sent, ...OF_NO_PROJECT }) };
}

function raw(name: string, text: string, event: HookEvent = 'PreToolUse'): Line {
  return { name, event, text };
}

/** The table of payloads: labelled cases, an example of each event, and odd ones. */
export function parityLines(fixture: Fixture): Line[] {
  return [...corpusLines(fixture), ...eventLines(fixture.root), ...ownLines(fixture.root)];
}
