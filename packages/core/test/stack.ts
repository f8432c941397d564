import {
  createRunner,
  definePlugin,
  type Handler,
  type Outcome,
  type PluginDefinition,
  type RunnerOptions,
  type Stack,
} from '../src/index.js';

let calls = 0;

/** A PreToolUse payload as the host sends it. */
export function call(
  tool = 'Write',
  input: Record<string, unknown> = { file_path: '/project/a.txt', content: 'x' },
) {
  calls += 1;
  return {
    session_id: 'session-1',
    transcript_path: '/home/u/.claude/projects/p/session-1.jsonl',
    cwd: '/project',
    hook_event_name: 'PreToolUse' as const,
    tool_name: tool,
    tool_input: input,
    tool_use_id: `toolu_${calls}`,
  };
}

/** A payload of any event, with the fields given. */
export function payloadOf(event: string, fields: Record<string, unknown> = {}) {
  return {
    session_id: 'session-1',
    transcript_path: '/t.jsonl',
    cwd: '/project',
    hook_event_name: event,
    ...fields,
  };
}

/** A plugin with one PreToolUse handler. */
export function plugin<S = undefined>(
  name: string,
  handler: Handler<'PreToolUse', S>,
  rest: Omit<PluginDefinition<S>, 'name' | 'hooks'> = {},
) {
  return definePlugin<S>({ name, ...rest, hooks: { PreToolUse: handler } });
}

/** Runs a stack on one payload. */
export function run(stack: Stack, payload: unknown = call(), options: RunnerOptions = {}): Promise<Outcome> {
  return createRunner(stack, { onOutcome: () => undefined, ...options }).run(payload);
}

/** Resolves after some milliseconds. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What the outcome's failures were, as `plugin: CODE`. */
export function failuresOf(outcome: Outcome): string[] {
  return outcome.failures.map(({ plugin: name, code }) => `${name}: ${code}`);
}
