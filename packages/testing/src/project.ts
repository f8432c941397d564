import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Files of a project by relative path: a string is the content, `{ symlink }` a link with that target. */
export type ProjectFiles = Readonly<Record<string, string | { symlink: string }>>;

/** A temporary project folder with a temporary home folder beside it. All paths are absolute and real. */
export interface Project {
  /** The project folder. */
  cwd: string;
  /** The home folder; empty but for `tmp`, the agent's folder for temporary files. */
  home: string;
  /** Gives the absolute path of a path in the project. */
  path(relative: string): string;
  /** Gives the text of a file, by path in the project; `undefined` where there is none. */
  read(relative: string): string | undefined;
  /** Whether a path in the project exists; a link counts even when its target is missing. */
  exists(relative: string): boolean;
  /** Keeps both folders when Node ends; without it they go with the process at the latest. */
  keep(): void;
  /** Removes both folders. */
  dispose(): Promise<void>;
}

/** Makes a temporary project with its files, in a folder of that name, and an empty home folder. */
export async function createProject(files: ProjectFiles = {}, folder = 'project'): Promise<Project> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'hookloom-agent-')));
  removeAtExit(root);
  const cwd = join(root, folder);
  const home = join(root, 'home');
  const path = (relative: string) => resolve(cwd, relative);
  await mkdir(cwd);
  await mkdir(join(home, 'tmp'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(path(name)), { recursive: true });
    if (typeof content === 'string') await writeFile(path(name), content);
    else await symlink(content.symlink, path(name));
  }
  return {
    cwd,
    home,
    path,
    read: (relative) => unlessAbsent(() => readFileSync(path(relative), 'utf8')),
    exists: (relative) => unlessAbsent(() => lstatSync(path(relative))) !== undefined,
    keep: () => void disposable.delete(root),
    dispose: async () => {
      await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      disposable.delete(root);
    },
  };
}

function unlessAbsent<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

const disposable = new Set<string>();
let watching = false;

function removeAtExit(root: string): void {
  disposable.add(root);
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const folder of disposable) rmSync(folder, { recursive: true, force: true });
  });
}
