import pLimit from 'p-limit';

/** Work in order: items of one key one after the other, several keys side by side. */
export interface Lanes<T> {
  add(item: T, key: string): void;
  /** Takes out an item that still waits. */
  remove(item: T): void;
  /** The item that has waited longest. */
  oldest(): T | undefined;
  readonly waiting: number;
}

/** Makes lanes. `work` runs for at most `concurrency` items at once, for the longest waiting first, and must not reject. */
export function createLanes<T>(concurrency: number, work: (item: T) => Promise<void>): Lanes<T> {
  const limit = pLimit(concurrency);
  const waiting = new Map<T, string>();
  const busy = new Set<string>();

  // At least as many turns are queued as keys are ready, and never more than items wait.
  function queueTurn(): void {
    if (limit.pendingCount < waiting.size) void limit(takeTurn);
  }

  async function takeTurn(): Promise<void> {
    for (const [item, key] of waiting) {
      if (busy.has(key)) continue;
      waiting.delete(item);
      busy.add(key);
      await work(item);
      busy.delete(key);
      queueTurn();
      return;
    }
  }

  return {
    add(item, key) {
      waiting.set(item, key);
      if (!busy.has(key)) queueTurn();
    },
    remove: (item) => void waiting.delete(item),
    oldest: () => waiting.keys().next().value,
    get waiting() {
      return waiting.size;
    },
  };
}
