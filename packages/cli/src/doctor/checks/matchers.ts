import { BUILTIN_TOOLS, compileMatcher, HookloomError, type Matcher } from '@hookloom/host';
import { nearest } from '../../nearest.js';
import { EVENT_WORDS, TOOL_EVENTS, UNMATCHED_EVENTS } from '../../settings/event-matchers.js';
import type { Finding } from '../finding.js';
import { findingAt, type PlacedHook, type Survey } from '../survey.js';

/** Finds matchers that match nothing, more than is meant, or that nobody looks at. */
export function checkMatchers({ hooks }: Survey): Finding[] {
  // A matcher belongs to its group: it is told of once.
  return hooks.filter(({ index }) => index === 0).flatMap((hook) => checkMatcher(hook) ?? []);
}

function checkMatcher(hook: PlacedHook): Finding | undefined {
  const { event, matcher } = hook;
  if (typeof matcher !== 'string' || matcher === '' || matcher === '*') return undefined;
  if (UNMATCHED_EVENTS.has(event)) {
    return findingAt(hook, 'matcher', {
      level: 'warning',
      code: 'MATCHER_IGNORED',
      problem: `The host does not look at the matcher of ${event}: the hook runs every time.`,
      fix: 'Take the matcher out.',
    });
  }
  if (TOOL_EVENTS.has(event)) return checkToolMatcher(hook, matcher);
  const words = EVENT_WORDS[event];
  if (words === undefined || words.some((word) => wordMatches(matcher, word))) return undefined;
  return findingAt(hook, 'matcher', {
    level: 'error',
    code: 'MATCHER_DEAD',
    problem: `The matcher ${quoted(matcher)} of ${event} matches nothing.`,
    fix: `Name some of ${words.join(', ')}.`,
  });
}

function checkToolMatcher(hook: PlacedHook, text: string): Finding | undefined {
  let matcher: Matcher;
  try {
    matcher = compileMatcher(text);
  } catch (error) {
    const code = error instanceof HookloomError ? error.code : 'MATCHER_INVALID';
    const problem = `The matcher ${quoted(text)} matches no tool, so the hook never runs.`;
    return findingAt(hook, 'matcher', { level: 'error', code, problem, fix: fixFor(text) });
  }
  if (matcher.unknown.length > 0) {
    return findingAt(hook, 'matcher', {
      level: 'warning',
      code: 'TOOL_UNKNOWN',
      problem: `No known tool is named ${matcher.unknown.join(', ')}.`,
      fix: 'Take it out, or spell it as the host does.',
    });
  }
  if (matcher.names !== undefined) return undefined;
  const more = unmeant(text);
  if (more.length === 0) return undefined;
  return findingAt(hook, 'matcher', {
    level: 'warning',
    code: 'MATCHER_BROAD',
    problem: `The matcher ${quoted(text)} is sought anywhere in a name, so it also matches ${more.join(', ')}.`,
    fix: `Write ^(?:${text})$, or a list of names.`,
  });
}

/** The tools that an expression matches somewhere in their names, but not as a whole. */
function unmeant(expression: string): string[] {
  const anywhere = new RegExp(expression);
  const whole = new RegExp(`^(?:${expression})$`);
  // An open end is meant: `^mcp__` and `mcp__memory__` say where a name begins.
  const begins = new RegExp(`^(?:${expression})`);
  return BUILTIN_TOOLS.filter(
    (tool) => anywhere.test(tool) && !whole.test(tool) && !(expression.startsWith('^') && begins.test(tool)),
  );
}

function fixFor(text: string): string {
  const name = text.trim();
  const near = nearest(name, BUILTIN_TOOLS);
  if (near !== undefined) return `Write ${near}: names are exact, and case counts.`;
  if (/^mcp__[\w-]+$/.test(name)) return `Write ${name.replace(/_+$/, '')}__.* for all tools of the server.`;
  const tool = /^(\w+)\(.*\)$/.exec(name)?.[1];
  if (tool !== undefined && isTool(tool)) return `Write ${tool} here, and ${name} in the hook's field "if".`;
  if (/[,\s]/.test(name))
    return 'Separate names by | alone: with any other sign the whole is one expression.';
  if (name.startsWith('/')) return 'Name tools, such as Write|Edit; the hook itself must look at the path.';
  return 'Name tools, such as Write|Edit, or an expression such as mcp__server__.*';
}

function isTool(name: string): boolean {
  return (BUILTIN_TOOLS as readonly string[]).includes(name);
}

function wordMatches(matcher: string, word: string): boolean {
  if (/^[\w\- |,]+$/.test(matcher)) return matcher.split(/[|,]/).some((name) => name.trim() === word);
  try {
    return new RegExp(matcher).test(word);
  } catch {
    return false;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
