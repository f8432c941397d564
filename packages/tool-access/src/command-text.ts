import { homedir } from 'node:os';
import type { Findings } from './findings.js';
import { resolvePath } from './path-text.js';
import { analyse } from './shell/analysis.js';

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
  const cwd = base === undefined ? context.cwd : resolvePath(base, context);
  const home = context.home ?? homedir();
  const { accesses, problems } = analyse(text, { ...context.shell, cwd, home, platform: context.platform });
  findings.command(accesses, problems);
}
