export {
  type Answer,
  type DetailedVote,
  faultInAnswer,
  type Message,
  type Vote,
} from './answer.js';
export { BUILTIN_TOOLS, isBuiltinTool, isMcpTool, TOOL_ALIASES } from './builtin-tools.js';
export { type Decision, rankOf } from './decision.js';
export {
  type FailureCode,
  HookloomError,
  type HookloomErrorCode,
  type HookloomErrorDetails,
  kindOf,
  show,
  unfit,
} from './errors.js';
export {
  EVENT_TRAITS,
  EVENTS,
  type GateEvent,
  type HookEvent,
  hasTrait,
  isEvent,
  isGateEvent,
  OBSERVABLE_EVENTS,
  type ObservableEvent,
  type PayloadOf,
  refusalOf,
  type ToolEvent,
  traitsOf,
  unknownEvent,
} from './events.js';
export { type ExtensionOf, type Extensions, faultInExtension, joinExtensions } from './extensions.js';
export { type Hooks, mergeHooks } from './hooks.js';
export { copyFrozen, isPlainObject, type PlainObject, present } from './json.js';
export { compileMatcher, type Matcher } from './matcher.js';
export { toHostOutput } from './output.js';
export { faultInPayload } from './payload.js';
export { eventOf, HostRecord } from './record.js';
export { toRefusal } from './refusal.js';
export { withheldOutput } from './shape.js';
