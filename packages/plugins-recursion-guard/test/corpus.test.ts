import { fire, toolCall } from '@hookloom/testing';
import { afterAll, expect, it } from 'vitest';
import { casesOf } from '../../tool-access/test/corpus/cases.js';
import { buildFixture, placed } from '../../tool-access/test/corpus/fixture.js';
import { recursionGuard } from '../src/recursion-guard.js';

// A script is not looked into.
const NOT_SEEN = ['rec-028'];

const fixture = buildFixture();
afterAll(() => fixture.remove());

it('the labelled cases: a command that starts an agent is denied, and no other call', async () => {
  const wrong: string[] = [];
  for (const { id, tool_name, expect: expected, ...each } of casesOf('recursion')) {
    const { input, cwd } = placed({ input: each.tool_input, cwd: each.cwd }, fixture);
    const guard = recursionGuard({ nestedAgents: 'deny' });
    const { verdict } = await fire([guard], toolCall(tool_name, input, { cwd }));
    if ((verdict.decision === 'deny') !== (expected === 'deny')) wrong.push(id);
  }
  expect(wrong).toEqual(NOT_SEEN);
}, 60_000);
