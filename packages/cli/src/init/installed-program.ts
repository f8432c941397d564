import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BIN = join('node_modules', '@hookloom', 'cli', 'dist', 'bin.js');

/** The file of the command line that runs now, by the name that it keeps when the package is updated. */
export function installedProgram(project: string, running = process.argv[1] ?? ''): string {
  const real = realpathSync(running);
  for (let folder = project; ; folder = dirname(folder)) {
    const path = join(folder, BIN);
    if (existsSync(path) && realpathSync(path) === real) return path;
    if (folder === dirname(folder)) return real;
  }
}
