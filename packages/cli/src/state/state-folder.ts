import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of the state that lives longer than a process: HOOKLOOM_STATE_DIR, else under XDG_STATE_HOME. */
export function stateFolder(env: Readonly<NodeJS.ProcessEnv>): string {
  if (env.HOOKLOOM_STATE_DIR) return env.HOOKLOOM_STATE_DIR;
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'hookloom');
}
