import type { SDKMessage, SDKResultMessage } from '@anthropic-ai/claude-agent-sdk';
import type { Outcome } from '@hookloom/core';
import type { ToldResult } from './messages-request.js';
import type { CanUseToolCall } from './permission-record.js';
import type { Project } from './project.js';
import type { RecordedRequest, ScriptedModel } from './scripted-model.js';
import { type Notice, noticesIn, resultsIn, saidToPersonIn, toolResultsOf } from './stream-record.js';

/** What happened in a run. The folders stay until `dispose`, at the latest until Node ends unless `keep` was called. */
export interface RealAgentRun extends Project, AsyncDisposable {
  /** Every message of the stream. */
  messages: readonly SDKMessage[];
  /** Tool results by call id: as the model was told, or from the stream where no request followed. */
  toolResults: ReadonlyMap<string, ToldResult>;
  /** The host's own lines, in order. */
  notices: Notice[];
  /** What hooks told the person (`systemMessage`), in order, where the host shows it as its own line. */
  saidToPerson: string[];
  /** The last result message; `undefined` where the session ended without one. */
  result: SDKResultMessage | undefined;
  /** All result messages, one a turn. */
  results: SDKResultMessage[];
  /** Every request that the model got. */
  requests: readonly RecordedRequest[];
  /** What the stack decided, event by event. */
  outcomes: readonly Outcome[];
  /** The permission questions, in order. */
  canUseToolCalls: readonly CanUseToolCall[];
  /** The end of what the agent wrote to stderr, at most 64 Ki characters. */
  stderr: string;
  /** The error with which the stream ended after a result: the SDK throws one after some failed turns. */
  failure: Error | undefined;
  /** Whether a string stands anywhere in what was sent to the model: its own earlier calls are sent along too. */
  toldModel(wanted: string): boolean;
}

/** What a run left behind. */
export interface RunParts {
  project: Project;
  messages: readonly SDKMessage[];
  model: ScriptedModel;
  outcomes: readonly Outcome[];
  canUseToolCalls: readonly CanUseToolCall[];
  stderr: string;
  failure: Error | undefined;
}

/** Puts together what a test looks at. */
export function recordRun(parts: RunParts): RealAgentRun {
  const { project, messages, model, outcomes, canUseToolCalls, stderr, failure } = parts;
  const results = resultsIn(messages);
  const told = [...toolResultsOf(messages), ...model.toolResults()];
  return {
    ...project,
    messages,
    toolResults: new Map(told.map((result) => [result.toolUseId, result])),
    notices: noticesIn(messages),
    saidToPerson: saidToPersonIn(messages),
    result: results.at(-1),
    results,
    requests: model.requests,
    outcomes,
    canUseToolCalls,
    stderr,
    failure,
    toldModel: model.toldModel,
    [Symbol.asyncDispose]: project.dispose,
  };
}
