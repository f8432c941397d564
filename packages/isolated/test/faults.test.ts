import { createRunner, type Outcome, type Runner } from '@hookloom/core';
import { toolCall } from '@hookloom/testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type IsolatedOptions, type IsolatedPlugin, isolated } from '../src/index.js';
import { NAMES } from './plugins/faulty.mjs';

const NODE = Number.parseInt(process.versions.node, 10);
const open: IsolatedPlugin[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((plugin) => plugin.close()));
});

async function start(role: string, options: IsolatedOptions = {}): Promise<Runner> {
  const module = new URL(`./plugins/faulty.mjs?${role}`, import.meta.url);
  const plugin = await isolated(module, { execArgv: [], memory: 64, ...options });
  open.push(plugin);
  return createRunner(plugin, { onOutcome: () => undefined });
}

const ask = (runner: Runner, command: string): Promise<Outcome> => runner.run(toolCall('Bash', { command }));

/** How a fault is told: by the plugin's deadline, or at once by the kind of its end. */
const TOLD: Record<string, string> = {
  'exits the process': 'it threw WorkerExited',
  'exits the process with an error': 'it threw WorkerExited',
  'exits it in a timer': 'it threw WorkerExited',
  'throws in a timer': 'it threw RangeError',
  'leaves a rejection to nobody': 'it threw RangeError',
  // Small arrays: V8 of Node 24 collects garbage without end, so that only the deadline ends the call.
  ...(NODE < 24 && { 'fills 2 GB of heap': 'it threw WorkerOutOfMemory' }),
  'fills 2 GB of heap with texts': 'it threw WorkerOutOfMemory',
  'recurses without end': 'it threw RangeError',
};

describe.each([
  { role: 'guard', decision: 'deny' },
  { role: 'observer', decision: 'none' },
])('a plugin in a thread of its own, as $role, that', ({ role, decision }) => {
  it.each(NAMES)(
    `%s: the call is ${decision}, and the next one is answered by a fresh thread`,
    async (fault) => {
      // Room for a thread to start, or for the heap to fill up.
      const runner = await start(role, { timeout: TOLD[fault] === undefined ? '700ms' : '10s' });
      const outcome = await ask(runner, fault);
      expect(outcome.verdict.decision).toBe(decision);
      expect(outcome.failures).toHaveLength(1);
      expect(outcome.failures[0]?.message).toBe(TOLD[fault] ?? 'it took longer than 700 ms');
      expect(JSON.stringify(outcome.verdict)).not.toContain('secret');
      expect((await ask(runner, 'deny')).verdict).toMatchObject({
        decision: 'deny',
        votes: [{ reason: 'denied by rule' }],
      });
      expect((await ask(runner, 'ls')).failures).toEqual([]);
    },
  );
});

describe('a thread', () => {
  it('is kept from call to call, and gone after one that went wrong', async () => {
    const runner = await start('guard', { timeout: '1s' });
    const noteOf = async () => (await ask(runner, 'count')).notes[0]?.text;
    expect([await noteOf(), await noteOf()]).toEqual(['call 1', 'call 2']);
    await ask(runner, 'exits the process');
    expect(await noteOf()).toBe('call 1');
  });

  it('answers calls side by side', async () => {
    const runner = await start('guard', { timeout: '4s' });
    const before = performance.now();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(runner, 'sleep')));
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    expect(performance.now() - before).toBeLessThan(3000);
  });

  it('in which one call waits for ever still ends the others that are in it', async () => {
    const runner = await start('guard', { timeout: '900ms' });
    const stuck = ask(runner, 'never settles');
    await new Promise((resolve) => setTimeout(resolve, 750));
    const other = ask(runner, 'sleep');
    expect((await stuck).failures[0]?.code).toBe('PLUGIN_TIMEOUT');
    expect((await other).failures).toEqual([]);
  });

  it('takes the calls in it along when it dies, each by its onFailure', async () => {
    const runner = await start('guard', { timeout: '2s' });
    const outcomes = await Promise.all([ask(runner, 'sleep'), ask(runner, 'exits it in a timer')]);
    expect(outcomes.map(({ verdict }) => verdict.decision)).toEqual(['deny', 'deny']);
    expect(outcomes[0]?.failures[0]?.message).toBe('it threw WorkerExited');
  });

  it('ends when the host gives up, and the next call is answered', async () => {
    const runner = await start('guard', { timeout: '10s' });
    const controller = new AbortController();
    const running = runner.run(toolCall('Bash', { command: 'loops without end' }), {
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 100);
    const outcome = await running;
    expect(outcome.failures[0]?.code).toBe('PLUGIN_ABORTED');
    expect(outcome.verdict.decision).toBe('deny');
    expect((await ask(runner, 'deny')).verdict.votes[0]?.reason).toBe('denied by rule');
  });

  it('is not asked about a tool that the plugin does not listen for', async () => {
    const runner = await start('guard');
    const outcome = await runner.run(toolCall('Read', { file_path: '/a' }));
    expect(outcome.plugins).toEqual([]);
  });

  it.each(['throws after its answer', 'exits after its answer'])(
    'that %s is told as a process warning, and the next call is answered',
    async (fault) => {
      const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      onTestFinished(() => warned.mockRestore());
      const runner = await start('guard', { timeout: '2s' });
      expect((await ask(runner, fault)).failures).toEqual([]);
      await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce());
      expect(warned.mock.calls[0]?.[1]).toMatchObject({ code: 'HOOKLOOM_WORKER_ENDED' });
      expect(String(warned.mock.calls[0]?.[0])).toMatch(/^faulty: .*(RangeError|process\.exit)/);
      expect((await ask(runner, 'deny')).verdict.votes[0]?.reason).toBe('denied by rule');
    },
  );

  it('does not answer once it is closed', async () => {
    const runner = await start('guard');
    await open[0]?.close();
    const outcome = await ask(runner, 'ls');
    expect(outcome.verdict.decision).toBe('deny');
    expect(outcome.failures).toHaveLength(1);
  });
});
