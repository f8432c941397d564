import { type Program, startedPrograms } from '@hookloom/tool-access';

// The commands of the command line that write settings, a config or a bundle.
const SETUP = new Set(['init', 'bundle']);
const CLI = /^(?:hookloom|@hookloom\/cli)(?:@.*)?$/;
const CLI_FILE = /(?:^|[\\/])(?:hookloom|@hookloom[\\/]cli[\\/].*)$/;

/** The command of `hookloom` that a tool call would run to set up or remove the guards; `undefined` for any other call. */
export function setupCommand(input: unknown, cwd: string): string | undefined {
  const { command } = input as { command?: unknown };
  if (typeof command !== 'string') return undefined;
  for (const program of startedPrograms(command, { cwd }).programs) {
    const args = argumentsOf(program);
    if (args === undefined || args.includes('--dry-run') || args.includes('--help')) continue;
    const setup = args.find((word) => word !== undefined && SETUP.has(word));
    if (setup !== undefined) return setup;
  }
  return undefined;
}

/** What `hookloom` itself is given; `undefined` for another program. */
function argumentsOf({ name, args }: Program): readonly (string | undefined)[] | undefined {
  if (CLI.test(name)) return args;
  const file = args.findIndex((word) => word !== undefined && (CLI.test(word) || CLI_FILE.test(word)));
  return RUNNERS.has(name) && file >= 0 ? args.slice(file + 1) : undefined;
}

// Programs that run a file or a package that they are given by name.
const RUNNERS = new Set(['node', 'nodejs', 'bun', 'deno', 'tsx', 'yarn', 'pnpm', 'npm', 'npx', 'bunx']);
