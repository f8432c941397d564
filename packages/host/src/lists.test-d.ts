import type { BUILTIN_TOOL_NAMES, HookEvent as SdkHookEvent } from '@anthropic-ai/claude-agent-sdk';
import { describe, expectTypeOf, it } from 'vitest';
import type { BUILTIN_TOOLS } from './builtin-tools.js';
import type { EVENT_TRAITS } from './events.js';

describe('the lists of the SDK', () => {
  it('every event of the SDK is known, and no other', () => {
    expectTypeOf<keyof typeof EVENT_TRAITS>().toEqualTypeOf<SdkHookEvent>();
  });

  it('every built-in tool of the SDK is known, and no other', () => {
    expectTypeOf<(typeof BUILTIN_TOOLS)[number]>().toEqualTypeOf<(typeof BUILTIN_TOOL_NAMES)[number]>();
  });
});
