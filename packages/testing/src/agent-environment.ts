import { delimiter, dirname, join } from 'node:path';
import type { Project } from './project.js';

/**
 * The whole environment of the agent: of the caller's only the search path, so that no key, proxy, user setting or Git
 * configuration of the machine has a say. All traffic that is not needed is off; the model is at `modelUrl`.
 */
export function agentEnvironment(project: Project, modelUrl: string, bypass = false): Record<string, string> {
  const { home } = project;
  const { PATH } = process.env;
  return {
    PATH: [PATH, dirname(process.execPath)].filter(Boolean).join(delimiter),
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CLAUDE_CODE_TMPDIR: join(home, 'tmp'),
    GIT_CONFIG_NOSYSTEM: '1',
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
    // Without it Claude Code refuses to bypass permissions as root.
    ...(bypass && { IS_SANDBOX: '1' }),
  };
}
