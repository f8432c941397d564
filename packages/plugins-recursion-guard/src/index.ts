export { DEPTH_MARK, markedEnv } from './depth-mark.js';
export { outermostOnly } from './outermost-only.js';
export { type RecursionGuardOptions, recursionGuard } from './recursion-guard.js';
export { topLevelOnly } from './top-level-only.js';
