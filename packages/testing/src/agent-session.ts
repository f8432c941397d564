import type { Query, SDKMessage, SDKResultMessage, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk';
import type { Project } from './project.js';

/** A running session that a test talks to. */
export interface AgentSession extends Project {
  /** The SDK's query, for `setModel`, `interrupt`, `setPermissionMode` and the like. Do not iterate it. */
  query: Query;
  /** Every message of the stream so far. */
  messages: readonly SDKMessage[];
  /** Sends a prompt, without waiting. */
  send(prompt: string): void;
  /** Sends a prompt and waits for the next result message. */
  ask(prompt: string): Promise<SDKResultMessage>;
  /** Waits until a condition holds, looking every 20 ms. Rejects when the session ends before. */
  until(condition: () => boolean): Promise<void>;
}

/** Prompts that reach the agent one by one, as a stream that stays open until `end`. */
export interface PromptStream extends AsyncIterable<SDKUserMessage> {
  send(prompt: string): void;
  end(): void;
}

/** Makes an open stream of prompts. */
export function createPromptStream(): PromptStream {
  const waiting: SDKUserMessage[] = [];
  let wake = () => {};
  let ended = false;
  return {
    send(prompt) {
      waiting.push({ type: 'user', message: { role: 'user', content: prompt }, parent_tool_use_id: null });
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const prompt = waiting.shift();
        if (prompt) yield prompt;
        else if (ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** What a session is made of: `ended` says whether its stream is over. */
export interface SessionParts {
  project: Project;
  query: Query;
  messages: readonly SDKMessage[];
  prompts: PromptStream;
  ended(): boolean;
}

/** Makes the handle by which a test drives a session. */
export function createSession({ project, query, messages, prompts, ended }: SessionParts): AgentSession {
  const results = () => messages.filter((message) => message.type === 'result');
  const session: AgentSession = {
    ...project,
    query,
    messages,
    send: (prompt) => prompts.send(prompt),
    async ask(prompt) {
      const before = results().length;
      prompts.send(prompt);
      await session.until(() => results().length > before);
      return results()[before] as SDKResultMessage;
    },
    async until(condition) {
      while (!condition()) {
        if (ended()) throw new Error('The session ended before the awaited condition held.');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
  return session;
}
