import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRunner, definePlugin } from '@hookloom/core';
import { payload } from '@hookloom/testing';
import { describe, expect, it } from 'vitest';
import { DEPTH_MARK, markedEnv, outermostOnly, recursionGuard } from '../src/index.js';

const run = promisify(execFile);
const program = fileURLToPath(new URL('program.ts', import.meta.url));

/** Runs a guarded program with a mark, or none. */
async function inProcess(mark: string | undefined, options: object = {}, ...more: string[]) {
  const args = [
    '--conditions=@hookloom/source',
    '--import',
    'tsx',
    program,
    JSON.stringify(options),
    ...more,
  ];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, [DEPTH_MARK]: mark } });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a process below an agent', () => {
  it.each([undefined, '', '0'])('a mark of %j is none', async (mark) => {
    expect(await inProcess(mark)).toMatchObject({
      prompt: 'none',
      agent: 'none',
      agentOfAgent: 'none',
      ran: ['UserPromptSubmit', 'SessionEnd'],
    });
  });

  it.each(['1', '7', 'yes', '-1'])('its prompts are refused with a mark of %j', async (mark) => {
    expect(await inProcess(mark)).toMatchObject({ prompt: 'block', ran: [] });
  });

  it.each(['ask', 'allow'])('with nestedAgents %j the depth goes on from the mark', async (nestedAgents) => {
    const options = { nestedAgents };
    expect(await inProcess('1', options)).toMatchObject({
      prompt: 'none',
      agent: 'none',
      agentOfAgent: 'deny',
    });
    expect(await inProcess('2', options)).toMatchObject({ prompt: 'none', agent: 'deny' });
    expect(await inProcess('3', options)).toMatchObject({ prompt: 'block' });
  });

  it('a hook at the end of a session that starts the program again does not loop', async () => {
    const first = await inProcess(undefined, {}, 'again');
    expect(first).toMatchObject({ prompt: 'none', ran: ['UserPromptSubmit', 'SessionEnd'] });
    expect(first).not.toHaveProperty('mark');
    expect(first.below).toEqual({
      prompt: 'block',
      agent: 'none',
      agentOfAgent: 'deny',
      ran: [],
      mark: '1',
    });
  });
});

describe('markedEnv', () => {
  it('marks a copy, one deeper than the environment or the process, whichever is deeper', () => {
    const env = { PATH: '/bin' };
    expect(markedEnv(env)).toEqual({ PATH: '/bin', [DEPTH_MARK]: '1' });
    expect(env).toEqual({ PATH: '/bin' });
    expect(markedEnv({ [DEPTH_MARK]: '2' })).toEqual({ [DEPTH_MARK]: '3' });
    expect(markedEnv()).toMatchObject({ PATH: process.env.PATH, [DEPTH_MARK]: '1' });
    expect(process.env[DEPTH_MARK]).toBeUndefined();
  });
});

describe('outermostOnly in one process', () => {
  it.each(['other', 's'])(
    'a hook that begins session %j at the end of session "s" does not loop',
    async (id) => {
      const ran: string[] = [];
      const again = definePlugin({
        name: 'again',
        role: 'observer',
        hooks: {
          SessionEnd: async (ctx) => {
            ran.push(ctx.payload.session_id);
            if (ran.length < 5) await end(id);
          },
        },
      });
      const runner = createRunner([recursionGuard(), outermostOnly(again)], { onOutcome: () => undefined });
      const end = (session_id: string) => runner.run(payload('SessionEnd', { session_id, reason: 'other' }));
      await end('s');
      await end('s');
      expect(ran).toEqual(['s', 's']);
    },
  );
});
