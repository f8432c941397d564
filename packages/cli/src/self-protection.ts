import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { Plugin } from '@hookloom/core';
import { selfGuard } from '@hookloom/plugins-fs-guard';
import { cacheOf } from './bundle/cache-file.js';
import { configCandidates } from './config/find.js';
import type { LoadedConfig } from './config/load.js';
import type { Surroundings } from './guarded-stack.js';

/** What the guard of the guards has to know. */
export interface SelfProtection extends Surroundings {
  readonly configs: readonly LoadedConfig[];
  /** The plugins of the configs: what the settings must go on to hand to Hookloom. */
  readonly plugins: readonly Plugin[];
}

/** Makes the guard that keeps the agent from the configs, the settings, the state, the token and the code that runs. */
export function protectSelf(protection: SelfProtection): Plugin {
  const { search, configs, stateFolder, importsOf, plugins, tokenFile } = protection;
  const project = search.env.CLAUDE_PROJECT_DIR || search.cwd;
  const guard: Plugin = selfGuard({
    root: project,
    // To follow what the configs import takes long, and most calls change nothing.
    protect: () => [
      ...configCandidates(search),
      ...configs.flatMap(({ path, config }) => [
        path,
        ...(importsOf?.(path) ?? []),
        ...(config.protect ?? []).map((file) => resolve(dirname(path), file)),
      ]),
      stateFolder,
      ...runningCode(),
      ...earlierNodes(search.env),
    ],
    secrets: [usualTokenFile(stateFolder), ...(tokenFile === undefined ? [] : [tokenFile])],
    undecided: strictest(configs),
    lostGate: async () => {
      // Loaded when it is needed: most processes answer another event.
      const [{ lostGates }, { settingsFiles }, { readSettings }] = await Promise.all([
        import('./settings/gates.js'),
        import('./settings/files.js'),
        import('./settings/read.js'),
      ]);
      return lostGates(settingsFiles(project, search.env).map(readSettings), {
        plugins: [guard, ...plugins],
        configs: configs.map(({ path }) => path),
        project,
        env: search.env,
      });
    },
  });
  return guard;
}

/** The file that holds the token of `hookloom serve`, when no other is told. */
export function usualTokenFile(stateFolder: string): string {
  return join(stateFolder, 'token');
}

function strictest(configs: readonly LoadedConfig[]): 'deny' | 'ask' | 'pass' {
  const told = configs.map(({ config }) => config.undecided ?? 'deny');
  if (told.includes('deny') || told.length === 0) return 'deny';
  return told.includes('ask') ? 'ask' : 'pass';
}

/** The file that this process runs, and a bundle's compiled code; of an installed package its whole folder. */
function runningCode(): string[] {
  const [, file] = process.argv;
  if (file === undefined || !existsSync(file)) return [];
  const real = realpathSync(file);
  const folder = dirname(dirname(real));
  if (existsSync(join(folder, 'package.json')) && /[\\/]dist[\\/]/.test(real)) return [file, folder];
  return [file, real, cacheOf(file), cacheOf(real)];
}

// Settings that are shared name `node` alone: nothing may come before it on the search path.
function earlierNodes({ PATH = '' }: Readonly<NodeJS.ProcessEnv>): string[] {
  const names = process.platform === 'win32' ? ['node.exe', 'node.cmd', 'node.bat'] : ['node'];
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  const own = folders.findIndex((folder) => existsSync(join(folder, names[0] as string)));
  return folders.slice(0, own + 1).flatMap((folder) => names.map((name) => join(folder, name)));
}
