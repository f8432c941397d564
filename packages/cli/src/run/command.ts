import { Command } from 'commander';
import { eventOption } from '../event-option.js';
import type { RunArguments } from './arguments.js';
import { runConfigured } from './run-configured.js';

/** `hookloom run`: the command hook. */
export function runCommand(): Command {
  return new Command('run')
    .summary('answer one hook event: JSON on stdin, JSON on stdout')
    .description('Answers one hook event as a command hook: one JSON document on stdin, one on stdout.')
    .addOption(eventOption('the event, as the host names it').makeOptionMandatory())
    .option('--config <file>', "the project's config, instead of looking for one")
    .addHelpText(
      'after',
      `
Exit codes:
  0  answered; the decision is in the JSON, a refusal because of a fault too
  2  called in a wrong way; the host blocks the call

Example:
  $ hookloom run --event PreToolUse < payload.json`,
    )
    .action((options: RunArguments) => runConfigured(options));
}
