// @ts-check
import { createRunner, definePlugin } from '@hookloom/core';
import compose from 'koa-compose';
import pTimeout from 'p-timeout';
import { ratiosOf } from './ratio.mjs';

const PAYLOAD = {
  session_id: '00000000-0000-4000-8000-000000000000',
  transcript_path: '/home/dev/.claude/projects/app/session.jsonl',
  cwd: '/home/dev/app',
  prompt_id: '00000000-0000-4000-8000-000000000000',
  permission_mode: 'default',
  effort: { level: 'medium' },
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: '/home/dev/app/a.txt', content: 'x' },
  tool_use_id: 'toolu_1',
};

/** @typedef {() => Promise<void>} Next */

/** A no-op layer, the same in all three engines. @param {unknown} _ctx @param {Next} next */
const noop = async (_ctx, next) => {
  await next();
};

/** @param {number} count */
function plugins(count) {
  return Array.from({ length: count }, (_, index) =>
    definePlugin({ name: `noop-${index}`, hooks: { PreToolUse: noop } }),
  );
}

/** What our engine costs, against bare koa-compose and against a p-timeout around each layer. */
export async function benchEngine() {
  const bare = compose(Array(6).fill(noop));
  const timed = compose(
    Array(6).fill((/** @type {unknown} */ ctx, /** @type {Next} */ next) =>
      pTimeout(noop(ctx, next), { milliseconds: 5000 }),
    ),
  );
  const six = createRunner(plugins(6));
  const hundred = createRunner(plugins(100));
  const result = await ratiosOf({
    bare: () => bare({}),
    timed: () => timed({}),
    six: () => six.run(PAYLOAD),
    hundred: () => hundred.run(PAYLOAD),
  });
  const ratioOf = (/** @type {string} */ name) => result[name]?.ratio ?? Number.NaN;
  return [
    { what: 'koa-compose, six no-op layers', ratio: 1 },
    { what: 'the same, a p-timeout around each layer', ratio: ratioOf('timed') },
    { what: 'Hookloom, six no-op plugins', ratio: ratioOf('six'), goal: 10 },
    { what: '  against p-timeout per layer (= 1)', ratio: ratioOf('six') / ratioOf('timed'), goal: 0.1 },
    {
      what: '  cost of a plugin among 100, against among 6 (= 1)',
      ratio: ratioOf('hundred') / 100 / (ratioOf('six') / 6),
      goal: 1.5,
    },
  ];
}
