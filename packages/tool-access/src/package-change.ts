import { startedPrograms } from './shell/index.js';

/** A change of packages that a package manager is told by name. */
export interface PackageChange {
  /** The manager and its verb, such as `npm uninstall`. */
  readonly command: string;
  /** The words that name packages, as they stand: `lodash@4`, `./folder`. */
  readonly packages: readonly string[];
}

const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'cnpm']);
// Verbs that put in, replace or take out a package.
const CHANGES = new Set('install i add uninstall un unlink remove rm r link ln update up upgrade'.split(' '));
// Options before the verb of which the next word is the value.
const WITH_VALUE = new Set(
  '--prefix -C --dir --cwd -w --workspace -F --filter --registry --userconfig'.split(' '),
);

/**
 * The packages of JavaScript that a command puts in, replaces or takes out by name.
 *
 * @example
 * packageChanges('npm i -D lodash && npm test', '/repo') // [{ command: 'npm i', packages: ['lodash'] }]
 */
export function packageChanges(command: string, cwd: string): PackageChange[] {
  return startedPrograms(command, { cwd }).programs.flatMap(({ name, args }) => {
    const [verb, ...packages] = args.filter(
      (word, index): word is string =>
        word !== undefined && !word.startsWith('-') && !WITH_VALUE.has(args[index - 1] ?? ''),
    );
    return MANAGERS.has(name) && verb !== undefined && CHANGES.has(verb)
      ? [{ command: `${name} ${verb}`, packages }]
      : [];
  });
}
