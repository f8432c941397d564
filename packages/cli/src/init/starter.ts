import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { HookloomError } from '@hookloom/core';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { findConfigs, userFolder } from '../config/find.js';
import type { LoadedConfig } from '../config/load.js';

/** A first config, where there is none. */
export interface Starter {
  readonly path: string;
  readonly text: string;
  /** The same config, as it will be loaded. */
  readonly loaded: LoadedConfig;
}

const GUARDS = '@hookloom/plugins-fs-guard';
const CLI = '@hookloom/cli';

/**
 * Makes a first config for a folder.
 * @throws HookloomError `CONFIG_MISSING` where the guards that it would have are not installed: an empty one would look like
 * a guard.
 */
export function starterFor(folder: string, scope: 'user' | 'project'): Starter {
  const path = join(folder, 'hookloom.config.mjs');
  const hasCli = isInstalled(CLI, folder);
  if (!isInstalled(GUARDS, folder)) throw withoutGuards(path, scope, hasCli);
  const list = '[envFileGuard(), systemPathGuard()]';
  const lines = [
    ...(hasCli ? [`import { defineConfig } from '${CLI}';`] : []),
    `import { envFileGuard, systemPathGuard } from '${GUARDS}';`,
    '',
    `export default ${hasCli ? `defineConfig({ plugins: ${list} })` : list};`,
    '',
  ];
  const config = { plugins: [envFileGuard(), systemPathGuard()] };
  return { path, text: lines.join('\n'), loaded: { path, scope, config } };
}

function withoutGuards(path: string, scope: 'user' | 'project', hasCli: boolean): HookloomError {
  const where = scope === 'user' ? `--prefix ${dirname(path)}` : '--save-dev';
  const packages = hasCli ? GUARDS : `${CLI} ${GUARDS}`;
  const message =
    `there is no config yet, and ${GUARDS}, which a first one takes its guards from, is not installed ` +
    `where ${path} would be. Run: npm install ${where} ${packages}`;
  return new HookloomError('CONFIG_MISSING', message, { value: path });
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
