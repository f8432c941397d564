// @ts-check

// In milliseconds.
const WARM_UP = 200;
const SLICE = 4;

/** Milliseconds of so many calls, one after the other. @param {() => unknown} job @param {number} calls */
async function timeOf(job, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) await job();
  return performance.now() - start;
}

/**
 * Measures jobs of a few microseconds side by side: many short slices in turn, with the collections of garbage that fall
 * into them. Each job's best slice counts, as a ratio of the first job's: on a shared machine whatever else runs can only
 * add to a time. `ratiosOf` takes the median call instead, which is the thing for jobs that differ from call to call.
 * @param {Record<string, () => unknown>} jobs
 * @param {number} rounds
 * @returns {Promise<Record<string, { nanoseconds: number, ratio: number }>>}
 */
export async function sliceRatiosOf(jobs, rounds = 100) {
  const measured = Object.entries(jobs).map(([name, job]) => ({ name, job, calls: 1, best: Infinity }));
  for (const each of measured) {
    // Until it is warm, and as many calls as fill a slice are known: one slice may be held up by whatever else runs.
    for (let spent = 0; spent < WARM_UP; ) {
      const time = await timeOf(each.job, each.calls);
      if (time < SLICE) each.calls *= 2;
      spent += time;
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const each of measured) {
      each.best = Math.min(each.best, (await timeOf(each.job, each.calls)) / each.calls);
    }
  }
  const base = measured[0]?.best ?? Number.NaN;
  return Object.fromEntries(
    measured.map(({ name, best }) => [name, { nanoseconds: best * 1e6, ratio: best / base }]),
  );
}
