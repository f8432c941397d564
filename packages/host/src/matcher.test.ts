import { describe, expect, it } from 'vitest';
import { compileMatcher } from './matcher.js';

const TOOLS = ['Write', 'Edit', 'Read', 'NotebookEdit', 'Bash', 'mcp__memory__create', 'Agent'];

/** The tools of the host's own experiment that an expression matches. */
function matched(expression: string): string[] {
  const matcher = compileMatcher(expression);
  return TOOLS.filter((tool) => matcher.matches(tool));
}

describe('the host matcher rules, as measured', () => {
  it.each([
    ['*', TOOLS],
    ['.*', TOOLS],
    ['Write|Edit', ['Write', 'Edit']],
    ['Write, Edit', ['Write', 'Edit']],
    ['Write,Edit', ['Write', 'Edit']],
    ['Write | Edit', ['Write', 'Edit']],
    [' Write', ['Write']],
    ['Write|', ['Write']],
    ['|Write', ['Write']],
    ['Edit.*', ['Edit', 'NotebookEdit']],
    ['Edit$', ['Edit', 'NotebookEdit']],
    ['^Edit', ['Edit']],
    ['^Edit$', ['Edit']],
    ['\\bEdit\\b', ['Edit']],
    ['Ba.h', ['Bash']],
    ['^(?!Write).*', TOOLS.filter((tool) => tool !== 'Write')],
    ['(?!Write).*', TOOLS],
    ['mcp__memory__.*', ['mcp__memory__create']],
    ['mcp__memory__*', ['mcp__memory__create']],
    ['mcp__.*', ['mcp__memory__create']],
    ['^mcp__', ['mcp__memory__create']],
    ['mcp__.*create', ['mcp__memory__create']],
    ['Write|mcp__.*', ['Write', 'mcp__memory__create']],
    ['Task', ['Agent']],
    ['Agent', ['Agent']],
    ['^Task$', ['Agent']],
    ['(Task)', ['Agent']],
    ['Task|Write', ['Write', 'Agent']],
  ])('%s', (expression, tools) => {
    expect(matched(expression)).toEqual(tools);
  });
});

describe('an expression that can match no tool is an error', () => {
  it.each([
    'Write Edit',
    'write',
    'B',
    'Not',
    'create',
    'mcp__memory',
    'mcp__memory__',
    'mcp__',
    'mcp__my-mem',
    'Write, mcp__.*',
    '/etc',
    'Bash(git *)',
    '!Write',
    '/write/i',
    'Write\n',
    '^write$',
    '^Wrte',
    '^mcp_memory',
  ])('%j', (expression) => {
    expect(() => compileMatcher(expression)).toThrow(expect.objectContaining({ code: 'MATCHER_DEAD' }));
  });

  it.each(['[', '(', 'Write|[', '**', 'Bash(*)', '(?i)write', '', '  '])('%j', (expression) => {
    expect(() => compileMatcher(expression)).toThrow(expect.objectContaining({ code: 'MATCHER_INVALID' }));
  });
});

describe('an expression that could match some MCP tool is none', () => {
  it.each([
    'mcp__github__(create|delete)_.*',
    '^mcp__[a-z-]+__write',
    '_delete$',
    'mcp__playwright-test__.*',
    'mcp__plugin_.*__read',
    '^mcp__\\w+__\\d{3}$',
    '^mcp__(?:a|b)__[^x]+$',
  ])('%s', (expression) => {
    expect(() => compileMatcher(expression)).not.toThrow();
  });

  it('takes an exact MCP name with a hyphen', () => {
    const name = 'mcp__playwright-test__planner_save_plan';
    expect(compileMatcher(name).matches(name)).toBe(true);
  });
});

it('a payload of an older host, with a former name, is matched by the present one', () => {
  expect(compileMatcher('Agent').matches('Task')).toBe(true);
  expect(compileMatcher('^Agent$').matches('Task')).toBe(true);
});

it('an unknown name within a list is told, and the known ones hold', () => {
  const matcher = compileMatcher('Write|Edit|Delete');
  expect(matcher.unknown).toEqual(['Delete']);
  expect(matcher.matches('Write')).toBe(true);
});
