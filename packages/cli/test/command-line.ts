import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createProject, type Project, type ProjectFiles } from '@hookloom/testing';

/** The built command line. */
export const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
/** The packages of this repository, installed. */
export const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** What a process left behind. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** How a process is started. */
export interface Start {
  /** Goes to stdin, which is then closed; `null` leaves it open and empty. */
  readonly stdin?: string | null;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Stdout is a pipe, which can be opened by its path, unlike the socket that Node gives a child; stderr is `stderr.txt`. */
  readonly piped?: boolean;
  /** Sends SIGKILL after so many milliseconds. */
  readonly killAfter?: number;
}

/** Makes a project in which the packages of this repository can be imported. */
export async function createNodeProject(files: ProjectFiles): Promise<Project> {
  const project = await createProject(files);
  symlinkSync(MODULES, project.path('node_modules'), 'dir');
  return project;
}

/** Runs the built command line in a project. */
export function hookloom(project: Project, args: readonly string[], start: Start = {}): Promise<Ended> {
  return node(project, [BIN, ...args], start);
}

/** Runs Node in a project, as the host would: its own home, and the project's folder told. */
export function node(project: Project, args: readonly string[], start: Start = {}): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: project.home, CLAUDE_PROJECT_DIR: project.cwd, ...start.env };
  return runNode(args, { cwd: project.cwd, ...start, env });
}

/** Runs Node with an environment of its own. */
export function runNode(
  args: readonly string[],
  start: Omit<Start, 'env'> & { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ended> {
  const { stdin = '', cwd, env, killAfter } = start;
  const began = performance.now();
  const command = start.piped
    ? ['/bin/sh', '-c', '"$0" "$@" 2>stderr.txt | cat', process.execPath]
    : [process.execPath];
  const [program = '', ...first] = command;
  const child = spawn(program, [...first, ...args], { cwd, env });
  if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  // A process that ends early does not read its stdin.
  child.stdin.on('error', () => undefined);
  if (stdin !== null) child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      child.stdin.destroy();
      resolve({ code, signal, stdout, stderr, milliseconds: performance.now() - began });
    });
  });
}

/** The decision on a tool call, read as the host does: the whole of stdout is one JSON document. */
export function decisionIn({ stdout }: Ended): { decision?: string; reason?: string } {
  const { hookSpecificOutput: output = {} } = JSON.parse(stdout);
  return { decision: output.permissionDecision, reason: output.permissionDecisionReason };
}
