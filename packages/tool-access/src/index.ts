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
export type { ShellOptions } from './shell/analysis.js';
export type {
  CommandEntry,
  CommandTable,
  OperandPlan,
  Rule,
  TreePlan,
  Use,
} from './shell/catalogue/entry.js';
export {
  type CommandOptions,
  type ReadOnlyAnswer,
  readOnlyCommand,
  type StartedPrograms,
  startedPrograms,
} from './shell/queries.js';
export type { Program } from './shell/report.js';
export { systemPaths } from './system-paths.js';
export { parseToolName, type ToolName } from './tool-name.js';
export { trackedBy } from './tracked.js';
