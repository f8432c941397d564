export {
  BUILTIN_TOOLS,
  compileMatcher,
  type Decision,
  type DetailedVote,
  EVENTS,
  type ExtensionOf,
  type Extensions,
  type FailureCode,
  faultInPayload,
  type GateEvent,
  type HookEvent,
  HookloomError,
  type HookloomErrorCode,
  type HookloomErrorDetails,
  type Hooks,
  isEvent,
  isGateEvent,
  type Matcher,
  type Message,
  mergeHooks,
  type ObservableEvent,
  type PayloadOf,
  type ToolEvent,
  toHostOutput,
  toRefusal,
  type Vote,
} from '@hookloom/host';
export type { AgentInfo, BaseContext, Frozen, Handler, HookContext, Next } from './context.js';
export { type Duration, isDuration, parseDuration } from './duration.js';
export {
  createHooks,
  deadlineOf,
  eventsOf,
  type HostOptions,
  toolNamesOf,
} from './hooks.js';
export type { LogRecord } from './log.js';
export { checkOptions, integer, type OptionRule, oneOf, option, someOf } from './options.js';
export type { Failure, Outcome, PluginRun, Rewrite } from './outcome.js';
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
export { createRunner, isRunner, type Runner, type RunnerOptions, type RunOptions } from './runner.js';
export { memoryStore, type StateKey, type Store } from './state.js';
export { type InputOf, onTool, type ToolInputs } from './tools.js';
export type { Verdict } from './verdict.js';
