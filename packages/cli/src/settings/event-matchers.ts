import { compileMatcher } from '@hookloom/host';

/** The events whose matcher names tools. */
export const TOOL_EVENTS: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'PreSkillShellCommand',
]);

/** The events for which the host does not look at the matcher (measured). */
export const UNMATCHED_EVENTS: ReadonlySet<string> = new Set([
  'PostToolBatch',
  'UserPromptSubmit',
  'Stop',
  'MessageDisplay',
  'WorktreeCreate',
]);

/** What the matcher of other events is compared with, where that is one of a few words. */
export const EVENT_WORDS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
  SessionEnd: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
  PreCompact: ['manual', 'auto'],
  PostCompact: ['manual', 'auto'],
  Setup: ['init', 'maintenance'],
  ConfigChange: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
};

/** Whether a matcher takes every tool. */
export function takesEveryTool(matcher: unknown): boolean {
  return typeof matcher !== 'string' || /^(?:\*|\^?\.[*+]\$?)?$/.test(matcher);
}

/** Whether a matcher takes a tool; one that the host cannot read takes none. */
export function takesTool(matcher: unknown, tool: string): boolean {
  if (takesEveryTool(matcher)) return true;
  try {
    return compileMatcher(matcher as string).matches(tool);
  } catch {
    return false;
  }
}
