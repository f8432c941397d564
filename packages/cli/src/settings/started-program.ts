import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Where a hook is started. */
export interface HookPlace {
  /** The folder that Claude Code takes for the project. */
  readonly project: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/** What a command hook starts: a program, and the script that it is given, if it is given one. */
export interface StartedProgram {
  /** As it is written, with the host's placeholders filled in. */
  readonly program: string;
  readonly script: string | undefined;
  /** What stands after the program. */
  readonly words: readonly string[];
}

const INTERPRETERS = /^(?:node|nodejs|bun|deno|tsx|python3?|bash|sh|zsh|ruby|perl)$/;

/** Reads what a command hook starts; `undefined` where a shell decides that. */
export function startedProgram(
  hook: Readonly<Record<string, unknown>>,
  { project, env }: HookPlace,
): StartedProgram | undefined {
  const { command, args } = hook;
  if (typeof command !== 'string') return undefined;
  const words = Array.isArray(args) ? [command, ...args.map(String)] : plainWords(command, env);
  const [program, ...rest] = words.map((word) => fillIn(word, project));
  if (program === undefined || program === '') return undefined;
  const isInterpreter = INTERPRETERS.test(program.slice(program.lastIndexOf('/') + 1));
  const script = isInterpreter ? rest.find((word) => !word.startsWith('-')) : undefined;
  const isInline = rest.some((word) => /^(?:-c|-e|-p|--eval|--print|-lc)$/.test(word));
  return { program, script: isInline ? undefined : script, words: rest };
}

/** Puts the project in place of the host's placeholder. */
export function fillIn(text: string, project: string): string {
  return text.replaceAll(`\${CLAUDE_PROJECT_DIR}`, project);
}

/** The words of a command line that a shell would take as they are; none where it would do more than run a program. */
function plainWords(command: string, env: Readonly<NodeJS.ProcessEnv>): string[] {
  const own = command
    .replaceAll('"$CLAUDE_PROJECT_DIR"', `\${CLAUDE_PROJECT_DIR}`)
    .replaceAll('$CLAUDE_PROJECT_DIR', `\${CLAUDE_PROJECT_DIR}`)
    .replace(/(^|\s)~(?=\/)/g, (_, before: string) => before + (env.HOME ?? '~'));
  const bare = own.replaceAll(`\${CLAUDE_PROJECT_DIR}`, '');
  if (/[$`|&;<>*?(){}\\\n]/.test(bare)) return [];
  return [...own.matchAll(/"([^"]*)"(\S*)|'([^']*)'|(\S+)/g)].map(
    ([, double, after, single, plain]) => single ?? plain ?? `${double ?? ''}${after ?? ''}`,
  );
}

/** Where a program is found, as the host would; `undefined` where it is not. */
export function findProgram(program: string, { project, env }: HookPlace): string | undefined {
  if (program.includes('/') || isAbsolute(program)) return existing(resolve(project, program));
  return (env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existing(path) !== undefined && isExecutable(path));
}

/** The path of a file that is there. */
export function existing(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Tells whether this user may run a file. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
