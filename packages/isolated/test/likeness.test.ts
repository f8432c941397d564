import { createRunner, definePlugin, type LogRecord, type Outcome, type Plugin } from '@hookloom/core';
import { payload, subagent, toolCall, toolResponse, toolResult } from '@hookloom/testing';
import { describe, expect, it } from 'vitest';
import { isolated } from '../src/index.js';
import { NAMES, pluginNamed } from './plugins/well-behaved.mjs';

const module = new URL('./plugins/well-behaved.mjs', import.meta.url);

/** What goes on in a session: calls that concern the plugins, and some that do not. */
const EVENTS = [
  toolCall('Bash', { command: 'rm a' }, { tool_use_id: 'one' }),
  toolCall('Bash', { command: 'ls' }, { tool_use_id: 'two', ...subagent() }),
  toolCall('Read', { file_path: '/project/a.txt' }, { tool_use_id: 'three' }),
  toolCall('Bash', { command: 'ls' }, { tool_use_id: 'four', session_id: 'session-2' }),
  { ...toolCall('Bash', { command: 'ls' }), tool_input: 'broken' },
  toolResult('Bash', { command: 'env' }, toolResponse('Bash', {}, 'a secret')),
  payload('UserPromptSubmit', { prompt: 'deploy' }),
  payload('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm' } }),
  payload('Stop'),
  payload('Elicitation'),
  payload('WorktreeCreate'),
  payload('SessionStart'),
];

/** Plugins around: one within that votes, and one that rewrites there. */
const STACKS: Record<string, (plugin: Plugin) => Plugin[]> = {
  alone: (plugin) => [plugin],
  'around one that asks': (plugin) => [
    plugin,
    definePlugin({ name: 'asks-within', hooks: { PreToolUse: (ctx) => ctx.ask('from within') } }),
  ],
  'around one that rewrites': (plugin) => [
    plugin,
    definePlugin({
      name: 'rewrites-within',
      role: 'rewriter',
      hooks: { PreToolUse: (ctx) => ctx.rewrite({ command: 'from-within' }) },
    }),
  ],
};

async function runThrough(stack: Plugin[]): Promise<unknown[]> {
  const log: LogRecord[] = [];
  const runner = createRunner(stack, { onOutcome: () => undefined, onLog: (record) => log.push(record) });
  const seen: unknown[] = [];
  for (const event of EVENTS) seen.push(withoutTimes(await runner.run(event)));
  await runner.close();
  return [...seen, log];
}

function withoutTimes({ milliseconds: _, plugins, failures, ...outcome }: Outcome) {
  return {
    ...outcome,
    failures: failures.map(({ cause, ...failure }) => ({ ...failure, cause: whatWasThrown(cause) })),
    plugins: plugins.map(({ milliseconds: __, ...plugin }) => plugin),
  };
}

// Of what cannot cross to another thread, the kind is kept.
function whatWasThrown(cause: unknown): unknown {
  // For what is no data a function stands in.
  if (cause instanceof Error)
    return `${cause.constructor.name}: ${cause.message.replace(/^the data holds .*/, 'the data holds no data')}`;
  return typeof cause === 'function' ? {} : cause;
}

describe('in a thread of its own a plugin does the same, alone and around others:', () => {
  it.each(NAMES)('one that %s', async (name) => {
    const plugin = await isolated(new URL(`?${name}`, module), { execArgv: [] });
    try {
      for (const [where, around] of Object.entries(STACKS)) {
        expect(await runThrough(around(plugin)), where).toEqual(await runThrough(around(pluginNamed(name))));
      }
    } finally {
      await plugin.close();
    }
  });
});
