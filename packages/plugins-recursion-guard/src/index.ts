export { type RecursionGuardOptions, recursionGuard } from './recursion-guard.js';
export { topLevelOnly } from './top-level-only.js';
