import { loadGuardedStack } from '../guarded-stack.js';
import { stateFolder } from '../state/state-folder.js';
import type { RunArguments } from './arguments.js';
import { keepFromStdout } from './children.js';
import { runEvent } from './run-event.js';

/** Answers one event with the configs that apply in the process's folder. Ends the process. */
export function runConfigured({ event, config }: RunArguments): Promise<never> {
  const { env } = process;
  const state = stateFolder(env);
  const load = () => {
    keepFromStdout();
    return loadGuardedStack({ cwd: process.cwd(), env, config }, state);
  };
  return runEvent({ event, stateFolder: state, load });
}
