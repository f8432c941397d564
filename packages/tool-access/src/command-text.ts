import type { Findings } from './findings.js';
import { resolvePath } from './path-text.js';
import { analyse } from './shell/index.js';

/** A command that a tool hands to a shell. */
export interface CommandText {
  text: string;
  via: string;
  shell: 'posix' | 'powershell';
  /** The directory that the call itself names for the command to run in. */
  base?: string | undefined;
}

/** Reads what a command touches, as bash would run it. */
export function readCommand(command: CommandText, findings: Findings): void {
  const { text, via, shell, base } = command;
  if (shell === 'powershell') {
    findings.problem('shell', 'is a PowerShell command, which was not read', via);
    return;
  }
  const { context } = findings;
  const setting = base === undefined ? context : { ...context, cwd: resolvePath(base, context) };
  try {
    findings.command(analyse(text, setting).touched);
  } catch (error) {
    // What reads commands is loaded at the first one, and may be gone by then.
    const why = error instanceof Error ? error.message : String(error);
    findings.problem('unreadable', `could not be read: ${why}`, via);
  }
}
