import type { Run } from './run.js';

// Runs with plugins that have not settled. Only those that still have not by the next turn of the event loop get a timer:
// one for every plugin at once would cost many times what the engine does.
let watched: Run[] = [];
let looking = false;

/** Looks at a run on the next turn of the event loop, and arms the deadlines of the plugins still at work then. */
export function watchRun(run: Run): void {
  if (run.place >= 0) return;
  run.place = watched.length;
  watched[run.place] = run;
  if (!looking) setImmediate(armAll);
  looking = true;
}

/** Ends the watch over a run whose chain has settled. */
export function unwatchRun(run: Run): void {
  if (run.place < 0) return;
  // The last one takes its place: a set would cost more than the rest of the engine's part in a plugin.
  const last = watched.pop() as Run;
  watched[run.place] = last;
  last.place = run.place;
  if (last === run) watched.pop();
}

function armAll(): void {
  looking = false;
  const runs = watched;
  watched = [];
  for (const run of runs) {
    run.place = -1;
    run.arm();
  }
}
