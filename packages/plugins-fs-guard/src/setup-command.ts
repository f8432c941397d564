import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Program, startedPrograms } from '@hookloom/tool-access';

// The commands of the command line that write settings, a config or a bundle.
const SETUP = new Set(['init', 'bundle']);
const CLI = /^(?:hookloom|@hookloom\/cli)(?:@.*)?$/;
const CLI_FILE = /(?:^|[\\/])(?:hookloom|@hookloom[\\/]cli[\\/].*)$/;
// What these are given is a value, however much it looks like a flag.
const WITH_VALUE = new Set(['--bundle', '--port', '--config', '--out']);

// Verbs by which a package manager puts in, replaces or takes out a package that it is told by name.
const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'cnpm']);
const CHANGES = new Set('install i add uninstall un unlink remove rm r link ln update up upgrade'.split(' '));
const PACKAGE = /^@hookloom\//;

/** The command that a tool call would run to set up or remove the guards; `undefined` for any other call. */
export function setupCommand(input: unknown, cwd: string): string | undefined {
  const { command } = input as { command?: unknown };
  if (typeof command !== 'string') return undefined;
  for (const program of startedPrograms(command, { cwd }).programs) {
    const change = packageChange(program);
    if (change !== undefined) return change;
    const args = argumentsOf(program, cwd);
    if (args === undefined || isHarmless(args)) continue;
    const setup = args.find((word) => word !== undefined && SETUP.has(word));
    if (setup !== undefined) return `hookloom ${setup}`;
    // A word that only the running command knows may be any.
    const at = args.findIndex((word) => !word?.startsWith('-'));
    if (at >= 0 && args[at] === undefined) return 'hookloom init';
  }
  return undefined;
}

function isHarmless(args: Program['args']): boolean {
  const end = args.indexOf('--');
  return args.some(
    (word, i) =>
      (word === '--dry-run' || word === '--help' || word === '-h') &&
      (end < 0 || i < end) &&
      !WITH_VALUE.has(args[i - 1] ?? ''),
  );
}

function packageChange({ name, args }: Program): string | undefined {
  if (!MANAGERS.has(name)) return undefined;
  const verb = args.find((word) => word !== undefined && !word.startsWith('-'));
  const named = args.find((word) => word !== undefined && PACKAGE.test(word));
  return verb !== undefined && CHANGES.has(verb) && named !== undefined
    ? `${name} ${verb} ${named}`
    : undefined;
}

/** What `hookloom` itself is given; `undefined` for another program. */
function argumentsOf({ name, path, args }: Program, cwd: string): Program['args'] | undefined {
  if (CLI.test(name) || namesCli(path, cwd)) return args;
  const file = args.findIndex((word) => word !== undefined && namesCli(word, cwd));
  return RUNNERS.has(name) && file >= 0 ? args.slice(file + 1) : undefined;
}

function namesCli(word: string, cwd: string): boolean {
  if (CLI.test(word) || CLI_FILE.test(word)) return true;
  // A link to it has any name.
  if (!/[\\/]/.test(word)) return false;
  try {
    return CLI_FILE.test(realpathSync(resolve(cwd, word)));
  } catch {
    return false;
  }
}

// Programs that run a file or a package that they are given by name.
const RUNNERS = new Set(['node', 'nodejs', 'bun', 'deno', 'tsx', 'yarn', 'pnpm', 'npm', 'npx', 'bunx']);
