import { EVENTS, type HookEvent, isEvent } from '@hookloom/host';
import { InvalidArgumentError, Option } from 'commander';
import { nearest } from './nearest.js';

/** The option that names an event, with a suggestion for a name that is none. */
export function eventOption(description: string): Option {
  return new Option('--event <name>', description).argParser(toEvent);
}

function toEvent(text: string): HookEvent {
  if (isEvent(text)) return text;
  const near = nearest(text, EVENTS);
  throw new InvalidArgumentError(
    `There is no such event.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  );
}
