import type { CommandEntry, CommandTable } from './entry.js';

const agent: CommandEntry = { style: 'none', operands: 'text', opaque: 'another agent' };

/** Coding agents: what they do is theirs to say. */
export const agents: CommandTable = Object.fromEntries(
  'claude codex gemini cursor-agent copilot aider opencode goose cline amp crush qwen droid auggie kiro-cli q continue cn llm aichat sgpt interpreter openhands swe-agent mini devin plandex mentat gptme'
    .split(' ')
    .map((name) => [name, agent]),
);
