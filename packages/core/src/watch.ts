import type { Run } from './run.js';

// Runs with plugins that have not settled. Only those that still have not by the next turn of the event loop get a timer:
// one for every plugin at once would cost many times what the engine does.
const watched = new Set<Run>();
let looking = false;

/** Looks at a run on the next turn of the event loop, and arms the deadlines of the plugins still at work then. */
export function watchRun(run: Run): void {
  run.watched = true;
  watched.add(run);
  if (looking) return;
  looking = true;
  setImmediate(armAll);
}

/** Ends the watch over a run whose chain has settled. */
export function unwatchRun(run: Run): void {
  if (run.watched) watched.delete(run);
}

function armAll(): void {
  looking = false;
  const runs = [...watched];
  watched.clear();
  for (const run of runs) {
    run.watched = false;
    for (const call of run.calls) call.arm();
  }
}
