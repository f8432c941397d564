// @ts-check
import { createRunner } from '@hookloom/core';
import { isolated } from '@hookloom/isolated';
import { ratiosOf } from './ratio.mjs';

const MODULE = new URL('isolated-plugin.mjs', import.meta.url);

/** What a call costs in a thread of its own, against the same plugin without one. */
export async function benchIsolated() {
  const { default: plugin } = await import(MODULE.href);
  const apart = await isolated(MODULE);
  const runners = { without: createRunner(plugin), apart: createRunner(apart) };
  /** @param {string} tool @param {string} command */
  const call = (tool, command) => ({
    session_id: 'session-1',
    cwd: '/',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: { command },
    tool_use_id: 'toolu_1',
  });
  const silent = call('Bash', 'ls');
  const denied = call('Bash', 'curl x');
  const other = call('Read', 'ls');
  try {
    const result = await ratiosOf({
      silent: () => runners.without.run(silent),
      denied: () => runners.without.run(denied),
      other: () => runners.without.run(other),
      silentApart: () => runners.apart.run(silent),
      deniedApart: () => runners.apart.run(denied),
      otherApart: () => runners.apart.run(other),
    });
    const against = (/** @type {string} */ name) =>
      (result[`${name}Apart`]?.nanoseconds ?? Number.NaN) / (result[name]?.nanoseconds ?? Number.NaN);
    const work = await timeOf('work', runners);
    return [
      { what: 'a plugin that looks at the input and says nothing, without a thread', ratio: 1 },
      { what: '  the same in a thread of its own', ratio: against('silent') },
      { what: '  … when it denies', ratio: against('denied') },
      { what: '  … on a tool that it does not listen for', ratio: against('other'), goal: 2 },
      { what: '  … when its work takes 5 ms', ratio: work, goal: 2 },
    ];
  } finally {
    await apart.close();
  }

  /** @param {string} command @param {{ [name: string]: import('@hookloom/core').Runner }} each */
  async function timeOf(command, each) {
    const work = call('Bash', command);
    const { without, apart: inThread } = await ratiosOf({
      without: async () => each.without?.run(work),
      apart: async () => each.apart?.run(work),
    });
    return (inThread?.nanoseconds ?? Number.NaN) / (without?.nanoseconds ?? Number.NaN);
  }
}
