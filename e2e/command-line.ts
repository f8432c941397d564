import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Project, type RealAgentOptions, type RealAgentRun, runRealAgent } from '@hookloom/testing';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const BIN = join(ROOT, 'packages/cli/dist/bin.js');

/** A project that `hookloom init` sets up before the agent starts. */
export interface GuardedProject extends Omit<RealAgentOptions, 'stack' | 'runner'> {
  /** The text of hookloom.config.mjs. */
  config: string;
  /** What `hookloom init` is given beside --yes. */
  init?: readonly string[];
  /** Runs after the set-up and before the agent, to spoil something. */
  spoil?(project: Project): void | Promise<void>;
}

/** Runs the real agent under the hooks of a settings file that `hookloom init` wrote, in a folder with an awkward name. */
export function runGuarded({ config, init = [], spoil, ...more }: GuardedProject): Promise<RealAgentRun> {
  return runRealAgent({
    folder: `it's a "project"`,
    ...more,
    options: { settingSources: ['project'], ...more.options },
    prepare: async (project) => {
      await more.prepare?.(project);
      symlinkSync(join(ROOT, 'node_modules'), project.path('node_modules'));
      writeFileSync(project.path('hookloom.config.mjs'), config);
      const env = { HOME: project.home, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
      execFileSync(process.execPath, [BIN, 'init', '--yes', ...init], {
        cwd: project.cwd,
        env,
        stdio: 'pipe',
      });
      await spoil?.(project);
    },
  });
}

/** Changes each hook of the project's settings. */
export function editHooks(
  project: Pick<Project, 'path'>,
  edit: (hook: Record<string, unknown>) => void,
): void {
  const file = project.path('.claude/settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  for (const group of Object.values(settings.hooks).flat() as { hooks: Record<string, unknown>[] }[]) {
    for (const hook of group.hooks) edit(hook);
  }
  writeFileSync(file, JSON.stringify(settings));
}
