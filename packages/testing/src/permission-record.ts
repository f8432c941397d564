import type { CanUseTool } from '@anthropic-ai/claude-agent-sdk';

/** A permission question that the host asked. */
export interface CanUseToolCall {
  toolName: string;
  input: Record<string, unknown>;
  toolUseId: string;
  /** Why the host asks, where it says so; for a hook's `ask` its reason. */
  decisionReason?: string;
  /** The subagent that wants to run the tool. */
  agentId?: string;
}

/** How a test answers permission questions: always the same, or by the SDK's own callback. */
export type PermissionAnswer = 'allow' | 'deny' | CanUseTool;

/** Makes a `canUseTool` that notes each question in `calls` before it answers. */
export function recordPermissions(answer: PermissionAnswer, calls: CanUseToolCall[]): CanUseTool {
  return async (toolName, input, options) => {
    const { toolUseID: toolUseId, decisionReason, agentID: agentId } = options;
    calls.push({
      toolName,
      input,
      toolUseId,
      ...(decisionReason !== undefined && { decisionReason }),
      ...(agentId !== undefined && { agentId }),
    });
    if (answer === 'allow') return { behavior: 'allow', updatedInput: input };
    if (answer === 'deny') return { behavior: 'deny', message: 'The test said no.' };
    return answer(toolName, input, options);
  };
}
