import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { usualTokenFile } from '../self-protection.js';
import { isLocalUrl, TOKEN_VARIABLE } from '../settings/own-hooks.js';
import { fillIn } from '../settings/started-program.js';
import type { PlacedHook, Survey } from './survey.js';

/** What a hook answered, as the host would get it. */
export interface Reply {
  /** The text of the answer; `undefined` where there is none. */
  readonly text: string | undefined;
  readonly milliseconds: number;
  /** Why there is no answer, or none that counts. */
  readonly failure?: string;
}

const DEFAULT_SECONDS = 600;
// Of what a hook writes; more is no answer of any kind.
const LONGEST_ANSWER = 16 * 1024 * 1024;

/** Sends a payload through a hook as the host does: a program without a shell, a shell's command, or a request. */
export async function send(hook: PlacedHook, payload: string, survey: Survey): Promise<Reply> {
  const { timeout = DEFAULT_SECONDS, type } = hook.hook as { timeout?: number; type?: string };
  const start = performance.now();
  const signal = AbortSignal.timeout(Math.min(timeout, DEFAULT_SECONDS) * 1000);
  const { text, failure } = await (type === 'http'
    ? request(hook, payload, survey, signal)
    : startProcess(hook, payload, survey, signal));
  const milliseconds = Math.round(performance.now() - start);
  if (signal.aborted) return { text: undefined, milliseconds, failure: `no answer within ${timeout} s` };
  return { text, milliseconds, ...(failure !== undefined && { failure }) };
}

type Answer = Pick<Reply, 'text' | 'failure'>;

function startProcess(
  { hook }: PlacedHook,
  payload: string,
  survey: Survey,
  signal: AbortSignal,
): Promise<Answer> {
  const { project, env } = survey;
  const command = fillIn(String(hook.command), project);
  const args = Array.isArray(hook.args) ? hook.args.map((word) => fillIn(String(word), project)) : undefined;
  const [program, given] = args === undefined ? ['/bin/sh', ['-c', command]] : [command, args];
  return new Promise((resolve) => {
    const child = spawn(program, given, {
      cwd: project,
      env: { ...env, CLAUDE_PROJECT_DIR: project },
      signal,
      killSignal: 'SIGKILL',
    });
    let text = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (text.length < LONGEST_ANSWER) text += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr = (stderr + part).slice(-2000);
    });
    child.stdin.on('error', () => undefined).end(`${payload}\n`);
    child.on('error', ({ message }) => resolve({ text: undefined, failure: message }));
    child.on('close', (code) => {
      const told = errorIn(stderr);
      const why = `it ended with exit code ${code}${told ? `: ${told}` : ''}`;
      resolve(code === 0 ? { text } : { text, failure: why });
    });
  });
}

/** The line that says what went wrong: of a stack trace its head, else the last. */
function errorIn(stderr: string): string | undefined {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const said = lines.find((line) => /^(?:\w*(?:Error|Exception)\b.*?: )/.test(line)) ?? lines.at(-1);
  return said?.replace(/\.$/, '');
}

async function request(
  { hook }: PlacedHook,
  payload: string,
  survey: Survey,
  signal: AbortSignal,
): Promise<Answer> {
  const allowed = Array.isArray(hook.allowedEnvVars) ? hook.allowedEnvVars.map(String) : [];
  const textFor = (name: string) => (allowed.includes(name) ? (variable(name, hook, survey) ?? '') : '');
  const headers = Object.entries((hook.headers ?? {}) as Record<string, string>).map(
    ([name, value]) =>
      [
        name,
        value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced, plain) => textFor(braced ?? plain)),
      ] as const,
  );
  try {
    const response = await fetch(String(hook.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(headers) },
      body: payload,
      redirect: 'manual',
      signal,
    });
    const text = await response.text();
    return response.ok ? { text } : { text, failure: `the server answered ${response.status}` };
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    return { text: undefined, failure: `the server cannot be reached${cause ? ` (${cause})` : ''}` };
  }
}

/**
 * A variable of this environment; the token also from its file, which a running agent's environment was filled from. But the
 * file's is for the server of this machine: whose settings name another one, the host alone may send it there.
 */
function variable(
  name: string,
  { url }: Readonly<Record<string, unknown>>,
  { env, stateFolder }: Survey,
): string | undefined {
  if (env[name] !== undefined || name !== TOKEN_VARIABLE || !isLocalUrl(url)) return env[name];
  try {
    return readFileSync(usualTokenFile(stateFolder), 'utf8').trim();
  } catch {
    return undefined;
  }
}
