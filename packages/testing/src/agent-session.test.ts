import { describe, expect, it } from 'vitest';
import { createPromptStream } from './agent-session.js';

describe('createPromptStream', () => {
  it('gives prompts in order, those sent before and while somebody waits', async () => {
    const prompts = createPromptStream();
    const seen: unknown[] = [];
    prompts.send('one');
    const reading = (async () => {
      for await (const { message } of prompts) seen.push(message.content);
    })();
    await new Promise((resolve) => setTimeout(resolve, 5));
    prompts.send('two');
    prompts.send('three');
    prompts.end();
    await reading;
    expect(seen).toEqual(['one', 'two', 'three']);
  });
});
