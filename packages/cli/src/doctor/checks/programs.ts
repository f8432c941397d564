import { isAbsolute, resolve } from 'node:path';
import { existing, findProgram, isExecutable, startedProgram } from '../../settings/started-program.js';
import type { Finding } from '../finding.js';
import { findingAt, type PlacedHook, type Survey } from '../survey.js';

const BUILTINS = new Set(['echo', 'printf', 'exit', 'true', 'false', 'test', 'cd', 'exec', 'eval', ':', '[']);

/** Finds command hooks whose program or script is missing, cannot be run, or is looked for in a folder that moves. */
export function checkPrograms(survey: Survey): Finding[] {
  return survey.hooks
    .filter(({ hook }) => hook.type === 'command')
    .flatMap((hook) => checkProgram(hook, survey) ?? []);
}

function checkProgram(hook: PlacedHook, survey: Survey): Finding | undefined {
  const started = startedProgram(hook.hook, survey);
  if (started === undefined) return undefined;
  const { program, script } = started;
  const isExec = Array.isArray(hook.hook.args);
  if (isExec && /^~|\$(?!\{CLAUDE_)/.test(String(hook.hook.command))) {
    const problem = `Without a shell nobody puts a path in place of ${program}.`;
    const fix = `Write the whole path, or start it from \${CLAUDE_PROJECT_DIR}.`;
    return findingAt(hook, 'command', { level: 'error', code: 'PROGRAM_MISSING', problem, fix });
  }
  if (!isExec && BUILTINS.has(program)) return undefined;
  const found = findProgram(program, survey);
  if (found === undefined) return missing(hook, program);
  if (!isExecutable(found)) {
    const problem = `${found} cannot be run: it is not executable.`;
    const fix = `chmod +x ${found}`;
    return findingAt(hook, 'command', { level: 'error', code: 'PROGRAM_NOT_EXECUTABLE', problem, fix });
  }
  if (program.includes('/') && !isAbsolute(program)) return relative(hook, program);
  if (script === undefined) return undefined;
  if (existing(resolve(survey.project, script)) === undefined) return missing(hook, script);
  return isAbsolute(script) ? undefined : relative(hook, script);
}

function missing(hook: PlacedHook, file: string): Finding {
  const problem = `${file} is not there, so the hook cannot run.`;
  const fix = hook.isOwn ? 'Run hookloom init again.' : 'Write the path as it is, or install the program.';
  return findingAt(hook, 'command', { level: 'error', code: 'PROGRAM_MISSING', problem, fix });
}

function relative(hook: PlacedHook, file: string): Finding {
  const problem = `${file} is looked for in the folder that the agent is in, which moves with every cd.`;
  const fix = `Write \${CLAUDE_PROJECT_DIR}/${file.replace(/^\.\//, '')}.`;
  return findingAt(hook, 'command', { level: 'error', code: 'PATH_RELATIVE', problem, fix });
}
