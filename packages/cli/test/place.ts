import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BIN = join(ROOT, 'packages/cli/dist/bin.js');

/** What a process of the command line did. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a home beside it, in which the built command line is run as a process of its own. */
export interface Place {
  /** The project; its path has spaces and quotes. */
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  path(relative: string): string;
  run(args: readonly string[], more?: { input?: string; env?: Record<string, string> }): Promise<Ended>;
}

/** Makes a place with these files, where the packages of the repository count as installed. It goes with the test. */
export function makePlace(files: Readonly<Record<string, string>> = {}): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-cli-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, `it's a "project"`);
  const home = join(folder, 'home');
  const path = (relative: string) => join(root, relative);
  mkdirSync(root, { recursive: true });
  mkdirSync(home);
  symlinkSync(join(ROOT, 'node_modules'), path('node_modules'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), content);
  }
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    HOOKLOOM_STATE_DIR: join(home, 'state'),
  };
  return {
    root,
    home,
    env,
    path,
    run: (args, { input = '', env: own = {} } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [BIN, ...args], { cwd: root, env: { ...env, ...own } });
        const read = { stdout: '', stderr: '' };
        for (const name of ['stdout', 'stderr'] as const) {
          child[name].setEncoding('utf8').on('data', (text: string) => {
            read[name] += text;
          });
        }
        child.on('error', reject).on('close', (code) => resolve({ code, ...read }));
        child.stdin.on('error', () => undefined).end(input);
      }),
  };
}
