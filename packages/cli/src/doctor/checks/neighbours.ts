import { isDeepStrictEqual } from 'node:util';
import { BUILTIN_TOOLS, compileMatcher } from '@hookloom/host';
import type { Finding } from '../finding.js';
import { findingAt, loadedHooks, type PlacedHook, type Survey } from '../survey.js';

const REWRITING: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'PermissionRequest']);

/** Finds hooks that stand twice, and hooks beside Hookloom's whose rewrite may win over its own. */
export function checkNeighbours(survey: Survey): Finding[] {
  const hooks = loadedHooks(survey);
  return [...duplicates(hooks), ...races(hooks)];
}

function duplicates(hooks: readonly PlacedHook[]): Finding[] {
  return hooks.flatMap((hook, at) => {
    const first = hooks.slice(0, at).find((other) => isSame(hook, other));
    if (first === undefined) return [];
    const where = first.settings === hook.settings ? 'in this file' : `in ${first.settings.path}`;
    const problem = hook.isOwn
      ? `Hookloom gets ${hook.event} twice: it stands ${where} too.`
      : `The same hook stands ${where} too.`;
    const fix = hook.isOwn ? 'Keep it in one file: hookloom init --remove for the other.' : 'Take one out.';
    return findingAt(hook, undefined, { level: 'warning', code: 'HOOK_TWICE', problem, fix });
  });
}

function isSame(one: PlacedHook, other: PlacedHook): boolean {
  if (one.event !== other.event) return false;
  if (one.isOwn && other.isOwn) return matchSameTool(one, other);
  return one.matcher === other.matcher && isDeepStrictEqual(one.hook, other.hook);
}

function races(hooks: readonly PlacedHook[]): Finding[] {
  const own = hooks.filter(({ isOwn }) => isOwn);
  return hooks.flatMap((hook) => {
    if (hook.isOwn || !REWRITING.has(hook.event)) return [];
    if (!own.some((each) => each.event === hook.event && matchSameTool(each, hook))) return [];
    const problem =
      'It runs beside Hookloom on the same tools: of two rewrites the last to finish wins, and each sees the original.';
    const fix = 'Move what it does into a plugin of the stack, or be sure that it rewrites nothing.';
    return findingAt(hook, undefined, { level: 'warning', code: 'REWRITE_RACE', problem, fix });
  });
}

function matchSameTool(one: PlacedHook, other: PlacedHook): boolean {
  const [first, second] = [toolsOf(one.matcher), toolsOf(other.matcher)];
  return [...BUILTIN_TOOLS, 'mcp__server__tool'].some((tool) => first(tool) && second(tool));
}

/** Which tools a matcher takes: all without one, and none where it is told of as dead. */
function toolsOf(matcher: unknown): (tool: string) => boolean {
  if (typeof matcher !== 'string' || matcher === '') return () => true;
  try {
    return compileMatcher(matcher).matches;
  } catch {
    return () => false;
  }
}
