import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { HookloomError } from '@hookloom/core';
import { claudeSettings } from '@hookloom/plugins-fs-guard';
import { findConfigs } from '../config/find.js';
import { type LoadedConfig, loadConfig } from '../config/load.js';
import { type GuardedStack, guardStack } from '../guarded-stack.js';
import { DEFAULT_PORT } from '../serve/command.js';
import { editHooks } from '../settings/edit-hooks.js';
import { readSettings, type Settings } from '../settings/read.js';
import { schemaFaults } from '../settings/schema.js';
import { installedProgram } from './installed-program.js';
import { type InitOptions, type InitScope, scopeOf } from './options.js';
import { hasConfig, type Starter, starterFolder, starterFor } from './starter.js';
import { readUndo, type UndoRecord } from './undo-record.js';
import { isShareable, wantedHooks } from './wanted-hooks.js';

/** What `hookloom init` would do. */
export interface InitPlan {
  readonly settings: Settings;
  /** The text that the settings file will hold; `undefined` when it will be gone. */
  readonly after: string | undefined;
  /** The record of an earlier run that is still good. */
  readonly undo: UndoRecord | undefined;
  readonly starter: Starter | undefined;
  /** Hookloom is taken out. */
  readonly removes: boolean;
  /** What the person should know. */
  readonly advice: readonly string[];
}

/** Where `hookloom init` runs. */
export interface InitPlace {
  readonly project: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly stateFolder: string;
}

/**
 * Works out what the settings shall hold, and writes nothing.
 * @throws HookloomError `SETTINGS_INVALID` for settings that the host would not load, `CONFIG_INVALID` for such a config.
 */
export async function planInit(options: InitOptions, place: InitPlace): Promise<InitPlan> {
  const scope = scopeOf(options);
  const file = claudeSettings(place.project, place.env).find((each) => each.scope === scope);
  if (file === undefined) throw new RangeError(scope);
  const settings = readSettings(file);
  if (settings.fault !== undefined) throw settings.fault;
  const undo = readUndo(place.stateFolder, settings.path, settings.text ?? '');
  if (options.remove) return planRemoval(settings, undo);
  refuseDropped(settings);

  const owner = scope === 'user' ? 'user' : 'project';
  const starter = hasConfig(owner, place.project, place.env)
    ? undefined
    : starterFor(starterFolder(owner, place.project, place.env), owner);
  const stack = await stackWith(starter, place);
  const { project } = place;
  const program =
    options.bundle === undefined ? installedProgram(project) : bundleAt(project, options.bundle);
  const config = scope === 'user' ? undefined : stack.configs.find((each) => each.scope === 'project')?.path;
  const wanted = wantedHooks(stack, {
    project,
    shared: scope === 'project',
    node: scope === 'project' ? 'node' : process.execPath,
    program,
    bundled: options.bundle !== undefined,
    config,
    port: options.http ? (options.port ?? DEFAULT_PORT) : undefined,
  });
  return {
    settings,
    after: editHooks(settings.text ?? '', wanted),
    undo,
    starter,
    removes: false,
    advice: [
      ...folderAdvice(scope, config, settings.path, project),
      ...sharingAdvice(scope, program, options, project),
    ],
  };
}

function planRemoval(settings: Settings, undo: UndoRecord | undefined): InitPlan {
  const { text } = settings;
  const edited = text === undefined ? undefined : editHooks(text, {});
  const after = undo === undefined ? edited : (undo.before ?? undefined);
  return { settings, after, undo, starter: undefined, removes: true, advice: [] };
}

async function stackWith(starter: Starter | undefined, place: InitPlace): Promise<GuardedStack> {
  const search = { cwd: place.project, env: { ...place.env, CLAUDE_PROJECT_DIR: place.project } };
  const configs: LoadedConfig[] = [];
  for (const file of findConfigs(search)) configs.push(await loadConfig(file, place.stateFolder));
  const all = starter === undefined ? configs : [...configs, starter.loaded];
  return guardStack(all, { search, stateFolder: place.stateFolder });
}

/** Hooks that are put into a file which the host drops would guard nothing. */
function refuseDropped(settings: Settings): void {
  const dropping = schemaFaults(settings.value).find(({ drops }) => drops === 'file');
  if (dropping === undefined) return;
  const why = `the host drops the whole file, because ${dropping.path.join('.')}: ${dropping.message}`;
  throw new HookloomError('SETTINGS_INVALID', `${settings.path}: ${why}`, { value: settings.path });
}

function bundleAt(project: string, file: string): string {
  const path = resolve(project, file);
  if (existsSync(path)) return path;
  throw new HookloomError('CONFIG_MISSING', `there is no bundle at ${path}`, { value: path });
}

/** Claude Code reads the settings of the folder in which a session begins, and of no folder above it. */
function folderAdvice(
  scope: InitScope,
  config: string | undefined,
  settings: string,
  project: string,
): string[] {
  const folder = config === undefined ? project : dirname(config);
  if (scope === 'user' || folder === project) return [];
  return [
    `The config is ${config}. Only sessions that begin in ${project} read ${settings}: run hookloom init in ${folder} for those that begin there.`,
  ];
}

function sharingAdvice(
  scope: InitScope,
  program: string,
  { bundle }: InitOptions,
  project: string,
): string[] {
  if (scope !== 'project') return [];
  if (bundle !== undefined) {
    return [
      'A bundle is for this machine, and these settings are for everybody: without the file each of their calls is blocked. ' +
        'Put it into your own with --local.',
    ];
  }
  if (isShareable(program, project)) return [];
  return [
    `${program} lies outside of the repository, so these settings work on this machine alone. ` +
      'For others too: npm install --save-dev @hookloom/cli, and npx hookloom init once more.',
  ];
}
