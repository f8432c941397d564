import type * as sdk from '@anthropic-ai/claude-agent-sdk/sdk-tools.js';
import { compileMatcher, type ToolEvent, unfit } from '@hookloom/host';
import type { Handler, Next, ToolHandler } from './context.js';
import { warnOnce } from './log.js';
import { setMatcher } from './tool-matching.js';

/**
 * The inputs of tools by name. Built-in tools come from the SDK's `sdk-tools` types; add those of your MCP tools:
 * `declare module '@hookloom/core' { interface ToolInputs { mcp__memory__create: { text: string } } }`.
 */
export interface ToolInputs {
  Agent: sdk.AgentInput;
  Artifact: sdk.ArtifactInput;
  AskUserQuestion: sdk.AskUserQuestionInput;
  Bash: sdk.BashInput;
  ClaudeDesign: sdk.ClaudeDesignInput;
  CronCreate: sdk.CronCreateInput;
  CronDelete: sdk.CronDeleteInput;
  CronList: sdk.CronListInput;
  Edit: sdk.FileEditInput;
  EnterPlanMode: sdk.EnterPlanModeInput;
  EnterWorktree: sdk.EnterWorktreeInput;
  ExitPlanMode: sdk.ExitPlanModeInput;
  ExitWorktree: sdk.ExitWorktreeInput;
  Glob: sdk.GlobInput;
  Grep: sdk.GrepInput;
  ListMcpResourcesTool: sdk.ListMcpResourcesInput;
  Monitor: sdk.MonitorInput;
  NotebookEdit: sdk.NotebookEditInput;
  Projects: sdk.ProjectsInput;
  PushNotification: sdk.PushNotificationInput;
  Read: sdk.FileReadInput;
  ReadMcpResourceDirTool: sdk.ReadMcpResourceDirInput;
  ReadMcpResourceTool: sdk.ReadMcpResourceInput;
  RemoteTrigger: sdk.RemoteTriggerInput;
  ReportFindings: sdk.ReportFindingsInput;
  ScheduleWakeup: sdk.ScheduleWakeupInput;
  SendFeedback: sdk.SendFeedbackInput;
  Task: sdk.AgentInput;
  TaskCreate: sdk.TaskCreateInput;
  TaskGet: sdk.TaskGetInput;
  TaskList: sdk.TaskListInput;
  TaskStop: sdk.TaskStopInput;
  TaskUpdate: sdk.TaskUpdateInput;
  TodoWrite: sdk.TodoWriteInput;
  WebFetch: sdk.WebFetchInput;
  WebSearch: sdk.WebSearchInput;
  Workflow: sdk.WorkflowInput;
  Write: sdk.FileWriteInput;
}

type Trim<T extends string> = T extends ` ${infer R}` | `${infer R} ` ? Trim<R> : T;

/** The names in a list such as `'Write|Edit'`, as a union of types. */
export type NamesIn<T extends string> = T extends
  | `${infer Head}|${infer Tail}`
  | `${infer Head},${infer Tail}`
  ? NamesIn<Head> | NamesIn<Tail>
  : Trim<T> extends ''
    ? never
    : Trim<T>;

/** The input of the tools that an expression names; an unknown name or a regular expression gives unknown fields. */
export type InputOf<T extends string> = T extends keyof ToolInputs ? ToolInputs[T] : Record<string, unknown>;

/**
 * Wraps a handler so that it runs only for the named tools, with `ctx.input` typed for them.
 * `names` follows the host's matcher rules: a list of exact names (`'Write|Edit'`) or an unanchored regular expression
 * (`'mcp__memory__.*'`). A name in a list that no known tool has is a process warning.
 * @throws HookloomError `MATCHER_INVALID` or `MATCHER_DEAD` for an expression that can match no tool.
 * @example
 * PreToolUse: onTool('Bash', (ctx) => {
 *   if (ctx.input.command.includes('--force')) return ctx.deny('Force is not allowed here; push without it.');
 * })
 */
export function onTool<const N extends string, E extends ToolEvent, S>(
  names: N,
  handler: ToolHandler<E, S, NamesIn<N>>,
): Handler<E, S> {
  if (typeof handler !== 'function') throw unfit('OPTION_INVALID', 'the handler', 'a function', handler);
  const matcher = compileMatcher(names);
  if (matcher.unknown.length > 0) {
    const message = `onTool: no known tool is named ${matcher.unknown.join(', ')}`;
    warnOnce('HOOKLOOM_UNKNOWN_TOOL', message);
  }
  const wanted = (ctx: { readonly tool: string }, next: Next) => {
    if (matcher.matches(ctx.tool)) return (handler as (ctx: unknown, next: Next) => unknown)(ctx, next);
    return undefined;
  };
  return setMatcher(wanted, matcher) as unknown as Handler<E, S>;
}
