export { BUILTIN_TOOLS } from './builtin-tools.js';
export type { AgentInfo, BaseContext, Frozen, Handler, HookContext, Next } from './context.js';
export { type Duration, isDuration, parseDuration } from './duration.js';
export {
  type FailureCode,
  HookloomError,
  type HookloomErrorCode,
  type HookloomErrorDetails,
} from './errors.js';
export {
  EVENTS,
  type GateEvent,
  type HookEvent,
  isEvent,
  isGateEvent,
  type ObservableEvent,
  type PayloadOf,
  type ToolEvent,
} from './events.js';
export type { ExtensionOf, Extensions } from './extensions.js';
export {
  createHooks,
  deadlineOf,
  eventsOf,
  type Hooks,
  type HostOptions,
  mergeHooks,
  toolNamesOf,
} from './hooks.js';
export type { LogRecord } from './log.js';
export { compileMatcher, type Matcher } from './matcher.js';
export { checkOptions, integer, type OptionRule, oneOf, option, someOf } from './options.js';
export type { DetailedVote, Failure, Message, Outcome, PluginRun, Rewrite } from './outcome.js';
export { toHostOutput } from './output.js';
export { faultInPayload } from './payload.js';
export {
  definePlugin,
  flattenStack,
  isPlugin,
  mapHandlers,
  type OnFailure,
  onEveryEvent,
  type Plugin,
  type PluginDefinition,
  type Role,
  type Stack,
} from './plugin.js';
export { toRefusal } from './refusal.js';
export { createRunner, isRunner, type Runner, type RunnerOptions, type RunOptions } from './runner.js';
export { memoryStore, type StateKey, type Store } from './state.js';
export { type InputOf, onTool, type ToolInputs } from './tools.js';
export type { Decision, Verdict, Vote } from './verdict.js';
