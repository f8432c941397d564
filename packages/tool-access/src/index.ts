export type {
  Access,
  AccessMode,
  AccessOptions,
  FieldForm,
  FieldUse,
  Platform,
  Problem,
  ProblemKind,
  SearchScope,
  Span,
  ToolAccess,
  ToolCall,
  ToolFields,
} from './access.js';
export { accessesOf } from './accesses.js';
export { askedNames } from './asked-names.js';
export { type Caller, canonicalPath } from './canonical-path.js';
export { baseName, foldPath, isWithin, PLATFORM } from './folded-path.js';
export { changesFolder, makesFolder } from './folder-writes.js';
export { type GitUndo, gitUndoes } from './git-undo.js';
export { excludeFromGreps } from './grep-exclusion.js';
export type { LeftOut, LeftOutPlace } from './left-out.js';
export { askedResource, mentionedPaths } from './mentions.js';
export { type PackageChange, packageChanges } from './package-change.js';
export { type PathContext, resolvePath } from './path-text.js';
export { createPlaceFinder } from './place-finder.js';
export { type Asking, findReached, type Reach, type Sought } from './reach.js';
export { type RunTarget, runTargets } from './run-targets.js';
export { searchExclusion } from './search-exclusion.js';
export { scopeReaches } from './search-scope.js';
export type { NameTest, SearchTests } from './search-tests.js';
export {
  type CommandEntry,
  type CommandOptions,
  type CommandTable,
  type OperandPlan,
  type Program,
  type ReadOnlyAnswer,
  type Rule,
  readOnlyCommand,
  type ShellOptions,
  type StartedPrograms,
  startedPrograms,
  type TreePlan,
  type Use,
} from './shell/index.js';
export { systemPaths } from './system-paths.js';
export { parseToolName, type ToolName } from './tool-name.js';
