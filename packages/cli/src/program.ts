import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { beneath } from './beneath.js';
import { bundleCommand } from './bundle/command.js';
import { doctorCommand } from './doctor/command.js';
import { explainCommand } from './explain/command.js';
import { initCommand } from './init/command.js';
import { runCommand } from './run/command.js';
import { serveCommand } from './serve/command.js';

// What the host reads as "block"; 1 would let the call through.
const BLOCK = 2;

/** Runs the command line, each command of which is in the folder of its name, and gives the exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const program = new Command('hookloom')
    .description('One stack of plugins for the hooks of Claude Code.')
    .version(manifest.version)
    .showSuggestionAfterError()
    .addCommand(runCommand())
    .addCommand(serveCommand())
    .addCommand(initCommand())
    .addCommand(doctorCommand())
    .addCommand(explainCommand())
    .addCommand(bundleCommand());
  for (const command of [program, ...program.commands]) command.exitOverride();
  try {
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (!(error instanceof CommanderError)) {
      process.stderr.write(`hookloom: ${textOf(error)}\n`);
    }
    return isHook(argv, program) ? BLOCK : 1;
  }
}

/** Tells whether a call is meant as a hook: its command may be misspelt, and it names an event all the same. */
function isHook(argv: readonly string[], { commands }: Command): boolean {
  const [, , name, ...rest] = argv;
  if (name === 'run') return true;
  const isKnown = commands.some((command) => command.name() === name);
  return !isKnown && rest.some((word) => word.startsWith('--event'));
}

/** What a person is told, with what lies beneath: why a config could not be loaded, say. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = beneath(error);
  return cause === undefined ? error.message : `${error.message} (${cause})`;
}
