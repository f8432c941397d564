// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunner, definePlugin } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
import { webhookNotifier } from '@hookloom/plugins-webhook';
import { ratiosOf } from './ratio.mjs';

/** What the six guards cost on one call, against six plugins that do nothing. */
export async function benchSixGuards() {
  const folder = mkdtempSync(join(tmpdir(), 'hookloom-bench-'));
  writeFileSync(join(folder, 'a.txt'), 'x');
  const noops = createRunner(
    Array.from({ length: 6 }, (_, index) =>
      definePlugin({ name: `noop-${index}`, hooks: { PreToolUse: () => {} } }),
    ),
  );
  const guards = createRunner([
    // Posts of other events: the cost of the network is no part of a tool call.
    webhookNotifier({ url: 'http://127.0.0.1:9/', allowInsecure: 'loopback', events: ['Stop'] }),
    recursionGuard(),
    sandboxRedirect({ mount: join(folder, 'sandbox'), root: join(folder, 'build'), outside: 'pass' }),
    envFileGuard(),
    systemPathGuard(),
    readOnlyApprove(),
  ]);
  /** @param {string} tool @param {Record<string, unknown>} input */
  const call = (tool, input) => ({
    session_id: 'session-1',
    cwd: folder,
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'toolu_1',
  });
  const read = call('Read', { file_path: join(folder, 'a.txt') });
  const write = call('Write', { file_path: join(folder, 'build/a.txt'), content: 'x' });
  const refused = call('Write', { file_path: join(folder, '.env'), content: 'x' });
  try {
    const result = await ratiosOf({
      noops: () => noops.run(read),
      read: () => guards.run(read),
      write: () => guards.run(write),
      refused: () => guards.run(refused),
    });
    const ratioOf = (/** @type {string} */ name) => result[name]?.ratio ?? Number.NaN;
    return [
      { what: 'six plugins that do nothing', ratio: 1 },
      { what: 'the six guards, on a Read that none of them minds', ratio: ratioOf('read') },
      { what: 'the six guards, on a Write that is redirected and judged again', ratio: ratioOf('write') },
      { what: 'the six guards, on a Write of .env', ratio: ratioOf('refused') },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
