/** What one session knows of the agents that it started. JSON, since it is a plugin's state. */
export interface Spawns {
  /** Calls that were let through and whose agent has not started yet, by the id of the call. */
  readonly pending: Readonly<Record<string, Pending>>;
  /** Agents at work, with their depth: 1 for a child of the main thread. */
  readonly alive: Readonly<Record<string, number>>;
  /** Those of them that the main thread does not wait for. */
  readonly background: readonly string[];
  /** Agents that have started, ever. */
  readonly started: number;
  /** When the calls of the last minute were let through, in milliseconds since 1970. */
  readonly recent: readonly number[];
}

/** A call that was let through: who made it (empty for the main thread), and how deep its agent will be. */
export interface Pending {
  readonly caller: string;
  readonly depth: number;
}

/** The state of a session that has started no agent. */
export const NO_SPAWNS: Spawns = { pending: {}, alive: {}, background: [], started: 0, recent: [] };

const MINUTE = 60_000;

/** What a session is held to. */
export interface Limits {
  readonly maxDepth: number;
  readonly maxConcurrent: number;
  readonly maxTotal: number;
  readonly perMinute: number | undefined;
}

/** Says which limit a further agent would break, with the counts; `undefined` when it may start. */
export function brokenLimit(spawns: Spawns, depth: number, limits: Limits, now: number): string | undefined {
  const { maxDepth, maxConcurrent, maxTotal, perMinute } = limits;
  const pending = Object.keys(spawns.pending).length;
  const alive = Object.keys(spawns.alive).length + pending;
  const total = spawns.started + pending;
  const lastMinute = spawns.recent.filter((at) => now - at < MINUTE).length;
  if (depth > maxDepth)
    return `it would be an agent at depth ${depth}, and ${maxDepth} is the limit. Do the work in this agent`;
  if (total >= maxTotal)
    return `${total} of ${maxTotal} agents of this session are used up. Go on without more agents`;
  if (alive >= maxConcurrent)
    return `${alive} of ${maxConcurrent} agents are at work. Wait until one has ended, then try again`;
  if (perMinute !== undefined && lastMinute >= perMinute) {
    return `${lastMinute} of ${perMinute} agents were started within a minute. Wait a while, or go on without more agents`;
  }
  return undefined;
}

/** Reserves a slot for a call; a call that has one keeps it. */
export function reserve(spawns: Spawns, call: string, pending: Pending, now: number): Spawns {
  if (spawns.pending[call] !== undefined) return spawns;
  const recent = spawns.recent.filter((at) => now - at < MINUTE);
  return { ...spawns, pending: { ...spawns.pending, [call]: pending }, recent: [...recent, now] };
}

/** Gives back the slots of calls that came to nothing. */
export function release(spawns: Spawns, isOver: (call: string, pending: Pending) => boolean): Spawns {
  const kept = Object.entries(spawns.pending).filter(([call, pending]) => !isOver(call, pending));
  return { ...spawns, pending: Object.fromEntries(kept) };
}

/**
 * An agent has started. The host does not say by which call, and calls that wait side by side may have several depths: the
 * one of `depth` is taken, else the oldest.
 */
export function start(spawns: Spawns, agent: string, depth: number | undefined): Spawns {
  if (spawns.alive[agent] !== undefined) return spawns;
  const waiting = Object.entries(spawns.pending);
  const [call, pending] = waiting.find(([, each]) => each.depth === depth) ?? waiting[0] ?? [];
  return {
    ...release(spawns, (each) => each === call),
    alive: { ...spawns.alive, [agent]: depth ?? pending?.depth ?? 1 },
    started: spawns.started + 1,
  };
}

/** An agent has ended, and with it every call of its own that never started one. */
export function end(spawns: Spawns, agent: string): Spawns {
  const { [agent]: _ended, ...alive } = spawns.alive;
  return { ...release(spawns, (_call, { caller }) => caller === agent), alive };
}

/** Tells whether any slot is taken. */
export function isBusy({ pending, alive }: Pick<Spawns, 'pending' | 'alive'>): boolean {
  return Object.keys(pending).length + Object.keys(alive).length > 0;
}

/** A batch of the main thread is over: which of its agents are at work still, it does not wait for. */
export function endBatch(spawns: Spawns, calls: ReadonlySet<string>): Spawns {
  const background = Object.keys(spawns.alive).filter((agent) => spawns.alive[agent] === 1);
  return { ...release(spawns, (call) => calls.has(call)), background };
}

/**
 * The main thread waits for no agent: only those in the background are at work, and those below them. The host does not
 * tell which agents and calls an interrupt stopped (measured).
 */
export function settle(spawns: Spawns, running = spawns.background): Spawns {
  const background = running.filter((agent) => spawns.alive[agent] !== undefined);
  // Below which one another is at work, is not known.
  const isBelow = (depth: number) => background.length > 0 && depth > 1;
  const alive = Object.entries(spawns.alive).filter(
    ([agent, depth]) => isBelow(depth) || background.includes(agent),
  );
  const settled = release(spawns, (_call, { depth }) => !isBelow(depth));
  return { ...settled, alive: Object.fromEntries(alive), background };
}
