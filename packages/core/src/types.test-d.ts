import type { Options, HookEvent as SdkHookEvent } from '@anthropic-ai/claude-agent-sdk';
import type { BashInput, FileWriteInput } from '@anthropic-ai/claude-agent-sdk/sdk-tools.js';
import { describe, expectTypeOf, it } from 'vitest';
import type { Frozen, HookContext } from './context.js';
import { createHooks, type Duration, definePlugin, onEveryEvent, onTool, type Role } from './index.js';

declare module './tools.js' {
  interface ToolInputs {
    mcp__memory__create: { text: string };
  }
}

describe('createHooks', () => {
  it('gives what options.hooks takes, without a cast', () => {
    const hooks = createHooks([definePlugin({ name: 'a', hooks: { Stop: () => undefined } })]);
    expectTypeOf(hooks).toExtend<NonNullable<Options['hooks']>>();
    const options: Options = { hooks };
    expectTypeOf(options).toExtend<Options>();
  });
});

describe('definePlugin', () => {
  it('refuses a misspelt event', () => {
    // @ts-expect-error the event is PreToolUse
    definePlugin({ name: 'a', hooks: { preToolUse: () => undefined } });
  });

  it('refuses deny after the tool has run', () => {
    // @ts-expect-error PostToolUse has block and rewrite, but no deny
    definePlugin({ name: 'a', hooks: { PostToolUse: (ctx) => ctx.deny('too late') } });
  });

  it('refuses an answer in the style of the SDK', () => {
    // @ts-expect-error a handler returns nothing
    definePlugin({ name: 'a', hooks: { PreToolUse: () => ({ decision: 'block' }) } });
    // @ts-expect-error nor does it resolve to something
    definePlugin({ name: 'a', hooks: { PreToolUse: async () => ({ hookSpecificOutput: {} }) } });
  });

  it('refuses a bad duration', () => {
    // @ts-expect-error no such unit
    definePlugin({ name: 'a', timeout: '5 parsecs', hooks: { Stop: () => undefined } });
    // @ts-expect-error a number has no unit
    definePlugin({ name: 'a', timeout: 5000, hooks: { Stop: () => undefined } });
    expectTypeOf<'250ms' | '1.5s' | '2 minutes'>().toExtend<Duration>();
  });

  it('takes undefined for an option that is absent', () => {
    const given: { timeout?: Duration; role?: Role } = {};
    definePlugin({
      name: 'a',
      timeout: given.timeout,
      role: given.role,
      hooks: { Stop: undefined, Setup: () => undefined },
    });
  });

  it('refuses an unknown option, role and failure mode', () => {
    // @ts-expect-error the option is timeout
    definePlugin({ name: 'a', timeOut: '5s', hooks: { Stop: () => undefined } });
    // @ts-expect-error no such role
    definePlugin({ name: 'a', role: 'judge', hooks: { Stop: () => undefined } });
    // @ts-expect-error no such mode
    definePlugin({ name: 'a', onFailure: 'deny', hooks: { Stop: () => undefined } });
  });

  it('lets a refusal be returned, and next be awaited', () => {
    definePlugin({
      name: 'a',
      hooks: {
        PreToolUse: async (ctx, next) => {
          if (ctx.tool === 'Bash') return ctx.deny('no');
          await next();
        },
      },
    });
  });

  it('infers the state in every handler, also within onTool', () => {
    definePlugin({
      name: 'a',
      state: () => ({ pushes: 0 }),
      hooks: {
        Stop: (ctx) => {
          expectTypeOf(ctx.state).toEqualTypeOf<Frozen<{ pushes: number }>>();
        },
        PreToolUse: onTool('Bash', async (ctx) => {
          expectTypeOf(ctx.state.pushes).toBeNumber();
          await ctx.update((state) => ({ pushes: state.pushes + 1 }));
          // @ts-expect-error the new state has the same form
          await ctx.update(() => ({ pulls: 1 }));
        }),
      },
    });
  });

  it('lets only a plugin with state change it', () => {
    definePlugin({
      name: 'a',
      hooks: {
        Stop: async (ctx) => {
          // @ts-expect-error it defines no state
          await ctx.update((state) => state);
        },
        PreToolUse: onTool('Bash', async (ctx) => {
          // @ts-expect-error it defines no state
          await ctx.update(() => ({ pushes: 1 }));
        }),
      },
    });
  });

  it('does not let state be changed by hand', () => {
    definePlugin({
      name: 'a',
      state: () => ({ pushes: 0 }),
      hooks: {
        Stop: (ctx) => {
          // @ts-expect-error frozen
          ctx.state.pushes = 1;
        },
      },
    });
  });
});

