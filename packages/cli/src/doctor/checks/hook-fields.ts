import { BUILTIN_TOOLS, compileMatcher, isEvent, isGateEvent } from '@hookloom/host';
import { failsClosed, secondsFor } from '../../init/wanted-hooks.js';
import { TOOL_EVENTS } from '../../settings/event-matchers.js';
import type { Finding } from '../finding.js';
import { findingAt, type PlacedHook, type Survey } from '../survey.js';

/** Finds fields of hooks that do not do what they seem to do. */
export function checkHookFields(survey: Survey): Finding[] {
  return survey.hooks.flatMap((hook) => [
    ...checkTimeout(hook, survey),
    ...checkFailure(hook),
    ...checkCondition(hook),
  ]);
}

// The host's own default; nobody means to wait much longer.
const LONGEST_SECONDS = 600;

function checkTimeout(hook: PlacedHook, { stack }: Survey): Finding[] {
  const { timeout } = hook.hook;
  if (typeof timeout !== 'number' || !isEvent(hook.event)) return [];
  if (timeout > LONGEST_SECONDS) {
    const problem = `The timeout is ${timeout} seconds, which is ${Math.round(timeout / 60)} minutes.`;
    const fix = `Give seconds: ${Math.max(1, Math.round(timeout / 1000))} for ${timeout} milliseconds.`;
    return [findingAt(hook, 'timeout', { level: 'warning', code: 'TIMEOUT_UNIT', problem, fix })];
  }
  if (!hook.isOwn || stack === undefined) return [];
  const least = secondsFor(hook.event, stack, hook.hook.type === 'http');
  if (timeout >= least) return [];
  const problem = `The host gives up after ${timeout} s, and the stack may take ${least} s to answer.`;
  const fix = 'Run hookloom init again.';
  return [findingAt(hook, 'timeout', { level: 'error', code: 'TIMEOUT_SHORT', problem, fix })];
}

function checkFailure(hook: PlacedHook): Finding[] {
  const { event, isOwn } = hook;
  const { onFailure, once, async, asyncRewake, type } = hook.hook;
  const findings: Finding[] = [];
  const isGate = isEvent(event) && isGateEvent(event);
  if (isGate && (async === true || asyncRewake === true)) {
    const field = async === true ? 'async' : 'asyncRewake';
    const problem = `The host does not wait for the hook (${field}), so it can stop nothing on ${event}.`;
    findings.push(
      findingAt(hook, field, { level: 'error', code: 'ASYNC_GATE', problem, fix: `Take ${field} out.` }),
    );
  } else if (
    isEvent(event) &&
    (isOwn ? failsClosed(event) : isGate) &&
    onFailure !== 'block' &&
    typeof type === 'string'
  ) {
    const problem = `Where the hook fails, is missing or is too slow, the host goes on without it on ${event}.`;
    const fix = isOwn ? 'Run hookloom init again.' : 'Add "onFailure": "block" if it guards something.';
    const level = isOwn ? 'error' : 'warning';
    findings.push(findingAt(hook, 'onFailure', { level, code: 'FAILS_OPEN', problem, fix }));
  }
  if (once === true) {
    const problem = 'In settings the host ignores once: the hook runs every time.';
    findings.push(
      findingAt(hook, 'once', { level: 'warning', code: 'ONCE_IGNORED', problem, fix: 'Take once out.' }),
    );
  }
  return findings;
}

function checkCondition(hook: PlacedHook): Finding[] {
  const condition = hook.hook.if;
  if (typeof condition !== 'string') return [];
  const problem = faultInCondition(condition, hook);
  if (problem === undefined && hook.isOwn) {
    const left = 'The host asks the hook only on this condition, so the stack does not see the other calls.';
    return [findingAt(hook, 'if', { level: 'error', code: 'IF_NARROW', problem: left, fix: 'Take if out.' })];
  }
  if (problem === undefined) return [];
  const fix = 'Write one rule of a tool that the matcher takes, such as Bash(git *) or Write(**/*.ts).';
  const level = hook.isOwn || isGateOf(hook) ? 'error' : 'warning';
  return [findingAt(hook, 'if', { level, code: 'IF_DEAD', problem, fix })];
}

function isGateOf({ event }: PlacedHook): boolean {
  return isEvent(event) && isGateEvent(event);
}

/** Says why a condition can never hold (measured: names are exact, case counts, and there is one rule, no list). */
function faultInCondition(condition: string, { event, matcher }: PlacedHook): string | undefined {
  const shown = `The condition ${JSON.stringify(condition)}`;
  if (!TOOL_EVENTS.has(event)) return `${shown} is for tools, and ${event} has none.`;
  const tool = /^([\w-]+)(?:\(.*\))?$/s.exec(condition)?.[1];
  if (tool === undefined) return `${shown} is no rule for one tool, so the hook never runs.`;
  const isKnown =
    (BUILTIN_TOOLS as readonly string[]).includes(tool) || tool.startsWith('mcp__') || tool === 'Task';
  if (!isKnown) return `${shown} names no tool, so the hook never runs.`;
  if (typeof matcher !== 'string' || matcher === '') return undefined;
  try {
    if (compileMatcher(matcher).matches(tool)) return undefined;
  } catch {
    // The matcher is told of by itself.
    return undefined;
  }
  return `${shown} and the matcher ${JSON.stringify(matcher)} have no tool in common, so the hook never runs.`;
}
