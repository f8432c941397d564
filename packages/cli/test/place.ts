import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { BIN, type Ended, MODULES, runNode } from './command-line.js';

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
  symlinkSync(MODULES, path('node_modules'));
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
      runNode([BIN, ...args], { cwd: root, env: { ...env, ...own }, stdin: input }),
  };
}
