import { flattenStack, HookloomError, type Plugin } from '@hookloom/core';
import { type ConfigSearch, findConfigs } from './config/find.js';
import { importsOf } from './config/imports.js';
import { joinConfigs } from './config/join.js';
import { type LoadedConfig, loadConfig } from './config/load.js';
import { protectSelf } from './self-protection.js';

/** The stack of every config that applies, ready to run: first in it is the guard of the guards. */
export interface GuardedStack {
  readonly configs: readonly LoadedConfig[];
  readonly plugins: readonly Plugin[];
}

/**
 * Finds, loads and joins the configs that apply.
 * @throws HookloomError `CONFIG_MISSING` when there is none, `CONFIG_INVALID` for one that cannot be loaded.
 */
export async function loadGuardedStack(
  search: ConfigSearch,
  stateFolder: string,
  tokenFile?: string,
): Promise<GuardedStack> {
  const files = findConfigs(search);
  if (files.length === 0) {
    throw new HookloomError('CONFIG_MISSING', 'there is no hookloom.config.{ts,mts,js,mjs} here', {
      value: search.cwd,
    });
  }
  const configs: LoadedConfig[] = [];
  for (const file of files) configs.push(await loadConfig(file, stateFolder));
  return guardStack(configs, { search, stateFolder, tokenFile, importsOf });
}

/** Where a stack runs. */
export interface Surroundings {
  readonly search: ConfigSearch;
  readonly stateFolder: string;
  /** The file of the server's token, when it is not in the state folder. */
  readonly tokenFile?: string | undefined;
  /** Gives what a config imports, to be kept from the agent too; absent where that is part of the file that runs. */
  readonly importsOf?: (file: string) => readonly string[];
}

/**
 * Joins the stacks of loaded configs, outermost first, behind the guard that keeps the agent from all of it.
 * @throws HookloomError as `joinConfigs` does.
 */
export function guardStack(configs: readonly LoadedConfig[], surroundings: Surroundings): GuardedStack {
  const plugins = joinConfigs(configs);
  const self = protectSelf({ ...surroundings, configs, plugins });
  return { configs, plugins: flattenStack([self, plugins]) };
}
