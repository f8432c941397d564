import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { type GitUndo, isWithin } from '@hookloom/tool-access';

const MILLISECONDS = 2000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Finds a file that a git command would take away or put back, because git does not hold it as it stands. */
export async function undoneFile(
  { repository: cwd, undoes }: GitUndo,
  files: readonly string[],
): Promise<string | undefined> {
  const inside = files.filter((file) => isWithin(file, cwd) && existsSync(file));
  if (inside.length === 0) return undefined;
  const asked = ['status', '--porcelain', '--untracked-files=all', '--ignored', '-z', '--', ...inside];
  try {
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
    const options = { cwd, timeout: MILLISECONDS, maxBuffer: MOST_BYTES, env };
    // Loaded when it is needed: it takes longer than all the rest of a short process.
    const { execFile } = await import('node:child_process');
    // A monitor of the repository's own would be a program that runs here.
    const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', ...asked], options);
    const lines = stdout.split('\0');
    return lines.find((line) => line !== '' && undoes(line.slice(0, 2)))?.slice(3);
  } catch (error) {
    // Where git itself fails, the command would too; where it is only slow, nothing is known.
    return (error as { killed?: boolean }).killed ? inside[0] : undefined;
  }
}
