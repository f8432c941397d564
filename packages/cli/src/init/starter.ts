import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { findConfigs, userFolder } from '../config/find.js';
import type { LoadedConfig } from '../config/load.js';

/** A first config, where there is none. */
export interface Starter {
  readonly path: string;
  readonly text: string;
  /** The same config, as it will be loaded. */
  readonly loaded: LoadedConfig;
  /** The packages that it would use, but that are not installed there. */
  readonly missing: readonly string[];
}

const GUARDS = '@hookloom/plugins-fs-guard';
const CLI = '@hookloom/cli';

/** Makes a first config for a folder, of the guards that are installed there. */
export function starterFor(folder: string, scope: 'user' | 'project'): Starter {
  const path = join(folder, 'hookloom.config.mjs');
  const [hasCli, hasGuards] = [isInstalled(CLI, folder), isInstalled(GUARDS, folder)];
  const plugins = hasGuards ? [envFileGuard(), systemPathGuard()] : [];
  const list = hasGuards ? '[envFileGuard(), systemPathGuard()]' : '[]';
  const lines = [
    ...(hasCli ? [`import { defineConfig } from '${CLI}';`] : []),
    ...(hasGuards ? [`import { envFileGuard, systemPathGuard } from '${GUARDS}';`] : []),
    ...(hasCli || hasGuards ? [''] : []),
    `export default ${hasCli ? `defineConfig({ plugins: ${list} })` : list};`,
    '',
  ];
  const missing = [...(hasCli ? [] : [CLI]), ...(hasGuards ? [] : [GUARDS])];
  return { path, text: lines.join('\n'), loaded: { path, scope, config: { plugins } }, missing };
}

/** Tells whether a config of the scope is there; a local one counts for the project. */
export function hasConfig(scope: 'user' | 'project', cwd: string, env: Readonly<NodeJS.ProcessEnv>): boolean {
  const found = findConfigs({ cwd, env });
  return found.some((file) => (file.scope === 'user') === (scope === 'user'));
}

/** The folder for a first config. */
export function starterFolder(
  scope: 'user' | 'project',
  project: string,
  env: Readonly<NodeJS.ProcessEnv>,
): string {
  return scope === 'user' ? userFolder(env) : project;
}

function isInstalled(name: string, folder: string): boolean {
  const paths = createRequire(join(folder, 'x.js')).resolve.paths(name) ?? [];
  return paths.some((path) => existsSync(join(path, name, 'package.json')));
}
