export { agentEnvironment } from './agent-environment.js';
export type { AgentSession } from './agent-session.js';
export { type FireOptions, fire } from './fire.js';
export type { MessagesRequest, RequestBlock, RequestMessage, ToldResult } from './messages-request.js';
export { type PayloadOverrides, payload, subagent, toolCall, toolResult } from './payload.js';
export type { CanUseToolCall, PermissionAnswer } from './permission-record.js';
export { createProject, type Project, type ProjectFiles } from './project.js';
export { runRealAgent } from './real-agent.js';
export type { RealAgentOptions } from './real-agent-options.js';
export type { RealAgentRun } from './real-agent-run.js';
export {
  type Block,
  type Conversation,
  type ConversationScript,
  type ErrorTurn,
  type Script,
  type TextBlock,
  type ToolUseBlock,
  type Turn,
  type TurnMaker,
  text,
  toolUse,
} from './script.js';
export {
  type RecordedRequest,
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from './scripted-model.js';
export type { FreeSdkOptions } from './sdk-options.js';
export type { Notice } from './stream-record.js';
export { toolResponse } from './tool-response.js';
