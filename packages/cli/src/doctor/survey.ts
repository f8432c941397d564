import { type GuardedStack, loadGuardedStack } from '../guarded-stack.js';
import { settingsFiles } from '../settings/files.js';
import { entriesOf, type HookEntry } from '../settings/hook-entries.js';
import { ownEvent } from '../settings/own-hooks.js';
import { readSettings, type Settings } from '../settings/read.js';
import { type HookSwitch, hookSwitch, isLoaded, isSwitchedOn } from '../settings/switches.js';
import type { Finding } from './finding.js';

/** A hook, the settings that hold it, and whether it is Hookloom's. */
export interface PlacedHook extends HookEntry {
  readonly settings: Settings;
  readonly isOwn: boolean;
}

/** All that doctor looks at. */
export interface Survey {
  readonly project: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly stateFolder: string;
  readonly settings: readonly Settings[];
  readonly hooks: readonly PlacedHook[];
  /** The switch that keeps hooks from running. */
  readonly off: HookSwitch | undefined;
  readonly stack: GuardedStack | undefined;
  /** Why there is no stack. */
  readonly stackFault: unknown;
}

/** Reads the settings of all scopes, and the configs. */
export async function survey(
  project: string,
  env: Readonly<NodeJS.ProcessEnv>,
  stateFolder: string,
): Promise<Survey> {
  const settings = settingsFiles(project, env).map(readSettings);
  const hooks = settings.flatMap((each) =>
    entriesOf(each.value).map((entry) => ({
      ...entry,
      settings: each,
      isOwn: ownEvent(entry.hook) !== undefined,
    })),
  );
  const common = { project, env, stateFolder, settings, hooks, off: hookSwitch(settings) };
  try {
    const search = { cwd: project, env: { ...env, CLAUDE_PROJECT_DIR: project } };
    return { ...common, stack: await loadGuardedStack(search, stateFolder), stackFault: undefined };
  } catch (stackFault) {
    return { ...common, stack: undefined, stackFault };
  }
}

/** Makes a finding about a hook, or about its matcher. */
export function findingAt(
  { settings, event, group, index }: PlacedHook,
  field: string | undefined,
  finding: Omit<Finding, 'file' | 'at'>,
): Finding {
  const place = ['hooks', event, group];
  const at = field === 'matcher' ? [...place, field] : [...place, 'hooks', index, ...(field ? [field] : [])];
  return { ...finding, file: settings.path, at: at.join('.') };
}

/** The hooks that the host would load. */
export function loadedHooks({ hooks }: Survey): PlacedHook[] {
  return hooks.filter(({ settings }) => isLoaded(settings));
}

/** The hooks that the host would run. */
export function runningHooks(survey: Survey): PlacedHook[] {
  return loadedHooks(survey).filter(({ settings }) => isSwitchedOn(settings, survey.off));
}
