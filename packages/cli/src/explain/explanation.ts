import { createRunner, type Outcome, type Plugin, type Role, toHostOutput } from '@hookloom/core';
import type { GuardedStack } from '../guarded-stack.js';
import { fileStore } from '../state/file-store.js';
import { peekStore } from './peek-store.js';

/** What one plugin did with the event. */
export interface PluginPart {
  readonly plugin: string;
  readonly role: Role;
  /** 'asked'; 'silent': it does not listen to this call; 'unreached': a deny came first; 'left out': it observes. */
  readonly part: 'asked' | 'silent' | 'unreached' | 'left out';
  readonly milliseconds?: number;
  readonly judgedAgain?: boolean;
  readonly votes: readonly { readonly decision: string; readonly reason: string | undefined }[];
}

/** How a stack comes to its verdict on one payload. */
export interface Explanation {
  readonly outcome: Outcome;
  readonly plugins: readonly PluginPart[];
  /** What the host is told. */
  readonly answer: object;
}

/**
 * Judges one payload and tells who did what. State is read and not changed, and plugins that observe are left out: a
 * webhook would tell of a call that nobody made.
 */
export async function explain(
  { plugins }: GuardedStack,
  payload: unknown,
  stateFolder: string,
): Promise<Explanation> {
  const asked = plugins.filter(({ role }) => role !== 'observer');
  const runner = createRunner(asked, {
    store: peekStore(fileStore({ folder: stateFolder })),
    onOutcome: () => undefined,
  });
  const outcome = await runner.run(payload);
  const denied = ['deny', 'block'].includes(outcome.verdict.decision);
  const last = plugins.findLastIndex(({ name }) => outcome.plugins.some(({ plugin }) => plugin === name));
  return {
    outcome,
    plugins: plugins.map((plugin, index) => partOf(plugin, outcome, denied && index > last)),
    answer: toHostOutput(outcome),
  };
}

function partOf({ name, role, hooks }: Plugin, outcome: Outcome, late: boolean): PluginPart {
  const votes = outcome.votes
    .filter(({ plugin }) => plugin === name)
    .map(({ decision, reason }) => ({ decision, reason }));
  const run = outcome.plugins.find(({ plugin }) => plugin === name);
  if (run !== undefined) {
    const { milliseconds, judgedAgain } = run;
    return { plugin: name, role, part: 'asked', milliseconds, judgedAgain, votes };
  }
  if (role === 'observer') return { plugin: name, role, part: 'left out', votes };
  const unreached = late && hooks[outcome.event] !== undefined;
  return { plugin: name, role, part: unreached ? 'unreached' : 'silent', votes };
}
