import type { SearchScope } from '../access.js';
import type { CommandEntry } from './catalogue/entry.js';
import type { Arguments } from './options.js';
import type { Shell } from './shell.js';
import type { Field, Text } from './text.js';

/** One command as it is called. */
export interface Invocation {
  readonly shell: Shell;
  /** Its name without the folder, with its subcommands: 'git show'. */
  readonly via: string;
  readonly name: Field;
  /** All words after the name. */
  readonly fields: readonly Field[];
  readonly entry: CommandEntry;
  readonly args: Arguments;
  readonly stdin: Text | undefined;
  /** Set when the command goes below folders. */
  readonly tree: SearchScope | undefined;
}

/** Reads a command whose grammar is its own; gives what it prints, when known. */
export type Form = (call: Invocation) => Text | undefined;
