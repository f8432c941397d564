import type { Hooks, HostOptions, RunnerOptions, Stack } from '@hookloom/core';
import type { AgentSession } from './agent-session.js';
import type { PermissionAnswer } from './permission-record.js';
import type { Project, ProjectFiles } from './project.js';
import type { Script, TurnMaker } from './script.js';
import type { FreeSdkOptions } from './sdk-options.js';

/** What the real agent shall run, and with what. Only `script` is required. */
export interface RealAgentOptions {
  /** What the model says; a function gets the project, for scripts that need its paths. */
  script: Exclude<Script, TurnMaker> | ((project: Project) => Script);
  /** The plugins whose hooks the agent gets; a function gets the project, for plugins that need its paths. */
  stack?: Stack | ((project: Project) => Stack);
  /** Options of the stack's runner and hooks. */
  runner?: RunnerOptions & HostOptions;
  /** Hooks of your own beside those of the stack. */
  hooks?: Hooks;
  /** Files of the project before the agent starts. */
  files?: ProjectFiles;
  /** The name of the project's folder; default `project`. */
  folder?: string;
  /** Runs once the files are there and before the agent starts, for `git init` and the like. */
  prepare?(project: Project): void | Promise<void>;
  /** The prompt; default `go`. Of a list, each is sent once the one before it has its result. */
  prompt?: string | readonly string[];
  /** Drives the session, after the prompts if there are any; the session ends when it returns. */
  drive?(session: AgentSession): void | Promise<void>;
  /** Answers the host's permission questions, which are recorded. Without it the host refuses. */
  canUseTool?: PermissionAnswer;
  /** Runs in the mode `bypassPermissions`, as root too. */
  bypass?: boolean;
  /** More options of the SDK; each replaces the kit's default of that name. */
  options?: FreeSdkOptions;
  /** More variables for the agent's environment, which holds nothing else of the caller's but the search path. */
  env?: Readonly<Record<string, string>>;
  /** The session may take so many milliseconds; then it is aborted and the run rejects. Default 45 000. */
  timeout?: number;
}
