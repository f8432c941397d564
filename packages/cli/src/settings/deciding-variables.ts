import { isObject, type Settings } from './read.js';

/** What decides which code a command hook runs, and with which configs and state. */
const DECIDING: readonly string[] = [
  ...['PATH', 'NODE_OPTIONS', 'NODE_PATH', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES'],
  ...['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'HOOKLOOM_STATE_DIR', 'CLAUDE_CONFIG_DIR'],
];
const NEAREST_LAST: readonly Settings['scope'][] = ['user', 'project', 'local', 'managed'];

/**
 * Finds a variable that the settings would give the hooks from now on, and that decides what they run: the host takes over
 * the `env` of changed settings in the running session, as it stands there (measured).
 * @param env the variables that the hooks have had.
 */
export function changedVariable(
  all: readonly Settings[],
  env: Readonly<NodeJS.ProcessEnv>,
): { name: string; settings: Settings } | undefined {
  for (const name of DECIDING) {
    const settings = NEAREST_LAST.flatMap((scope) => all.filter((each) => each.scope === scope)).findLast(
      ({ value }) => isObject(value.env) && value.env[name] !== undefined,
    );
    if (
      settings !== undefined &&
      String((settings.value.env as Record<string, unknown>)[name]) !== env[name]
    ) {
      return { name, settings };
    }
  }
  return undefined;
}
