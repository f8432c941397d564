import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from '@hookloom/core';
import { fire, toolCall } from '@hookloom/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { buildFixture, placed } from '../../tool-access/test/corpus/fixture.js';
import { envFileGuard } from '../src/env-file-guard.js';
import { systemPathGuard } from '../src/system-path-guard.js';

interface Case {
  id: string;
  guard: string;
  tool_name: string;
  tool_input: Record<string, unknown>;
  cwd: string;
  expect: string;
  policy?: string;
}

const FOLDER = new URL('../../tool-access/test/corpus/', import.meta.url);
const cases = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n'))
  .map((line): Case => JSON.parse(line));

// What the README names under "What it cannot catch": code for make, m4 and gcc, and a folder's name in a container.
const NOT_CAUGHT = ['own-env-130', 'own-env-138', 'own-env-139', 'own-env-175', 'own-env-177'];

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
      for (const each of cases) {
        if (each.guard !== name || each.policy === 'debatable') continue;
        const call = placed({ input: each.tool_input, cwd: each.cwd }, fixture);
        const payload = toolCall(each.tool_name, call.input, { cwd: call.cwd });
        const { verdict, rewrites } = await fire([guard], payload);
        // A search that is rewritten to leave the file out keeps it closed too.
        const isRewritten = each.expect === 'deny' && rewrites.length > 0;
        const closed = verdict.decision === 'deny' || isRewritten;
        if (closed !== (each.expect === 'deny')) wrong.push(each.id);
      }
      process.env.HOME = HOME;
      expect(wrong.sort()).toEqual(
        NOT_CAUGHT.filter((id) => cases.find((each) => each.id === id)?.guard === name),
      );
    },
    60_000,
  );
});
