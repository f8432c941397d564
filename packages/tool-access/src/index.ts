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
export { canonicalPath } from './canonical-path.js';
export { baseName, foldPath, isWithin, PLATFORM } from './folded-path.js';
export { type PathContext, resolvePath } from './path-text.js';
export { systemPaths } from './system-paths.js';
export { parseToolName, type ToolName } from './tool-name.js';
