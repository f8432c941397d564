import type { Plugin } from '@hookloom/core';
import { HookloomError } from '@hookloom/core';
import { type ConfigSearch, findConfigs } from './config/find.js';
import { joinConfigs } from './config/join.js';
import { type LoadedConfig, loadConfig } from './config/load.js';

/** The stack of every config that applies, ready to run. */
export interface GuardedStack {
  readonly configs: readonly LoadedConfig[];
  readonly plugins: readonly Plugin[];
}

/**
 * Finds, loads and joins the configs that apply.
 * @throws HookloomError `CONFIG_MISSING` when there is none, `CONFIG_INVALID` for one that cannot be loaded.
 */
export async function loadGuardedStack(search: ConfigSearch, stateFolder: string): Promise<GuardedStack> {
  const files = findConfigs(search);
  if (files.length === 0) {
    throw new HookloomError('CONFIG_MISSING', 'there is no hookloom.config.{ts,mts,js,mjs} here', {
      value: search.cwd,
    });
  }
  const configs: LoadedConfig[] = [];
  for (const file of files) configs.push(await loadConfig(file, stateFolder));
  return guardStack(configs);
}

/**
 * Joins the stacks of loaded configs, outermost first.
 * @throws HookloomError as `joinConfigs` does.
 */
export function guardStack(configs: readonly LoadedConfig[]): GuardedStack {
  return { configs, plugins: joinConfigs(configs) };
}
