import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk';
import { createHooks, mergeHooks, type Outcome } from '@hookloom/core';
import { agentEnvironment } from './agent-environment.js';
import { createPromptStream, createSession } from './agent-session.js';
import { type CanUseToolCall, recordPermissions } from './permission-record.js';
import { createProject, type Project } from './project.js';
import type { RealAgentOptions } from './real-agent-options.js';
import { type RealAgentRun, recordRun } from './real-agent-run.js';
import { type ScriptedModel, startScriptedModel } from './scripted-model.js';
import { sdkOptions } from './sdk-options.js';
import { createTestRunner } from './stack-runner.js';

const STDERR_LIMIT = 64 * 1024;

/**
 * Runs the real agent on a temporary project against a scripted model: no key, no network, nothing of the caller's
 * settings. Takes a second or two. The SDK is loaded only here.
 *
 * @example
 * await using run = await runRealAgent({
 *   stack: [envFileGuard()],
 *   files: { '.env': 'SECRET=1' },
 *   script: ({ path }) => [[toolUse('Read', { file_path: path('.env') }, 'toolu_read')], [text('done')]],
 * });
 * run.toolResults.get('toolu_read'); // { toolUseId, text, isError: true }
 * run.toldModel('SECRET=1'); // false
 */
export async function runRealAgent(options: RealAgentOptions): Promise<RealAgentRun> {
  const project = await createProject(options.files, options.folder);
  try {
    await options.prepare?.(project);
    const script = typeof options.script === 'function' ? options.script(project) : options.script;
    const model = await startScriptedModel(script);
    try {
      return await runAgainst(model, project, options);
    } finally {
      await model.close();
    }
  } catch (error) {
    await project.dispose();
    throw error;
  }
}

async function runAgainst(
  model: ScriptedModel,
  project: Project,
  options: RealAgentOptions,
): Promise<RealAgentRun> {
  const { bypass = false, canUseTool, drive, hooks = {}, timeout = 45_000 } = options;
  const { prompt = drive ? [] : 'go' } = options;
  const { hostOnFailure, ...runnerOptions } = options.runner ?? {};
  const { query } = await import('@anthropic-ai/claude-agent-sdk');
  const messages: SDKMessage[] = [];
  const outcomes: Outcome[] = [];
  const canUseToolCalls: CanUseToolCall[] = [];
  const stack = typeof options.stack === 'function' ? options.stack(project) : options.stack;
  const { runner, end } = createTestRunner(stack, runnerOptions, outcomes);
  const prompts = createPromptStream();
  const oneShot = typeof prompt === 'string' && !drive;
  const abortController = new AbortController();
  let stderr = '';
  let ended = false;

  const session = query({
    prompt: oneShot ? prompt : prompts,
    options: {
      stderr: (data) => {
        stderr = (stderr + data).slice(-STDERR_LIMIT);
      },
      ...sdkOptions(options.options ?? {}, bypass),
      cwd: project.cwd,
      env: { ...agentEnvironment(project, model.url, bypass), ...options.env },
      hooks: mergeHooks(createHooks(runner, hostOnFailure && { hostOnFailure }), hooks),
      abortController,
      ...(canUseTool && { canUseTool: recordPermissions(canUseTool, canUseToolCalls) }),
    },
  });

  async function collect(): Promise<Error | undefined> {
    try {
      for await (const message of session) messages.push(message);
      return undefined;
    } catch (error) {
      return toError(error);
    } finally {
      ended = true;
    }
  }

  async function talk(): Promise<void> {
    if (oneShot) return;
    const handle = createSession({ project, query: session, messages, prompts, ended: () => ended });
    try {
      for (const each of [prompt].flat()) await handle.ask(each);
      await drive?.(handle);
    } finally {
      prompts.end();
    }
  }

  function broken(cause: Error | undefined, problem = cause?.message): Error {
    const last = messages.slice(-3).map((message) => JSON.stringify(message).slice(0, 300));
    const lines = [problem, `Last messages: ${last.join('\n') || 'none'}`, `stderr: ${stderr || 'empty'}`];
    return new Error(lines.join('\n'), { cause });
  }

  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(broken(undefined, `The agent did not end within ${timeout} ms.`)),
      timeout,
    );
  });
  const collecting = collect();
  try {
    const talkFailure = await Promise.race([talk().then(() => undefined, toError), late]);
    if (talkFailure && !ended) throw talkFailure;
    const failure = await Promise.race([collecting, late]);
    const cause = model.failures[0] ?? talkFailure;
    if (cause) throw broken(cause, failure && `${cause.message}\nThe stream ended with: ${failure.message}`);
    if (failure && !messages.some(({ type }) => type === 'result')) throw broken(failure);
    await Promise.race([end(), late]);
    return recordRun({ project, messages, model, outcomes, canUseToolCalls, stderr, failure });
  } finally {
    clearTimeout(timer);
    abortController.abort();
    // The SDK grants the process two seconds to go; only then can its folders be removed.
    await Promise.race([collecting, new Promise((resolve) => setTimeout(resolve, 8_000).unref())]);
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
