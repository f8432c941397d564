export { analyse, type Setting, type ShellOptions } from './analysis.js';
export type {
  CommandEntry,
  CommandTable,
  OperandPlan,
  Rule,
  TreePlan,
  Use,
} from './catalogue/entry.js';
export {
  type CommandOptions,
  type ReadOnlyAnswer,
  readOnlyCommand,
  type StartedPrograms,
  startedPrograms,
} from './queries.js';
export type { Program } from './report.js';
