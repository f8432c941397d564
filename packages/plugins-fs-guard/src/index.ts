export { claudeSettings, type SettingsFile, type SettingsScope } from './claude-settings.js';
export { ENV_FILES, ENV_TEMPLATES, type EnvFileGuardOptions, envFileGuard } from './env-file-guard.js';
export { type PathGuardOptions, type PathPatterns, pathGuard } from './path-guard.js';
export { type SelfGuardOptions, type SettingsChange, selfGuard } from './self-guard.js';
export { type SystemPathGuardOptions, systemPathGuard } from './system-path-guard.js';
