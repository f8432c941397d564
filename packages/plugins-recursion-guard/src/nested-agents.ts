import { startedPrograms } from '@hookloom/tool-access';

/** Commands and packages that start a coding agent. */
const AGENTS: ReadonlySet<string> = new Set([
  'claude',
  'claude-code',
  'codex',
  'gemini',
  'cursor-agent',
  'copilot',
  'aider',
  'aider-chat',
  'opencode',
  'opencode-ai',
  'goose',
  'amp',
  'crush',
  'qwen',
  'auggie',
  'droid',
  'kiro-cli',
  'openhands',
  '@anthropic-ai/claude-code',
  '@openai/codex',
  '@google/gemini-cli',
  '@github/copilot',
  '@sourcegraph/amp',
  '@qwen-code/qwen-code',
]);

/** First words after which an agent only tells of itself, or is set up. */
const TELLS =
  /^(?:--version|-v|-V|--help|-h|help|version|mcp|config|doctor|update|upgrade|install|login|logout|auth|completion|completions|plugin|models?)$/;

/** What a command starts that must not run within an agent: another agent by name, or itself without end. */
export function nestedAgentIn(command: string, cwd: string): string | undefined {
  const { programs, forks } = startedPrograms(command, { cwd });
  if (forks) return 'a function that starts itself without end';
  return programs.find(({ name, args }) => AGENTS.has(withoutVersion(name)) && !TELLS.test(args[0] ?? ''))
    ?.name;
}

// `npx @openai/codex@latest` names the same program.
function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@[^/@]*$/, '').toLowerCase();
}
