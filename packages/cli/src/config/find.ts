import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { HookloomError } from '@hookloom/core';

/** Whose config it is: the person's own, the project's, or the person's for this project. */
export type ConfigScope = 'user' | 'project' | 'local';

/** A config file and its scope. */
export interface ConfigFile {
  readonly path: string;
  readonly scope: ConfigScope;
}

/** Where to look for configs. */
export interface ConfigSearch {
  /** The process's folder. */
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The project's config, when it is told instead of looked for. */
  readonly config?: string | undefined;
}

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs'];

/**
 * Finds the configs that apply, outermost first: the person's own, the project's, and the local one beside it. The
 * project's is looked for from CLAUDE_PROJECT_DIR, then from `cwd`, up to the repository's root; outside of a
 * repository in that folder alone, because a folder further up may belong to somebody else.
 * @throws HookloomError `CONFIG_INVALID` when a folder has two of one scope, `CONFIG_MISSING` for a told file that is not there.
 */
export function findConfigs({ cwd, env, config }: ConfigSearch): ConfigFile[] {
  const found: ConfigFile[] = [];
  const user = configIn(userFolder(env), 'hookloom.config');
  if (user !== undefined) found.push({ path: user, scope: 'user' });
  const project = config === undefined ? projectFolder(cwd, env) : dirname(resolve(cwd, config));
  if (config !== undefined) found.push({ path: toldFile(resolve(cwd, config)), scope: 'project' });
  if (project === undefined || project === userFolder(env)) return found;
  const path = config === undefined ? configIn(project, 'hookloom.config') : undefined;
  if (path !== undefined) found.push({ path, scope: 'project' });
  const local = configIn(project, 'hookloom.config.local');
  if (local !== undefined) found.push({ path: local, scope: 'local' });
  return found;
}

/** Every path where a config would be picked up, whether or not there is one. */
export function configCandidates({ cwd, env, config }: ConfigSearch): string[] {
  const starts = [...(env.CLAUDE_PROJECT_DIR ? [env.CLAUDE_PROJECT_DIR] : []), cwd];
  const folders =
    config === undefined
      ? starts.flatMap((start) => upToRepository(resolve(start)))
      : [dirname(resolve(cwd, config))];
  const names =
    config === undefined ? ['hookloom.config', 'hookloom.config.local'] : ['hookloom.config.local'];
  return [
    ...namesIn(userFolder(env), ['hookloom.config']),
    ...[...new Set(folders)].flatMap((folder) => namesIn(folder, names)),
  ];
}

function namesIn(folder: string, names: readonly string[]): string[] {
  return names.flatMap((name) => EXTENSIONS.map((extension) => join(folder, `${name}.${extension}`)));
}

/** The folder of the person's own config. */
export function userFolder(env: Readonly<NodeJS.ProcessEnv>): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'hookloom');
}

function projectFolder(cwd: string, env: Readonly<NodeJS.ProcessEnv>): string | undefined {
  const starts = env.CLAUDE_PROJECT_DIR ? [env.CLAUDE_PROJECT_DIR, cwd] : [cwd];
  for (const start of starts) {
    for (const folder of upToRepository(resolve(start))) {
      const config = configIn(folder, 'hookloom.config') ?? configIn(folder, 'hookloom.config.local');
      if (config !== undefined) return folder;
    }
  }
  return undefined;
}

/** A folder and those above it, up to the repository's root; outside of a repository that folder alone. */
function upToRepository(start: string): string[] {
  const folders = [];
  for (let folder = start; ; folder = dirname(folder)) {
    folders.push(folder);
    if (existsSync(join(folder, '.git'))) return folders;
    if (folder === dirname(folder)) return [start];
  }
}

function configIn(folder: string, name: string): string | undefined {
  const paths = namesIn(folder, [name]).filter((path) => existsSync(path));
  if (paths.length > 1) {
    throw new HookloomError('CONFIG_INVALID', `${folder} has more than one ${name}: keep one`, {
      value: paths,
    });
  }
  return paths[0];
}

function toldFile(path: string): string {
  if (existsSync(path)) return path;
  throw new HookloomError('CONFIG_MISSING', `there is no config at ${path}`, { value: path });
}
