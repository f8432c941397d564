/** Says how many agents are above a process. */
export const DEPTH_MARK = 'HOOKLOOM_DEPTH';

type Environment = Readonly<Record<string, string | undefined>>;

/** How deep a process is by its mark: 0 without one. A mark that cannot be read still is one. */
export function markedDepth(env: Environment = process.env): number {
  const mark = env[DEPTH_MARK]?.trim() ?? '';
  if (mark === '') return 0;
  return /^\d{1,6}$/.test(mark) ? Number(mark) : 1;
}

/**
 * Gives a copy of an environment for an agent, or for a program that may start one: a `recursionGuard` made below it
 * counts its sessions as nested by one level more than this process.
 * @example
 * spawn('claude', ['-p', 'Sum up the day'], { env: markedEnv() })
 */
export function markedEnv(env: Environment = process.env): Record<string, string | undefined> {
  const above = Math.max(markedDepth(env), markedDepth());
  return { ...env, [DEPTH_MARK]: String(above + 1) };
}
