import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the git repository that a folder lies in. */
export function repositoryOf(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current;
    if (current === dirname(current)) return undefined;
  }
}
