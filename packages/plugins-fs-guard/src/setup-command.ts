import { resolve } from 'node:path';
import { canonicalPath, packageChanges, type RunTarget, runTargets } from '@hookloom/tool-access';

// The commands of the command line that write settings, a config or a bundle.
const SETUP = new Set(['init', 'bundle']);
const CLI = /^(?:hookloom|@hookloom\/cli)(?:@.*)?$/;
const CLI_FILE = /(?:^|[\\/])(?:hookloom|@hookloom[\\/]cli[\\/].*)$/;
// What these are given is a value, however much it looks like a flag.
const WITH_VALUE = new Set(['--bundle', '--port', '--config', '--out']);

/** The command in a shell command that would set up or remove the guards; `undefined` where there is none. */
export async function setupCommand(command: string, cwd: string): Promise<string | undefined> {
  for (const change of packageChanges(command, cwd)) {
    const own = change.packages.find((name) => name.startsWith('@hookloom/'));
    if (own !== undefined) return `${change.command} ${own}`;
  }
  for (const { target, args } of runTargets(command, cwd)) {
    if (isHarmless(args) || !(await isCli(target, cwd))) continue;
    const setup = args.find((word) => word !== undefined && SETUP.has(word));
    if (setup !== undefined) return `hookloom ${setup}`;
    // A word that only the running command knows may be any.
    const at = args.findIndex((word) => !word?.startsWith('-'));
    if (at >= 0 && args[at] === undefined) return 'hookloom init';
  }
  return undefined;
}

function isHarmless(args: RunTarget['args']): boolean {
  const end = args.indexOf('--');
  return args.some(
    (word, i) =>
      (word === '--dry-run' || word === '--help' || word === '-h') &&
      (end < 0 || i < end) &&
      !WITH_VALUE.has(args[i - 1] ?? ''),
  );
}

async function isCli(target: string, cwd: string): Promise<boolean> {
  if (CLI.test(target) || CLI_FILE.test(target)) return true;
  // A link to it has any name.
  return /[\\/]/.test(target) && CLI_FILE.test((await canonicalPath(resolve(cwd, target), cwd)) ?? '');
}
