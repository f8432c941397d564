/** What `hookloom init` was asked. */
export interface InitOptions {
  readonly local?: boolean;
  readonly project?: boolean;
  readonly user?: boolean;
  readonly http?: boolean;
  readonly port?: number;
  readonly bundle?: string;
  readonly remove?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Whose settings are written. */
export type InitScope = 'local' | 'project' | 'user';

/** The scope that was asked for; the project's, which Claude Code shares with everybody, where none was. */
export function scopeOf({ local, user }: InitOptions): InitScope {
  if (local) return 'local';
  return user ? 'user' : 'project';
}
