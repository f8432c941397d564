import { BUILTIN_TOOL_NAMES, LEGACY_TOOL_NAME_ALIASES } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, it } from 'vitest';
import { BUILTIN_TOOLS, builtinFields, FORMER_TOOLS, TOOL_ALIASES } from './builtin-tools.js';

describe('the table of built-in tools', () => {
  it('has an entry for exactly every built-in tool of the SDK', () => {
    expect(Object.keys(BUILTIN_TOOLS).sort()).toEqual([...BUILTIN_TOOL_NAMES].sort());
  });

  it('knows exactly the former names that the SDK knows', () => {
    expect(TOOL_ALIASES).toEqual(LEGACY_TOOL_NAME_ALIASES);
  });

  it('gives a former name the fields of the present one', () => {
    expect(builtinFields('ReadMcpResource')).toBe(builtinFields('ReadMcpResourceTool'));
  });

  it('keeps tools that are gone apart from those that are there', () => {
    for (const name of Object.keys(FORMER_TOOLS)) expect(BUILTIN_TOOL_NAMES).not.toContain(name);
  });

  it.each(['constructor', '__proto__', 'toString', 'read', 'mcp__a__Read', ''])(
    'has nothing for %j',
    (name) => {
      expect(builtinFields(name)).toBeUndefined();
    },
  );
});
