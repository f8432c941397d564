import type { Function as FunctionNode, ParsedScript } from 'unbash';
import type { Access, Span } from '../access.js';
import type { BranchingMap } from './branching-map.js';
import type { Catalogue } from './catalogue/entry.js';
import type { FileView } from './files.js';
import type { Report } from './report.js';
import type { Scope } from './scope.js';
import type { Field, Text } from './text.js';

/** What stands around one command when it is run. */
export interface Streams {
  /** What comes in; absent when that is the terminal, or whatever the host gives. */
  readonly stdin?: Text | undefined;
}

/** What the readers of words, commands and options need of the shell that they are read for. */
export interface Shell {
  readonly report: Report;
  /** Absent when the file system must not be looked at. */
  readonly files: FileView | undefined;
  readonly home: string;
  /** Whether backslashes and drive letters belong to paths. */
  readonly windows: boolean;
  readonly catalogue: Catalogue;
  scope: Scope;
  /** The value of a variable of the environment, where the caller told it. */
  environment(name: string): string | undefined;
  /** Runs something again for every value that was there to choose from. */
  everyChoice(run: (again: boolean) => void): void;
  /** Picks one of several values; the command is read again for the others. */
  choose<T>(values: readonly T[]): T | undefined;
  /** The place of a node in the command's own text. */
  spanOf(node: { pos: number; end: number }): Span | undefined;
  /** Reads with spans that start elsewhere; undefined gives none. */
  at<T>(offset: number | undefined, read: () => T): T;
  /** Where spans start at present. */
  readonly offset: number | undefined;
  /** Runs a script in a subshell and gives what it prints. */
  capture(script: ParsedScript | undefined, streams?: Streams): Text;
  /** Runs the text of a script, in this shell or in a new one. */
  runText(text: Text, how: { inside: 'this' | 'subshell' | 'new'; streams?: Streams; offset?: number }): Text;
  /** Runs the body of a function in this shell. */
  runBody(body: FunctionNode['body'], streams: Streams): Text;
  /** How many shells and functions this one stands in. */
  readonly depth: number;
  /** Runs one command from its words. */
  runFields(fields: readonly Field[], streams?: Streams): Text;
  /** What a command would touch where other folders and variables are, such as in a container. */
  runApart(fields: readonly Field[], cwd: string): readonly Access[];
  /** The folders that relative paths start from. */
  places(): readonly string[];
  /** Counts a step; throws when the command is too large to be read. */
  step(): void;
  /** What this very command wrote into files, by path, when that is known. */
  readonly written: BranchingMap<string, Text>;
  /** The links that this very command made, by path, and what each leads to. */
  readonly links: BranchingMap<string, Text>;
}
