import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeSettings, type SettingsFile } from '@hookloom/plugins-fs-guard';

/**
 * The settings files that Claude Code reads hooks from, for a project, with the pieces that the organisation's may lie in.
 * The hooks of all of them run; of the organisation's, a later one wins where two speak of one switch (measured).
 */
export function settingsFiles(project: string, env: Readonly<NodeJS.ProcessEnv>): SettingsFile[] {
  return claudeSettings(project, env).flatMap((file) =>
    file.scope === 'managed' ? [file, ...piecesBeside(file)] : [file],
  );
}

/** The pieces in the folder beside a settings file, in the order in which the host reads them. */
export function piecesBeside({ scope, path }: SettingsFile): SettingsFile[] {
  const folder = join(dirname(path), 'managed-settings.d');
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.sort().map((name) => ({ scope, path: join(folder, name) }));
  } catch {
    return [];
  }
}
