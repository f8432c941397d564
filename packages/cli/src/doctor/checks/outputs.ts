import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findProgram, startedProgram } from '../../settings/started-program.js';
import type { Finding } from '../finding.js';
import { findingAt, type PlacedHook, type Survey } from '../survey.js';

const MOST_BYTES = 200_000;

/** What a hook's source says, and why the host does not hear it (measured). */
const MISTAKES: readonly {
  readonly is: (source: string, event: string) => boolean;
  readonly problem: string;
  readonly fix: string;
}[] = [
  {
    is: (source) => /permissionDecision\b/.test(source) && !source.includes('hookSpecificOutput'),
    problem: 'It answers permissionDecision at the top, where the host ignores it: the tool runs.',
    fix: 'Put it into hookSpecificOutput, with hookEventName.',
  },
  {
    is: (source) => /updated(?:Input|ToolOutput)\b/.test(source) && !source.includes('hookSpecificOutput'),
    problem: 'It answers a rewrite at the top, where the host ignores it.',
    fix: 'Put it into hookSpecificOutput, with hookEventName.',
  },
  {
    is: (source) => /additionalContext\b/.test(source) && !source.includes('hookSpecificOutput'),
    problem: 'It answers additionalContext at the top, where the host ignores it.',
    fix: 'Put it into hookSpecificOutput, with hookEventName.',
  },
  {
    is: (source) => source.includes('hookSpecificOutput') && !source.includes('hookEventName'),
    problem: 'Its hookSpecificOutput has no hookEventName, so the host takes the answer for a failure.',
    fix: 'Add hookEventName.',
  },
  {
    is: (source) => /\bdecision\\?["']?\s*[:=]\s*\\?["']deny/.test(source),
    problem: 'It answers the decision "deny", which the host takes for a failure; the word is "block".',
    fix: 'Answer permissionDecision "deny" in hookSpecificOutput, or the decision "block".',
  },
  {
    is: (source, event) =>
      event === 'PreToolUse' &&
      /["']?continue\\?["']?\s*:\s*(?:false|False)/.test(source) &&
      !/permissionDecision|"block"|'block'|exit 2/.test(source),
    problem: 'It answers "continue": false, which ends the turn, but only after this tool has run.',
    fix: 'Answer permissionDecision "deny" in hookSpecificOutput too.',
  },
];

/** Finds output fields in the wrong place, by the text of other people's command hooks. */
export function checkOutputs(survey: Survey): Finding[] {
  return survey.hooks
    .filter(({ hook, isOwn }) => hook.type === 'command' && !isOwn)
    .flatMap((hook) => {
      const source = sourceOf(hook, survey);
      const mistake = MISTAKES.find(({ is }) => is(source, hook.event));
      if (mistake === undefined) return [];
      const { problem, fix } = mistake;
      return findingAt(hook, 'command', { level: 'error', code: 'OUTPUT_MISPLACED', problem, fix });
    });
}

/** The text of a hook: its command, and the script that it names. */
function sourceOf({ hook }: PlacedHook, survey: Survey): string {
  const inline = [hook.command, ...(Array.isArray(hook.args) ? hook.args : [])].map(String).join('\n');
  const started = startedProgram(hook, survey);
  if (started === undefined) return inline;
  const file = started.script ?? findProgram(started.program, survey);
  return `${inline}\n${file === undefined ? '' : textOf(resolve(survey.project, file))}`;
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > MOST_BYTES) return '';
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? '' : text;
  } catch {
    return '';
  }
}
