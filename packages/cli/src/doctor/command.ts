import { Command } from 'commander';
import { paintFor } from '../colour.js';
import { reserveStdout } from '../run/stdout.js';
import { stateFolder } from '../state/state-folder.js';
import { examine } from './examine.js';
import { reportOf } from './report.js';
import { survey } from './survey.js';

/** `hookloom doctor`: says what is wrong with the set-up, and proves that the guard holds. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('find what is wrong with the hooks, and prove that the guard holds')
    .description(
      'Reads the settings of Claude Code in every scope, and the config, and says what is wrong and what mends it. Then ' +
        'sends a call that must be denied through the very command or URL that the settings name.',
    )
    .option('--json', 'write one JSON document')
    .addHelpText(
      'after',
      `
Exit codes:
  0  no error; there may be warnings
  1  an error: something is not guarded, or blocks what it should not

Examples:
  $ hookloom doctor
  $ hookloom doctor --json | jq '.findings[] | select(.level == "error")'`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { env, stdout } = process;
      const project = process.cwd();
      // What a config prints while it loads is no part of the report.
      const write = reserveStdout();
      const examined = await examine(await survey(project, env, stateFolder(env)));
      const text = json
        ? JSON.stringify(examined, null, 2)
        : reportOf(examined, project, stdout.columns || 110, paintFor(stdout, env));
      write(`${text}\n`);
      process.exitCode = examined.sound ? 0 : 1;
    });
}
