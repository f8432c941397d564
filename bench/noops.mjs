// @ts-check
import { definePlugin } from '@hookloom/core';

/** A tool call as the host sends it. */
export const PAYLOAD = {
  session_id: '00000000-0000-4000-8000-000000000000',
  transcript_path: '/home/dev/.claude/projects/app/session.jsonl',
  cwd: '/home/dev/app',
  prompt_id: '00000000-0000-4000-8000-000000000000',
  permission_mode: 'default',
  effort: { level: 'medium' },
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: '/home/dev/app/a.txt', content: 'x' },
  tool_use_id: 'toolu_1',
};

/** A layer that does nothing, the same in every engine. @param {unknown} _ctx @param {() => Promise<void>} next */
export const noop = async (_ctx, next) => {
  await next();
};

/** So many plugins that do nothing. @param {number} count */
export function plugins(count) {
  return Array.from({ length: count }, (_, index) =>
    definePlugin({ name: `noop-${index}`, hooks: { PreToolUse: noop } }),
  );
}
