import { startedPrograms } from './shell/index.js';
import type { Program } from './shell/report.js';

/** A program, or a file or package that a runner may run, as it is called, and what it is given. */
export interface RunTarget {
  readonly target: string;
  readonly args: Program['args'];
}

// Programs that run a file or a package that they are given by name.
const RUNNERS = new Set('node nodejs bun deno tsx yarn pnpm npm npx bunx'.split(' '));

/**
 * What a command may run of JavaScript: each program that it starts, and each word that a runner such as node or npx is
 * given, with the words after it.
 *
 * @example
 * runTargets('node cli/bin.js init', '/repo')
 * // [{ target: 'node', args: ['cli/bin.js', 'init'] }, { target: 'cli/bin.js', args: ['init'] }, { target: 'init', args: [] }]
 */
export function runTargets(command: string, cwd: string): RunTarget[] {
  return startedPrograms(command, { cwd }).programs.flatMap(({ name, path, args }) => {
    const given = RUNNERS.has(name) ? args : [];
    return [
      { target: path, args },
      ...given.flatMap((target, index) => (target ? [{ target, args: args.slice(index + 1) }] : [])),
    ];
  });
}
