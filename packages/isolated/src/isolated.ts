import {
  checkOptions,
  type Duration,
  definePlugin,
  type Handler,
  type HookEvent,
  HookloomError,
  integer,
  type OnFailure,
  oneOf,
  onTool,
  option,
  type Plugin,
  parseDuration,
} from '@hookloom/core';
import { Cell, type CellEvents } from './cell.js';
import { moduleUrl } from './module-url.js';
import type { Description } from './protocol.js';
import { NO_STATE_YET } from './state-marker.js';

/** Options of `isolated`. */
export interface IsolatedOptions {
  /** Another name for the plugin. Default: its own. */
  readonly name?: string | undefined;
  /** The plugin's own time for one event; its thread is ended when it is up. Default: the plugin's own. */
  readonly timeout?: Duration | undefined;
  /** What a failure does. Default: the plugin's own. */
  readonly onFailure?: OnFailure | undefined;
  /** Megabytes of heap that the thread may fill, from 16. Default: 256. */
  readonly memory?: number | undefined;
  /** How long the thread may take to load the module. Default: '10s'. */
  readonly startWithin?: Duration | undefined;
  /** Options of Node for the thread, such as `['--conditions', 'staging']`; `tsx` has no effect on threads (measured). Default: those of the process. */
  readonly execArgv?: readonly string[] | undefined;
}

/** The plugin, and the way to end its thread. */
export interface IsolatedPlugin extends Plugin {
  /** Ends the thread. Calls after that fail. Needed only where stacks come and go: a thread at rest holds no process open. */
  close(): Promise<void>;
}

const NAME = 'isolated';

/**
 * Makes a plugin of a module whose default export is a plugin, and runs it in a thread of its own: an endless loop, a
 * `process.exit` or a full heap ends that thread, and the next call gets a fresh one.
 * @throws HookloomError `PLUGIN_INVALID` when the module cannot be loaded, or its default export is no plugin.
 * @example
 * createHooks([await isolated(new URL('./scan-command.js', import.meta.url), { timeout: '1s', memory: 64 })])
 */
export async function isolated(module: URL | string, options: IsolatedOptions = {}): Promise<IsolatedPlugin> {
  checkOptions(NAME, options, {
    name: option.string,
    timeout: option.duration,
    onFailure: oneOf('block', 'ask', 'continue'),
    memory: integer(16),
    startWithin: option.duration,
    execArgv: option.texts,
  });
  const { memory = 256, startWithin = '10s', execArgv } = options;
  const url = moduleUrl(module);
  const cellOptions = {
    module: url,
    memory,
    startWithin: parseDuration(startWithin, NAME, 'startWithin'),
    execArgv,
  };
  let closed = false;
  let name = options.name ?? NAME;
  const events: CellEvents = {
    onRetire(retired) {
      if (retired === cell) cell = undefined;
    },
    onIdleDeath: (cause) => tellIdleDeath(name, cause),
  };
  let cell: Cell | undefined = new Cell(cellOptions, events);
  const description = await describe(cell, url);
  const { role, hasState } = description;
  name = options.name ?? description.name;

  const attend: Handler<HookEvent, never> = async (ctx, next) => {
    if (closed) throw new HookloomError('RUNNER_CLOSED', 'its thread is closed');
    cell ??= new Cell(cellOptions, events);
    try {
      // What a handler returned is a failure; the engine finds it by a value of any kind.
      return ((await cell.run(ctx, next, hasState)) ? true : undefined) as undefined;
    } catch (error) {
      // The next call shall not have to wait for a thread to start.
      if (!closed) cell ??= new Cell(cellOptions, events);
      throw error;
    }
  };

  const plugin = definePlugin<unknown>({
    name,
    role,
    timeout: options.timeout ?? (description.timeout as Duration),
    onFailure: options.onFailure ?? description.onFailure,
    state: hasState ? () => NO_STATE_YET : undefined,
    hooks: Object.fromEntries(description.hooks.map(([event, tools]) => [event, onlyFor(tools, attend)])),
  });
  return Object.freeze({
    ...plugin,
    async close() {
      closed = true;
      await cell?.close();
    },
  });
}

// Elsewhere a call that does not concern the plugin would cross to its thread and back.
function onlyFor(tools: string | undefined, attend: Handler<HookEvent, never>): never {
  return (tools === undefined ? attend : onTool(tools, attend as never)) as never;
}

function tellIdleDeath(name: string, cause: Error | undefined): void {
  const how = cause === undefined ? 'process.exit' : `an error of its own (${cause.constructor.name})`;
  process.emitWarning(
    `${name}: its thread ended between two calls by ${how}; the next call gets a fresh one`,
    {
      type: 'HookloomWarning',
      code: 'HOOKLOOM_WORKER_ENDED',
    },
  );
}

async function describe(cell: Cell, url: string): Promise<Description> {
  try {
    return await cell.opened;
  } catch (cause) {
    if (cause instanceof HookloomError) throw cause;
    const what = cause instanceof Error ? cause.constructor.name : typeof cause;
    throw new HookloomError('PLUGIN_INVALID', `the module could not be loaded in a thread (${what})`, {
      plugin: NAME,
      value: url,
      cause,
    });
  }
}
