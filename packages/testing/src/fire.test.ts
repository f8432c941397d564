import { definePlugin, memoryStore, onTool } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import { fire } from './fire.js';
import { payload, toolCall } from './payload.js';

const noPush = definePlugin({
  name: 'no-push',
  hooks: {
    PreToolUse: onTool('Bash', (ctx) => {
      if (ctx.input.command.startsWith('git push')) return ctx.deny('Open a pull request instead.');
    }),
  },
});

const counter = definePlugin({
  name: 'counter',
  role: 'observer',
  state: () => ({ prompts: 0 }),
  hooks: {
    UserPromptSubmit: async (ctx) => {
      const { prompts } = await ctx.update((state) => ({ prompts: state.prompts + 1 }));
      ctx.note(`prompt ${prompts}`);
    },
  },
});

describe('fire', () => {
  it('gives the outcome of a plugin', async () => {
    const outcome = await fire(noPush, toolCall('Bash', { command: 'git push' }));
    expect(outcome.verdict.decision).toBe('deny');
    expect(outcome.verdict.votes).toMatchObject([
      { plugin: 'no-push', reason: 'Open a pull request instead.' },
    ]);
    expect((await fire(noPush, toolCall('Bash', { command: 'git status' }))).verdict.decision).toBe('none');
  });

  it('takes a stack, and no stack at all', async () => {
    const push = toolCall('Bash', { command: 'git push' });
    expect((await fire([null, [noPush]], push)).verdict.decision).toBe('deny');
    expect((await fire(undefined, push)).verdict.decision).toBe('none');
  });

  it('forgets state from call to call, unless it is given a store', async () => {
    const prompt = payload('UserPromptSubmit');
    await fire(counter, prompt);
    expect((await fire(counter, prompt)).notes).toMatchObject([{ text: 'prompt 1' }]);
    let closed = false;
    const store = {
      ...memoryStore(),
      close() {
        closed = true;
      },
    };
    await fire(counter, prompt, { store });
    expect((await fire(counter, prompt, { store })).notes).toMatchObject([{ text: 'prompt 2' }]);
    expect(closed).toBe(false);
  });

  it('waits for background work, and passes the signal and the options on', async () => {
    const seen: unknown[] = [];
    const slow = definePlugin({
      name: 'slow',
      role: 'observer',
      hooks: {
        Stop: (ctx) => {
          ctx.log('stopping');
          seen.push(ctx.signal.aborted);
          ctx.waitUntil(new Promise((resolve) => setTimeout(resolve, 20)).then(() => seen.push('worked')));
        },
      },
    });
    await fire(slow, payload('Stop'), {
      signal: new AbortController().signal,
      onLog: ({ message }) => seen.push(message),
      onOutcome: ({ event }) => seen.push(event),
    });
    expect(seen).toEqual(['stopping', false, 'Stop', 'worked']);
  });
});
