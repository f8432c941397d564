import { homedir } from 'node:os';
import { join } from 'node:path';

/** Whose settings a file holds; the organisation's are `managed`. */
export type SettingsScope = 'managed' | 'user' | 'project' | 'local';

/** A settings file of Claude Code, which need not exist. */
export interface SettingsFile {
  readonly scope: SettingsScope;
  readonly path: string;
}

/** The settings files that Claude Code reads hooks from, for a project. */
export function claudeSettings(project: string, env: Readonly<NodeJS.ProcessEnv>): SettingsFile[] {
  return [
    { scope: 'managed', path: join(managedFolder(), 'managed-settings.json') },
    { scope: 'user', path: join(env.CLAUDE_CONFIG_DIR || join(homeOf(env), '.claude'), 'settings.json') },
    { scope: 'project', path: join(project, '.claude', 'settings.json') },
    { scope: 'local', path: join(project, '.claude', 'settings.local.json') },
  ];
}

function homeOf(env: Readonly<NodeJS.ProcessEnv>): string {
  return env.HOME || homedir();
}

function managedFolder(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return process.platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}
