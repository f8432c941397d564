import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import {
  deadlineOf,
  eventsOf,
  type HookEvent,
  isGateEvent,
  parseDuration,
  toolNamesOf,
} from '@hookloom/core';
import type { GuardedStack } from '../guarded-stack.js';
import { LOADING_TIME, OWN_TIME } from '../run/run-event.js';
import type { WantedHooks } from '../settings/edit-hooks.js';
import { TOOL_EVENTS } from '../settings/event-matchers.js';
import { TOKEN_VARIABLE } from '../settings/own-hooks.js';

/** Where the hooks are written, and what they are to start. */
export interface HookTarget {
  /** The folder that Claude Code takes for the project. */
  readonly project: string;
  /** The settings are shared with others: paths in the repository are written as the host finds them there. */
  readonly shared: boolean;
  /** The Node.js program. */
  readonly node: string;
  /** The file of the command line, or of a bundle. */
  readonly program: string;
  /** The program is a bundle, which has its configs in it. */
  readonly bundled: boolean;
  /** The project's config, if the hooks are to name it. */
  readonly config: string | undefined;
  /** The port of `hookloom serve`, for HTTP hooks. */
  readonly port: number | undefined;
}

/** For these the host passes by a hook of type http, in silence (measured). */
export const COMMAND_ONLY: ReadonlySet<HookEvent> = new Set(['SessionStart', 'Setup']);
const MARGIN_SECONDS = 2;

/** The hooks that a stack needs, as settings hold them: its events, its tools, and a timeout above its own. */
export function wantedHooks(stack: GuardedStack, target: HookTarget): WantedHooks {
  const wanted = eventsOf(stack.plugins).map((event) => {
    const names = toolNamesOf(stack.plugins, event);
    const matcher = names !== undefined && TOOL_EVENTS.has(event) ? { matcher: names.join('|') } : {};
    return [event, { ...matcher, hooks: [hookFor(event, stack, target)] }] as const;
  });
  return Object.fromEntries(wanted);
}

function hookFor(event: HookEvent, stack: GuardedStack, target: HookTarget): Record<string, unknown> {
  const isHttp = target.port !== undefined && !COMMAND_ONLY.has(event);
  return {
    ...(isHttp ? httpHook(event, target.port) : commandHook(event, target)),
    timeout: secondsFor(event, stack, isHttp),
    ...(failsClosed(event) && { onFailure: 'block' }),
  };
}

/** The events on which a hook that fails is to block: the gates, and the change of settings that could take them away. */
export function failsClosed(event: HookEvent): boolean {
  return isGateEvent(event) || event === 'ConfigChange';
}

function httpHook(event: HookEvent, port: number): Record<string, unknown> {
  return {
    type: 'http',
    url: `http://127.0.0.1:${port}/hooks/${event}`,
    headers: { Authorization: `Bearer $${TOKEN_VARIABLE}` },
    allowedEnvVars: [TOKEN_VARIABLE],
  };
}

function commandHook(event: HookEvent, target: HookTarget): Record<string, unknown> {
  const { node, program, bundled, config } = target;
  const named = config === undefined || bundled ? [] : ['--config', spell(config, target)];
  const args = [spell(program, target), ...(bundled ? [] : ['run']), '--event', event, ...named];
  return { type: 'command', command: node, args };
}

/** The least timeout in seconds that lets a hook answer on its own: all its parts at their longest, and a margin. */
export function secondsFor(event: HookEvent, { plugins, configs }: GuardedStack, isHttp: boolean): number {
  const answer = deadlineOf(plugins, event) + OWN_TIME;
  const flushes = configs.map(({ config }) => parseDuration(config.flush ?? '1s', 'hookloom', 'flush'));
  const process = isHttp ? 0 : LOADING_TIME + Math.max(0, ...flushes);
  return Math.ceil((answer + process) / 1000) + MARGIN_SECONDS;
}

/** Writes a path for the settings: within a repository that is shared, from the folder that the host puts in. */
function spell(path: string, { project, shared }: HookTarget): string {
  if (!shared || !isWithin(path, repositoryOf(project))) return path;
  return [`\${CLAUDE_PROJECT_DIR}`, ...relative(project, path).split(sep)].join('/');
}

/** Tells whether a path can be written for others who have the same repository. */
export function isShareable(path: string, project: string): boolean {
  return isWithin(path, repositoryOf(project));
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function repositoryOf(project: string): string {
  for (let folder = project; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return project;
  }
}
