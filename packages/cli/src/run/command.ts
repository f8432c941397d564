import { EVENTS, type HookEvent, isEvent } from '@hookloom/core';
import { Command, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../nearest.js';
import type { RunArguments } from './arguments.js';
import { runConfigured } from './run-configured.js';

/** `hookloom run`: the command hook. */
export function runCommand(): Command {
  return new Command('run')
    .summary('answer one hook event: JSON on stdin, JSON on stdout')
    .description('Answers one hook event as a command hook: one JSON document on stdin, one on stdout.')
    .addOption(
      new Option('--event <name>', 'the event, as the host names it')
        .argParser(toEvent)
        .makeOptionMandatory(),
    )
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

function toEvent(text: string): HookEvent {
  if (isEvent(text)) return text;
  const near = nearest(text, EVENTS);
  throw new InvalidArgumentError(
    `There is no such event.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  );
}
