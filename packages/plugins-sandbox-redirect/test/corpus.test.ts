import { mkdirSync, rmSync } from 'node:fs';
import { fire, toolCall } from '@hookloom/testing';
import { afterAll, expect, it } from 'vitest';
import { type Case, casesOf } from '../../tool-access/test/corpus/cases.js';
import { buildFixture, placed } from '../../tool-access/test/corpus/fixture.js';
import { sandboxRedirect } from '../src/sandbox-redirect.js';

const fixture = buildFixture();
afterAll(() => fixture.remove());

async function becomes({ tool_name, sandbox, ...each }: Case): Promise<unknown> {
  // What an earlier case left in the mount is no part of this one.
  rmSync(fixture.mount, { recursive: true });
  mkdirSync(fixture.mount);
  if (sandbox === undefined) throw new Error(`${each.id} has no options`);
  const { input, cwd } = placed({ input: each.tool_input, cwd: each.cwd }, fixture);
  const outcome = await fire(
    [sandboxRedirect(placed(sandbox, fixture))],
    toolCall(tool_name, input, { cwd }),
  );
  if (outcome.verdict.decision === 'deny') return 'deny';
  const fields = (outcome.input ?? input) as Record<string, unknown>;
  const field = fields.command ?? fields.file_path ?? fields.notebook_path ?? fields.path;
  return String(field)
    .replaceAll(fixture.mount, '/sbx')
    .replaceAll(fixture.root, '/repo')
    .replaceAll(fixture.home, '/root');
}

it('the labelled cases: each becomes exactly what it must, or is denied', async () => {
  const wrong: string[] = [];
  for (const each of casesOf('sandbox')) {
    const expected = each.expect === 'deny' ? 'deny' : (each.expect_command ?? each.expect_path);
    if ((await becomes(each)) !== expected) wrong.push(each.id);
  }
  expect(wrong).toEqual([]);
}, 60_000);
