import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Project } from '@hookloom/testing';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

/** A running `hookloom serve`. */
export interface Served {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly child: ChildProcess;
  /** What it logged so far, line by line. */
  log(): Record<string, unknown>[];
  /** Posts a payload with the token, unless `headers` say something else. */
  post(path: string, body: string, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
  /** Stops it by a signal and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built server in a project, on a free port, and waits until it listens. */
export async function serve(
  project: Project,
  env: Readonly<Record<string, string>> = {},
  tokenFile = `${project.home}/.local/state/hookloom/token`,
): Promise<Served> {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0'], {
    cwd: project.cwd,
    env: { PATH: process.env.PATH, HOME: project.home, CLAUDE_PROJECT_DIR: project.cwd, ...env },
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
    ended.then(() => reject(new Error(`the server ended: ${stderr}`)));
  });
  const url = /http:\S+?(?=\/hooks)/.exec(line)?.[0] ?? '';
  const token = readFileSync(tokenFile, 'utf8').trim();
  return {
    url,
    port: Number(new URL(url).port),
    token,
    child,
    log: () => stderr.split('\n').flatMap((text) => (text.startsWith('{') ? [JSON.parse(text)] : [])),
    post: (
      path,
      body,
      headers = { authorization: `Bearer ${token}` },
      signal = AbortSignal.timeout(30_000),
    ) => fetch(`${url}${path}`, { method: 'POST', body, headers, signal }),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
