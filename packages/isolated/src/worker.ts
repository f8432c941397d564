import { HookloomError, isPlugin, type Plugin } from '@hookloom/core';
import type { Description, Opening, Summons } from './protocol.js';
import { Sitting } from './sitting.js';
import { type Thrown, writeThrown } from './thrown.js';
import { WorkerLine } from './worker-line.js';

let plugin: Plugin | undefined;
let line: WorkerLine | undefined;

/** What the thread does: the first task brings the plugin, each further one an event for it. Nothing is ever thrown. */
export default async function attend(
  task: Opening | Summons,
): Promise<{ thrown?: Thrown; description?: Description }> {
  try {
    if (task.kind === 'open') return { description: await open(task) };
    if (plugin === undefined || line === undefined) throw new Error('the plugin is not there yet');
    await new Sitting(task, plugin, line).run();
    return {};
  } catch (error) {
    return { thrown: writeThrown(error) };
  }
}

async function open(opening: Opening): Promise<Description> {
  line = new WorkerLine(opening);
  const { default: value } = (await import(opening.module)) as { default: unknown };
  if (!isPlugin(value)) {
    const advice =
      typeof value === 'function' ? '; it is a function: call it, as in `export default guard()`' : '';
    throw new HookloomError(
      'PLUGIN_INVALID',
      `isolated: the default export of the module must be a plugin made by definePlugin${advice}`,
    );
  }
  plugin = value;
  return describe(value);
}

// Registered by core, so that a second copy of it in the tree reads the same.
const MATCHER = Symbol.for('hookloom.matcher');

function describe({ name, role, timeout, onFailure, state, hooks }: Plugin): Description {
  const matched = Object.entries(hooks).map(([event, handler]) => {
    const matcher = (handler as unknown as { [MATCHER]?: { expression: string } })[MATCHER];
    return [event, matcher?.expression] as const;
  });
  return {
    name,
    role,
    timeout,
    onFailure,
    hasState: state !== undefined,
    hooks: matched as unknown as Description['hooks'],
  };
}
