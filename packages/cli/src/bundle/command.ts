import { Command } from 'commander';

/** `hookloom bundle`: one file that starts fast. */
export function bundleCommand(): Command {
  return new Command('bundle')
    .summary('write the configs and their plugins as one file that starts fast')
    .description(
      'Writes the configs that apply, and their plugins, as one file. It answers an event as "hookloom run" does, and starts in a fraction of the time. Write it again after a change of a config or a plugin.',
    )
    .option('--config <file>', "the project's config, instead of looking for one")
    .option('--out <file>', 'the file to write (default: .claude/hookloom.cjs beside the config)')
    .addHelpText(
      'after',
      `
Beside the file it writes <file>.cache, compiled code for this version of Node. Both are for this machine and this
person: they hold absolute paths and the person's own config, so keep them out of the repository.

Exit codes:
  0  written
  1  nothing to bundle, a config that cannot be bundled, or a bundle in which a sample call was blocked because nobody
     could judge it: it is written, and blocks every gate

Examples:
  $ hookloom bundle
  $ hookloom bundle --out ~/.local/share/hookloom/project.cjs
  $ node .claude/hookloom.cjs --event PreToolUse < payload.json`,
    )
    .action(async ({ config, out }: { config?: string; out?: string }) => {
      const { writeBundle } = await import('./write-bundle.js');
      const written = await writeBundle({ cwd: process.cwd(), env: process.env, config }, out);
      const from = written.configs.map(({ path, scope }) => `  ${scope.padEnd(8)}${path}`);
      process.stdout.write(`${written.path}\nfrom\n${from.join('\n')}\n`);
      if (written.uncached !== undefined) {
        process.stderr.write(`hookloom: ${written.uncached}, so it has no cache and starts slower\n`);
      }
      if (written.refusal !== undefined) {
        process.stderr.write(
          `hookloom: a sample call, in an empty folder, was blocked by it because nobody could judge it: ${written.refusal}\n`,
        );
        process.exitCode = 1;
      }
    });
}
