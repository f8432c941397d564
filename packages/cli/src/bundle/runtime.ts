import { flattenStack } from '@hookloom/core';
import type { ConfigFile } from '../config/find.js';
import { loadConfigBy } from '../config/load.js';
import { type GuardedStack, guardStack } from '../guarded-stack.js';
import { toRunArguments } from '../run/arguments.js';
import { runEvent } from '../run/run-event.js';
import { stateFolder } from '../state/state-folder.js';

/** A config within a bundle: where it came from, and what evaluates it. */
export interface BundledConfig extends ConfigFile {
  readonly evaluate: () => Promise<{ default?: unknown }>;
}

/** What a bundle's program offers to the code that starts it. */
export interface BundleProgram {
  /** Answers one event as `hookloom run` does. Ends the process. */
  run(argv: readonly string[]): void;
  /** The same without observers and listeners, so that a sample payload is judged and nobody hears of it. */
  rehearse(argv: readonly string[]): void;
}

/** Makes the program of a bundle from its configs, outermost first. */
export function toProgram(configs: readonly BundledConfig[]): BundleProgram {
  return {
    run: (argv) => start(argv, () => loadAll(configs)),
    rehearse: (argv) => start(argv, async () => withoutListeners(await loadAll(configs))),
  };
}

// What the host reads as "block"; 1 would let the call through.
const BLOCK = 2;

function start(argv: readonly string[], load: () => Promise<GuardedStack>): void {
  const told = toRunArguments(['run', ...argv]);
  if (told === undefined || told.config !== undefined) {
    process.stderr.write('hookloom: a bundle takes --event and the name of an event, and nothing else\n');
    process.exitCode = BLOCK;
    return;
  }
  runEvent({ event: told.event, stateFolder: stateFolder(process.env), load });
}

async function loadAll(configs: readonly BundledConfig[]): Promise<GuardedStack> {
  const loaded = [];
  for (const { path, scope, evaluate } of configs) {
    loaded.push(await loadConfigBy({ path, scope }, async () => (await evaluate()).default));
  }
  const { env } = process;
  const search = { cwd: process.cwd(), env };
  return guardStack(loaded, { search, stateFolder: stateFolder(env) });
}

function withoutListeners({ configs, plugins }: GuardedStack): GuardedStack {
  return {
    configs: configs.map((loaded) => ({
      ...loaded,
      config: { plugins: loaded.config.plugins, flush: '1ms' },
    })),
    plugins: flattenStack(plugins.filter(({ role }) => role !== 'observer')),
  };
}