describe('onTool', () => {
  it('types the input by the tool', () => {
    definePlugin({
      name: 'a',
      hooks: {
        PreToolUse: onTool('Bash', (ctx) => {
          expectTypeOf(ctx.tool).toEqualTypeOf<'Bash'>();
          expectTypeOf(ctx.input).toEqualTypeOf<Frozen<BashInput>>();
          // @ts-expect-error a rewrite is a whole input
          ctx.rewrite({ description: 'x' });
        }),
        PostToolUse: onTool('Write|Edit', (ctx) => {
          expectTypeOf(ctx.input.file_path).toBeString();
        }),
        PermissionRequest: onTool('Write', (ctx) => {
          expectTypeOf(ctx.input).toEqualTypeOf<Frozen<FileWriteInput>>();
        }),
      },
    });
  });

  it('types an MCP tool by declaration merging, and leaves others unknown', () => {
    definePlugin({
      name: 'a',
      hooks: {
        PreToolUse: onTool('mcp__memory__create', (ctx) => {
          expectTypeOf(ctx.input.text).toBeString();
        }),
        PostToolUse: onTool('mcp__other__.*', (ctx) => {
          expectTypeOf(ctx.input.anything).toBeUnknown();
        }),
      },
    });
  });

  it('narrows the input by a look at the tool', () => {
    definePlugin({
      name: 'a',
      hooks: {
        PreToolUse: onTool('Write|Bash', (ctx) => {
          if (ctx.tool === 'Bash') expectTypeOf(ctx.input.command).toBeString();
          else expectTypeOf(ctx.input.content).toBeString();
        }),
      },
    });
  });

  it('takes back the frozen input and state that it gave', () => {
    definePlugin({
      name: 'a',
      state: () => ({ seen: [] as string[], calls: 0 }),
      hooks: {
        PreToolUse: onTool('TodoWrite', async (ctx) => {
          ctx.rewrite({ ...ctx.input });
          await ctx.update((state) => ({ ...state, calls: 1 }));
        }),
      },
    });
  });

  it('is for the events of tools only', () => {
    // @ts-expect-error a stop has no tool
    definePlugin({ name: 'a', hooks: { Stop: onTool('Bash', () => undefined) } });
  });
});

describe('the context', () => {
  it('has the payload of its event, frozen', () => {
    expectTypeOf<HookContext<'Stop'>['payload']['stop_hook_active']>().toEqualTypeOf<boolean>();
    expectTypeOf<HookContext<'SubagentStop'>['payload']['agent_transcript_path']>().toEqualTypeOf<string>();
  });

  it('has extend for the rare fields of its event alone', () => {
    type Extend<E extends SdkHookEvent> = Parameters<HookContext<E>['extend']>[0];
    expectTypeOf<{ sessionTitle: 'x' }>().toExtend<Extend<'SessionStart'>>();
    definePlugin({
      name: 'a',
      hooks: {
        // @ts-expect-error a notification has no title of the session
        Notification: (ctx) => ctx.extend({ sessionTitle: 'x' }),
      },
    });
  });

  it('of every event has the common verbs', () => {
    definePlugin({ name: 'a', role: 'observer', hooks: onEveryEvent((ctx) => ctx.log(ctx.event)) });
  });
});
