import {
  compileMatcher,
  eventsOf,
  flattenStack,
  type HookEvent,
  HookloomError,
  isEvent,
  isGateEvent,
  toolNamesOf,
} from '@hookloom/core';
import { beneath } from '../../beneath.js';
import { takesEveryTool } from '../../settings/event-matchers.js';
import { ownEvent } from '../../settings/own-hooks.js';
import type { Finding } from '../finding.js';
import { findingAt, loadedHooks, type PlacedHook, type Survey } from '../survey.js';

const INIT_AGAIN = 'Run hookloom init again.';

/** Finds what the stack of the config needs, and the settings do not give it. */
export function checkCoverage(survey: Survey): Finding[] {
  const { stack } = survey;
  const own = loadedHooks(survey).filter(({ isOwn }) => isOwn);
  const file = (own[0]?.settings ?? survey.settings.find(({ scope }) => scope === 'project'))?.path ?? '';
  const misplaced = own
    .filter(({ event, hook }) => isEvent(event) && ownEvent(hook) !== event)
    .map(wrongEvent);
  if (stack === undefined) return [...misplaced, configFault(survey, file)];
  if (own.length === 0) {
    const problem = 'No settings that the host loads name Hookloom, so nothing of the config is in force.';
    return [{ level: 'error', code: 'NOT_SET_UP', file, problem, fix: 'Run hookloom init.' }];
  }
  const needed = eventsOf(stack.plugins);
  const empty = stack.configs.every(({ config }) => flattenStack(config.plugins).length === 0);
  const lacking = needed.filter((event) => own.every((hook) => hook.event !== event));
  return [
    ...misplaced,
    ...(empty ? [emptyStack(stack.configs[0]?.path ?? file)] : []),
    ...lacking.map((event): Finding => {
      const level = isGateEvent(event) ? 'error' : 'warning';
      const problem = `The stack has plugins for ${event}, and no settings hand it to them.`;
      return { level, code: 'EVENT_MISSING', file, at: 'hooks', problem, fix: INIT_AGAIN };
    }),
    ...own.flatMap((hook) => [...narrowMatcher(hook, stack.plugins), ...unused(hook, needed)]),
  ];
}

function emptyStack(file: string): Finding {
  const problem = "No config has a plugin, so that nothing is guarded but Hookloom's own files.";
  const fix = 'Put guards into its plugins, such as envFileGuard() of @hookloom/plugins-fs-guard.';
  return { level: 'error', code: 'STACK_EMPTY', file, problem, fix };
}

function wrongEvent(hook: PlacedHook): Finding {
  const problem = `It is called on ${hook.event}, and told to answer ${ownEvent(hook.hook)}: every call is refused.`;
  return findingAt(hook, 'args', { level: 'error', code: 'EVENT_MIXED', problem, fix: INIT_AGAIN });
}

function narrowMatcher(hook: PlacedHook, plugins: Parameters<typeof toolNamesOf>[0]): Finding[] {
  const { matcher } = hook;
  const event = ownEvent(hook.hook);
  if (typeof matcher !== 'string' || takesEveryTool(matcher) || event === undefined) return [];
  const names = toolNamesOf(plugins, event);
  let problem: string | undefined;
  if (names === undefined)
    problem = `Plugins of the stack take every tool on ${event}; the matcher does not.`;
  else {
    const left = names.filter((name) => !takes(matcher, name));
    if (left.length > 0)
      problem = `The matcher leaves out ${left.join(', ')}, which the stack guards on ${event}.`;
  }
  if (problem === undefined) return [];
  return [findingAt(hook, 'matcher', { level: 'error', code: 'MATCHER_NARROW', problem, fix: INIT_AGAIN })];
}

function unused(hook: PlacedHook, needed: readonly HookEvent[]): Finding[] {
  const event = ownEvent(hook.hook);
  if (event === undefined || event !== hook.event || needed.includes(event)) return [];
  const problem = `No plugin of the stack has a handler for ${event}: the host asks for nothing.`;
  return [findingAt(hook, undefined, { level: 'warning', code: 'EVENT_UNUSED', problem, fix: INIT_AGAIN })];
}

function takes(matcher: string, name: string): boolean {
  try {
    return compileMatcher(matcher).matches(name);
  } catch {
    // A dead matcher is told of by itself.
    return true;
  }
}

function configFault({ stackFault }: Survey, file: string): Finding {
  const known = stackFault instanceof HookloomError ? stackFault : undefined;
  const cause = known && beneath(known);
  const isMissing = known?.code === 'CONFIG_MISSING';
  return {
    level: 'error',
    code: known?.code ?? 'CONFIG_INVALID',
    file: typeof known?.value === 'string' && !isMissing ? known.value : file,
    problem: `${known?.message ?? 'The config could not be loaded'}${cause === undefined ? '' : ` (${cause})`}.`,
    fix: isMissing
      ? 'Run hookloom init.'
      : 'Mend the config: until it loads, every gate that runs it is blocked.',
  };
}
