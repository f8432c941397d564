import { describe, expect, it } from 'vitest';
import { parseToolName } from './tool-name.js';

describe('parseToolName', () => {
  it.each([
    ['Read', { tool: 'Read' }],
    ['mcp__filesystem__read_file', { server: 'filesystem', tool: 'read_file' }],
    ['mcp__desktop-commander__start-process', { server: 'desktop-commander', tool: 'start-process' }],
    ['mcp__my_server__get_it', { server: 'my_server', tool: 'get_it' }],
    ['mcp__srv__list__all', { server: 'srv', tool: 'list__all' }],
    ['mcp__claude_ai_Slack__post', { server: 'claude_ai_Slack', tool: 'post' }],
    ['mcp__plugin_docs_search__find', { plugin: 'docs', server: 'search', tool: 'find' }],
    ['mcp__plugin_my-docs_my_search__find', { plugin: 'my-docs', server: 'my_search', tool: 'find' }],
  ])('splits %s', (name, parts) => {
    expect(parseToolName(name)).toEqual(parts);
  });

  it.each(['mcp__memory', 'mcp__memory__', 'mcp__', 'mcp____x', 'MCP__a__b', ''])(
    'takes %j as the tool itself',
    (name) => {
      expect(parseToolName(name)).toEqual({ tool: name });
    },
  );
});
