import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { paintFor } from '../colour.js';
import { DEFAULT_PORT, defaultTokenFile } from '../serve/command.js';
import { readToken } from '../serve/token.js';
import { TOKEN_VARIABLE } from '../settings/own-hooks.js';
import { stateFolder } from '../state/state-folder.js';
import { applyInit } from './apply.js';
import type { InitOptions } from './options.js';
import { type InitPlan, planInit } from './plan.js';
import { showDiff } from './show-diff.js';

/** `hookloom init`: puts Hookloom into the settings of Claude Code, or takes it out. */
export function initCommand(): Command {
  return new Command('init')
    .summary('put Hookloom into the settings of Claude Code')
    .description(
      'Writes the hooks that the config needs into a settings file of Claude Code, and leaves all else in it as it is. ' +
        'Where there is no config it writes a first one. Shows the change and asks before it writes.',
    )
    .addOption(new Option('--project', 'the project’s settings, .claude/settings.json (default)'))
    .addOption(
      new Option('--local', 'yours for this project, .claude/settings.local.json').conflicts('project'),
    )
    .addOption(
      new Option('--user', 'yours for every project, ~/.claude/settings.json').conflicts([
        'project',
        'local',
      ]),
    )
    .option('--http', 'HTTP hooks, answered by "hookloom serve"')
    .addOption(
      new Option('--port <number>', `the port of "hookloom serve" (default: ${DEFAULT_PORT})`).argParser(
        toPort,
      ),
    )
    .addOption(
      new Option(
        '--bundle <file>',
        'run a file made by "hookloom bundle" in place of the command line',
      ).conflicts('http'),
    )
    .option('--remove', 'take Hookloom out again')
    .option('--dry-run', 'show the change and write nothing')
    .option('-y, --yes', 'write without asking')
    .addHelpText(
      'after',
      `
HTTP hooks send the token of the server, which stays out of the settings. Before you start Claude Code:
  $ export ${TOKEN_VARIABLE}="$(cat ~/.local/state/hookloom/token)"

Exit codes:
  0  written, or there was nothing to change
  1  not written: the answer was no, nobody could be asked, or the settings or the config cannot be right

Examples:
  $ hookloom init                    guard this project for everybody who works on it
  $ hookloom init --local --http     for you alone, answered by a running server
  $ hookloom init --dry-run          look first
  $ hookloom init --remove --yes     undo it`,
    )
    .action(async (options: InitOptions, command: Command) => {
      if (options.port !== undefined && !options.http) command.error('error: --port is for --http');
      process.exitCode = await init(options);
    });
}

async function init(options: InitOptions): Promise<number> {
  const { env } = process;
  const state = stateFolder(env);
  const plan = await planInit(options, { project: process.cwd(), env, stateFolder: state });
  if (plan.after === plan.settings.text && plan.starter === undefined) {
    say(`Nothing to change: ${plan.settings.path} ${options.remove ? 'does not name' : 'names'} Hookloom.`);
    return 0;
  }
  say(changesOf(plan));
  for (const advice of plan.advice) say(advice);
  if (options.dryRun) return 0;
  if (!options.yes && !(await isWanted())) return 1;
  applyInit(plan, state);
  // The person can put it into the environment before the server has run.
  if (options.http && !options.remove) readToken(defaultTokenFile(env));
  say(doneText(plan, options));
  return 0;
}

function changesOf({ starter, settings, after }: InitPlan): string {
  const paint = paintFor(process.stdout, process.env);
  const config = starter && showDiff(starter.path, undefined, starter.text, paint);
  const change = after !== settings.text && showDiff(settings.path, settings.text, after ?? '', paint);
  return [config, change].filter(Boolean).join('\n');
}

async function isWanted(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write(
      'Nothing was written: there is no terminal to ask on. Say --yes, or --dry-run to look.\n',
    );
    return false;
  }
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  try {
    if (/^y(?:es)?$/i.test((await asked.question('Write this? [y/N] ')).trim())) return true;
  } finally {
    asked.close();
  }
  say('Nothing was written.');
  return false;
}

function doneText({ settings, after }: InitPlan, { remove, http, port }: InitOptions): string {
  if (remove) {
    const what =
      after === undefined ? `${settings.path} is gone` : `${settings.path} no longer names Hookloom`;
    return `${what}. A session that runs keeps its guards until it ends; the config stays.`;
  }
  const steps = http
    ? [
        `Start the server: hookloom serve${port === undefined ? '' : ` --port ${port}`}`,
        `Set ${TOKEN_VARIABLE} (see hookloom init --help)`,
      ]
    : [];
  return [`Wrote ${settings.path}.`, ...steps, 'See that it holds: hookloom doctor'].join('\n');
}

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
