import { fire, toolCall } from '@hookloom/testing';
import { afterAll, expect, it } from 'vitest';
import { casesOf } from '../../tool-access/test/corpus/cases.js';
import { buildFixture, placed } from '../../tool-access/test/corpus/fixture.js';
import { readOnlyApprove } from '../src/read-only-approve.js';

const fixture = buildFixture();
afterAll(() => fixture.remove());

it('the labelled cases: what only reads is approved, and nothing else', async () => {
  const { HOME } = process.env;
  process.env.HOME = fixture.home;
  const approver = readOnlyApprove({ shell: true, project: fixture.root });
  const wrong: string[] = [];
  for (const { id, tool_name, expect: expected, ...each } of casesOf('read-only')) {
    const { input, cwd } = placed({ input: each.tool_input, cwd: each.cwd }, fixture);
    const { verdict } = await fire([approver], toolCall(tool_name, input, { cwd }));
    if ((verdict.decision === 'allow') !== (expected === 'allow')) wrong.push(id);
  }
  process.env.HOME = HOME;
  expect(wrong).toEqual([]);
}, 60_000);
