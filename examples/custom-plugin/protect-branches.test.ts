import { fire, toolCall } from '@hookloom/testing';
import { expect, it } from 'vitest';
import { protectBranches } from './protect-branches.js';

it('a push to a protected branch is denied, with the way out', async () => {
  const outcome = await fire(protectBranches(['main']), toolCall('mcp__git__push', { branch: 'main' }));
  expect(outcome.verdict.decision).toBe('deny');
  expect(outcome.verdict.votes[0]?.reason).toContain('pull request');
});

it('a push to another branch is left to the person’s own rules', async () => {
  const outcome = await fire(protectBranches(['main']), toolCall('mcp__git__push', { branch: 'fix-typo' }));
  expect(outcome.verdict.decision).toBe('none');
});
