import type { Plugin } from '@hookloom/core';
import { fire, toolCall } from '@hookloom/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { casesOf } from '../../tool-access/test/corpus/cases.js';
import { buildFixture, placed } from '../../tool-access/test/corpus/fixture.js';
import { envFileGuard } from '../src/env-file-guard.js';
import { systemPathGuard } from '../src/system-path-guard.js';

const fixture = buildFixture();
afterAll(() => fixture.remove());

describe('the labelled cases', () => {
  it.each([
    ['env-file', () => envFileGuard()],
    ['system-path', () => systemPathGuard()],
  ] as [string, () => Plugin][])(
    '%s comes out as labelled',
    async (name, makeGuard) => {
      const { HOME } = process.env;
      process.env.HOME = fixture.home;
      const guard = makeGuard();
      const wrong: string[] = [];
      for (const each of casesOf(name)) {
        const call = placed({ input: each.tool_input, cwd: each.cwd }, fixture);
        const payload = toolCall(each.tool_name, call.input, { cwd: call.cwd });
        const { verdict, rewrites } = await fire([guard], payload);
        // A search that is rewritten to leave the file out keeps it closed too.
        const isRewritten = each.expect === 'deny' && rewrites.length > 0;
        const closed = verdict.decision === 'deny' || isRewritten;
        if (closed !== (each.expect === 'deny')) wrong.push(each.id);
      }
      process.env.HOME = HOME;
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});
