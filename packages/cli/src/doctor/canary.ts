import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { transcriptFolder } from '../serve/transcript-folder.js';
import { takesTool } from '../settings/event-matchers.js';
import type { PlacedHook, Survey } from './survey.js';

/** A call that the guard of the guards must deny, whatever the config says. */
export interface Canary {
  readonly tool: string;
  readonly payload: string;
}

/** The event on which a canary proves the guard. */
export const CANARY_EVENT = 'PreToolUse';

/** Makes a canary that a hook's matcher lets through; `undefined` when it takes no tool that could be tried. */
export function canaryFor({ matcher }: PlacedHook, { project, env }: Survey): Canary | undefined {
  const file = join(project, '.claude', 'settings.json');
  const calls: Readonly<Record<string, object>> = {
    Write: { file_path: file, content: '{}' },
    Edit: { file_path: file, old_string: 'hooks', new_string: 'hoots' },
    Bash: { command: `rm -f '${file.replaceAll("'", String.raw`'\''`)}'`, description: 'hookloom doctor' },
  };
  const tool = Object.keys(calls).find((name) => takesTool(matcher, name));
  if (tool === undefined) return undefined;
  const id = createHash('sha256').update(`${project}${Date.now()}`).digest('hex').slice(0, 24);
  const folder = transcriptFolder(project);
  const payload = {
    session_id: 'hookloom-doctor',
    transcript_path: join(env.HOME ?? project, '.claude/projects', folder, 'hookloom-doctor.jsonl'),
    cwd: project,
    permission_mode: 'default',
    hook_event_name: CANARY_EVENT,
    tool_name: tool,
    tool_input: calls[tool],
    tool_use_id: `toolu_${id}`,
  };
  return { tool, payload: JSON.stringify(payload) };
}
