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
export { type Caller, canonicalPath } from './canonical-path.js';
export { baseName, foldPath, isWithin, PLATFORM } from './folded-path.js';
export { allBut } from './name-glob.js';
export { type PathContext, resolvePath } from './path-text.js';
export { toLiteralGlob, toSearchGlob } from './search-glob.js';
export { scopeReaches } from './search-scope.js';
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
export { trackedBy } from './tracked.js';
