// @ts-check
import { measure } from 'mitata';

/**
 * Measures jobs side by side, several rounds each in turn, and gives each median as a ratio of the first job's.
 * @param {Record<string, () => Promise<unknown>>} jobs
 * @param {number} rounds
 * @returns {Promise<Record<string, { nanoseconds: number, ratio: number }>>}
 */
export async function ratiosOf(jobs, rounds = 5) {
  /** @type {Record<string, number[]>} */
  const taken = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, job] of Object.entries(jobs)) {
      const { p50 } = await measure(job, { min_cpu_time: 200e6, inner_gc: false });
      taken[name]?.push(p50);
    }
  }
  const [first = ''] = Object.keys(jobs);
  const base = median(taken[first] ?? []);
  return Object.fromEntries(
    Object.entries(taken).map(([name, times]) => {
      const nanoseconds = median(times);
      return [name, { nanoseconds, ratio: nanoseconds / base }];
    }),
  );
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
