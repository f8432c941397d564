import type { AccessOptions } from '../../src/access.js';
import { accessesOf } from '../../src/accesses.js';

/** Where the tests' commands run; the disk is not looked at. */
export const PLACE = { cwd: '/repo', home: '/home/u', fileSystem: false } as const;

const OPTIONS: AccessOptions = { home: '/home/u', platform: 'posix', shell: { fileSystem: false } };

/** What a command touches, without a look at the disk. */
export function read(command: string, options: AccessOptions = {}) {
  return accessesOf({ toolName: 'Bash', toolInput: { command }, cwd: '/repo' }, { ...OPTIONS, ...options });
}

/** Its accesses in short: `read .env (cat)`. */
export function touched(command: string, options?: AccessOptions): string[] {
  return read(command, options).accesses.map(({ mode, path, via, tree }) => {
    const place = path === '/repo' ? '.' : path.replace(/^\/repo\//, '');
    return `${mode} ${place} (${via})${tree ? ' and below' : ''}`;
  });
}

/** The kinds of its problems. */
export function problems(command: string): string[] {
  return read(command).problems.map(({ kind }) => kind);
}
