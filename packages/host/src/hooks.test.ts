import { expect, it } from 'vitest';
import { mergeHooks } from './hooks.js';

const hooks = [async () => ({})];

it('hooks of two origins are all kept, and neither is changed', () => {
  const own = { PreToolUse: [{ hooks, timeout: 7 }] };
  const merged = mergeHooks(own, undefined, { PreToolUse: [{ hooks }], Stop: [{ hooks }] });
  expect(merged).toEqual({ PreToolUse: [{ hooks, timeout: 7 }, { hooks }], Stop: [{ hooks }] });
  expect(own.PreToolUse).toHaveLength(1);
});
