import type { Findings } from './findings.js';

/** A command that a tool hands to a shell. */
export interface CommandText {
  text: string;
  via: string;
  shell: 'posix' | 'powershell';
  /** The directory that the call itself names for the command to run in. */
  base?: string | undefined;
}

/** Reads what a command touches. Shell commands are not read yet: each is a problem. */
export function readCommand(command: CommandText, findings: Findings): void {
  findings.problem('shell', 'is a shell command, which was not read', command.via);
}
