// @ts-check
import { measure } from 'mitata';

/**
 * Measures jobs side by side, several rounds each in turn, and gives each one's best median as a ratio of the first job's:
 * on a shared machine whatever else runs can only add to a time.
 * @param {Record<string, () => Promise<unknown>>} jobs
 * @param {number} rounds
 * @returns {Promise<Record<string, { nanoseconds: number, ratio: number }>>}
 */
export async function ratiosOf(jobs, rounds = 5) {
  /** @type {Record<string, number[]>} */
  const taken = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, job] of Object.entries(jobs)) {
      const { p50 } = await measure(job, { min_cpu_time: 100e6 });
      taken[name]?.push(p50);
    }
  }
  const [first = ''] = Object.keys(jobs);
  const base = Math.min(...(taken[first] ?? []));
  return Object.fromEntries(
    Object.entries(taken).map(([name, times]) => {
      const nanoseconds = Math.min(...times);
      return [name, { nanoseconds, ratio: nanoseconds / base }];
    }),
  );
}
