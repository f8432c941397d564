import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStore } from '@hookloom/cli';
import { createRunner, definePlugin } from '@hookloom/core';
import { type Project, payload, toolCall } from '@hookloom/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeProject, decisionIn, type Ended, hookloom } from './command-line.js';

const BUDGET = `
  import { definePlugin } from '@hookloom/core';
  export default [definePlugin({
    name: 'budget',
    timeout: '60s',
    state: () => ({ calls: 0 }),
    hooks: { PreToolUse: async (ctx) => {
      const { calls } = await ctx.update((state) => ({ calls: state.calls + 1 }));
      ctx.ask('call ' + calls);
    } },
  })];`;

let project: Project;
let state: string;

beforeEach(async () => {
  project = await createNodeProject({ 'hookloom.config.mjs': BUDGET });
  state = join(project.home, '.local/state/hookloom');
});

afterEach(() => project.dispose());

function call(
  session = 's',
  more: { killAfter?: number; env?: Record<string, string> } = {},
): Promise<Ended> {
  const stdin = JSON.stringify(toolCall('Read', { file_path: '/x' }, { session_id: session }));
  return hookloom(project, ['run', '--event', 'PreToolUse'], { stdin, ...more });
}

/** All files of the state, by path. */
function files(): string[] {
  return readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function inTurns<T>(jobs: (() => Promise<T>)[], atOnce: number): Promise<T[]> {
  const results: T[] = [];
  const queue = [...jobs];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) results.push(await job());
    }),
  );
  return results;
}

describe('the state of a session', () => {
  it('survives its processes, apart from that of another session', async () => {
    await call('one');
    await call('one');
    expect(decisionIn(await call('one')).reason).toBe('budget: call 3');
    expect(decisionIn(await call('two')).reason).toBe('budget: call 1');
  });

  it('counts fifty parallel processes as fifty', async () => {
    const ended = await Promise.all(Array.from({ length: 50 }, () => call()));
    const reasons = ended.map((one) => decisionIn(one).reason);
    expect(new Set(reasons).size).toBe(50);
    expect(decisionIn(await call()).reason).toBe('budget: call 51');
  }, 120_000);

  it('stays readable when processes are killed at any moment', async () => {
    const killed = (i: number) => (i % 2 === 0 ? call('s', { killAfter: 60 + i * 12 }) : call());
    const ended = await inTurns(
      Array.from({ length: 20 }, (_, i) => () => killed(i)),
      10,
    );
    const answered = ended.filter(({ stdout }) => stdout !== '').length;
    const calls = Number(decisionIn(await call()).reason?.replace(/\D/g, ''));
    // One that was killed may have counted without saying so, never the reverse.
    expect(calls).toBeGreaterThan(answered);
    expect(calls).toBeLessThanOrEqual(21);
  }, 120_000);

  it('can be read by its owner alone', async () => {
    await call();
    for (const file of files()) expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(join(state, 'sessions')).mode & 0o077).toBe(0);
  });

  it('goes with the session', async () => {
    await call();
    expect(files()).toHaveLength(1);
    const stdin = JSON.stringify(payload('SessionEnd', { session_id: 's', reason: 'other' }));
    await hookloom(project, ['run', '--event', 'SessionEnd'], { stdin });
    expect(files()).toEqual([]);
  });

  it('cannot be led elsewhere by the id of a session', async () => {
    await call('../../../../escaped');
    expect(decisionIn(await call('../../../../escaped')).reason).toBe('budget: call 2');
    expect(files()).toHaveLength(1);
  });

  it('denies what it cannot keep: the call of a session whose id is too long for a name', async () => {
    expect(decisionIn(await call('S'.repeat(120))).reason).toBe('budget: call 1');
    expect(decisionIn(await call('S'.repeat(200))).decision).toBe('deny');
  });
});

describe('a state that cannot be used', () => {
  it('is set aside when it is corrupt, and that call is denied', async () => {
    await call();
    const [file = ''] = files();
    writeFileSync(file, '{"calls": 1');
    const denied = await call();
    expect(denied.stderr).toContain('.corrupt');
    expect(decisionIn(denied)).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('STATE_UNAVAILABLE'),
    });
    expect(files().some((name) => name.endsWith('.corrupt'))).toBe(true);
    expect(decisionIn(await call()).reason).toBe('budget: call 1');
  });

  it('denies the call when the folder cannot be written, and leaves what was there whole', async () => {
    await call();
    const [file = ''] = files();
    const before = readFileSync(file, 'utf8');
    writeFileSync(join(project.home, 'plain'), '');
    const elsewhere = await call('s', { env: { HOOKLOOM_STATE_DIR: join(project.home, 'plain') } });
    expect(decisionIn(elsewhere).decision).toBe('deny');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('fileStore', () => {
  it.each([
    [{}, 'OPTION_INVALID'],
    [{ dir: '/x' }, 'OPTION_UNKNOWN'],
    [{ folder: '/x', days: '30' }, 'OPTION_INVALID'],
    [{ folder: '/x', days: -1 }, 'OPTION_INVALID'],
    [undefined, 'OPTION_INVALID'],
  ])('refuses %j when it is made', (options, code) => {
    expect(() => fileStore(options as never)).toThrow(expect.objectContaining({ code }));
  });

  it('deletes sessions that nothing has touched for so many days', async () => {
    const store = fileStore({ folder: state, days: 0 });
    const counting = definePlugin({
      name: 'counting',
      state: () => 0,
      hooks: { PreToolUse: async (ctx) => void (await ctx.update((n) => n + 1)) },
    });
    const runner = createRunner([counting], { store });
    await runner.run(toolCall('Read', {}, { session_id: 'old' }));
    expect(files()).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await runner.run(payload('SessionEnd', { session_id: 'other', reason: 'other' }));
    await runner.close();
    expect(files()).toEqual([]);
  });
});
