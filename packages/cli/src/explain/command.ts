import { type HookEvent, HookloomError } from '@hookloom/core';
import { BUILTIN_TOOLS } from '@hookloom/host';
import { Command } from 'commander';
import { eventOption } from '../event-option.js';
import { loadGuardedStack } from '../guarded-stack.js';
import { nearest } from '../nearest.js';
import { parseJson } from '../run/payload.js';
import { readStdin } from '../run/stdin.js';
import { reserveStdout } from '../run/stdout.js';
import { stateFolder } from '../state/state-folder.js';
import { toPayload } from './made-payload.js';

interface ExplainOptions {
  readonly event?: HookEvent;
  readonly tool?: string;
  readonly command?: string;
  readonly input?: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** `hookloom explain`: how the stack comes to its verdict. */
export function explainCommand(): Command {
  return new Command('explain')
    .summary('tell who decides what on a call, and why')
    .description(
      'Tells how the stack judges a call, or a payload from stdin: who votes what, why, how long it takes, what is rewritten, and the verdict.',
    )
    .addOption(eventOption('the event (default: that of the payload; PreToolUse for a call)'))
    .option('--tool <name>', 'the tool that is called, instead of a payload from stdin')
    .option('--command <text>', 'the command of the call')
    .option('--input <json>', 'the input of the call')
    .option('--config <file>', "the project's config, instead of looking for one")
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
The plugins are really asked: what one does to files while it judges, it does here too (sandboxRedirect makes the folders
of a redirected write, and copies what is edited). The state of the session is read and not changed, and plugins that
observe are left out, so no message is sent.

Exit codes:
  0  explained, whatever the verdict is
  1  nothing to explain: no config, or no payload

Examples:
  $ hookloom explain --tool Bash --command 'cat .env'
  $ hookloom explain --tool Read --input '{"file_path": ".env"}' --json
  $ hookloom explain < payload.json`,
    )
    .action(explainCall);
}

async function explainCall(options: ExplainOptions): Promise<void> {
  const colourful = isColourful();
  const print = reserveStdout();
  const [{ explain }, { toText }] = await Promise.all([import('./explanation.js'), import('./text.js')]);
  const { env } = process;
  const state = stateFolder(env);
  const payload = await payloadOf(options);
  const stack = await loadGuardedStack({ cwd: process.cwd(), env, config: options.config }, state);
  const explanation = await explain(stack, payload, state);
  const { outcome, plugins, answer } = explanation;
  const { event, tool, verdict, rewrites, notes, messages, halt, failures } = outcome;
  print(
    options.json
      ? `${JSON.stringify({ event, tool, verdict, plugins, rewrites, notes, messages, halt, failures, answer }, null, 2)}\n`
      : toText(explanation, colourful),
  );
  process.exit(0);
}

async function payloadOf({ event, tool, command, input }: ExplainOptions): Promise<unknown> {
  if (tool !== undefined) {
    warnOfUnknown(tool);
    return toPayload({ tool, event: event ?? 'PreToolUse', command, input, cwd: process.cwd() });
  }
  if (command !== undefined || input !== undefined) {
    throw new HookloomError('PAYLOAD_INVALID', 'a call needs --tool');
  }
  if (process.stdin.isTTY) {
    throw new HookloomError(
      'PAYLOAD_INVALID',
      'give a call by --tool and --command or --input, or a payload on stdin',
    );
  }
  const payload = parseJson(await readStdin());
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new HookloomError('PAYLOAD_INVALID', 'the payload is no JSON object');
  }
  return event === undefined ? payload : { ...payload, hook_event_name: event };
}

function warnOfUnknown(tool: string): void {
  if (tool.startsWith('mcp__') || (BUILTIN_TOOLS as readonly string[]).includes(tool)) return;
  const near = nearest(tool, BUILTIN_TOOLS);
  process.stderr.write(
    `hookloom: Claude Code has no tool ${tool}${near === undefined ? '' : `; it has ${near}`}\n`,
  );
}

function isColourful(): boolean {
  return Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
