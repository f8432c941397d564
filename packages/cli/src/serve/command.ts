import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import { loadGuardedStack } from '../guarded-stack.js';
import { stateFolder } from '../state/state-folder.js';
import type { HookServer } from './server.js';

/** The port of `hookloom serve`, when none is told. */
export const DEFAULT_PORT = 4665;

/** The file that holds the token of `hookloom serve`, when none is told. */
export function defaultTokenFile(env: Readonly<NodeJS.ProcessEnv>): string {
  return join(stateFolder(env), 'token');
}

interface ServeOptions {
  readonly port: number;
  readonly tokenFile?: string;
  readonly config?: string;
}

/** `hookloom serve`: HTTP hooks. */
export function serveCommand(): Command {
  return new Command('serve')
    .summary('answer events as HTTP hooks, on loopback only')
    .description(
      'Answers events as HTTP hooks on 127.0.0.1, with the verdicts of "hookloom run" and no process for each call.',
    )
    .option('--port <number>', 'the port; 0 takes any that is free', toPort, DEFAULT_PORT)
    .option(
      '--token-file <file>',
      'holds the token that requests bear; made when missing (default: the file "token" in the state folder)',
    )
    .option('--config <file>', "the project's config, instead of looking for one")
    .addHelpText(
      'after',
      `
POST /hooks/<Event> takes a payload and answers as the host reads it; POST /hooks takes the event from the payload.
GET /healthz needs no token. Each request is a line of JSON on stderr, with nothing of its input. The config is read
once: start it again after a change. A server is for the project that it was started in: what comes from a session of
another one is blocked, unless --config told which config to judge by.

Exit codes:
  0  stopped by SIGTERM or SIGINT, with what was in flight answered
  1  could not start: no config, no port, or a token that others can read

Examples:
  $ hookloom serve
  $ HOOKLOOM_TOKEN=$(cat ~/.local/state/hookloom/token) claude
  $ curl -H "Authorization: Bearer $HOOKLOOM_TOKEN" -d @payload.json localhost:${DEFAULT_PORT}/hooks/PreToolUse`,
    )
    .action(serveUntilStopped);
}

async function serveUntilStopped({ port, tokenFile, config }: ServeOptions): Promise<void> {
  const [{ startServer }, { readToken }, { ownSessions }] = await Promise.all([
    import('./server.js'),
    import('./token.js'),
    import('./own-sessions.js'),
  ]);
  const { env } = process;
  const state = stateFolder(env);
  const file = tokenFile === undefined ? defaultTokenFile(env) : resolve(tokenFile);
  const token = readToken(file);
  const stack = await loadGuardedStack({ cwd: process.cwd(), env, config }, state, file);
  const log = (record: object) => process.stderr.write(`${JSON.stringify(record)}\n`);
  // Who tells a config may mean it for several projects.
  const isOwnSession = ownSessions(config === undefined ? stack.configs : []);
  const server = await startServer({ stack, isOwnSession, stateFolder: state, token, port, log });
  refuseOnStrayErrors(server, log);
  process.stdout.write(`hookloom serves http://127.0.0.1:${server.port}/hooks\n`);
  await stopSignal();
  await server.stop();
  process.exit(0);
}

/** What throws outside of its plugin may be any request's: all of them are refused, and the server goes on. */
function refuseOnStrayErrors(server: HookServer, log: (record: object) => void): void {
  const hear = (fault: string) => (error: unknown) => {
    log({ time: new Date().toISOString(), fault, error: inspect(error) });
    server.refuseAll(fault);
  };
  process.on('uncaughtException', hear('something threw outside of its plugin'));
  process.on('unhandledRejection', hear('a rejection was not handled'));
}

function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop());
  });
}

function toPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}
