import { definePlugin, flattenStack, type Plugin, type PluginDefinition } from '@hookloom/core';
import type { LoadedConfig } from './load.js';

/** The name of the guard that the command line puts first; a config's own of that name gets its scope's in front. */
const OWN_GUARD = 'self-guard';

/**
 * Joins the stacks of several configs, outermost first. Since votes are joined and never overwritten, no config can
 * weaken another. Where two have a plugin of one name, both stay: that of the person or of the local config gets its
 * scope's name in front (`user-env-file-guard`), because state and reasons go by the name.
 * @throws HookloomError as `flattenStack` does.
 */
export function joinConfigs(configs: readonly LoadedConfig[]): readonly Plugin[] {
  const ofProject = configs.filter(({ scope }) => scope === 'project').flatMap((loaded) => namesOf(loaded));
  const taken = new Set([OWN_GUARD, ...ofProject]);
  const plugins = configs.flatMap(({ scope, config }) =>
    flattenStack(config.plugins).map((plugin) => {
      if (scope === 'project' && plugin.name !== OWN_GUARD) return plugin;
      const name = taken.has(plugin.name) ? `${scope}-${plugin.name}` : plugin.name;
      taken.add(name);
      return name === plugin.name ? plugin : renamed(plugin, name);
    }),
  );
  return flattenStack(plugins);
}

function namesOf({ config }: LoadedConfig): string[] {
  return flattenStack(config.plugins).map(({ name }) => name);
}

function renamed({ role, timeout, onFailure, state, hooks }: Plugin, name: string): Plugin {
  return definePlugin({
    name,
    role,
    timeout,
    onFailure,
    state,
    hooks: hooks as PluginDefinition<unknown>['hooks'],
  });
}
