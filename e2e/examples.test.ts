import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  agentEnvironment,
  createProject,
  type Project,
  type ProjectFiles,
  type Script,
  type ScriptedModel,
  startScriptedModel,
  text,
  toolUse,
} from '@hookloom/testing';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const tsx = import.meta.resolve('tsx');

/** Runs an example as its reader would, on the built packages, but against a scripted model and in a temporary project. */
async function runExample(
  name: string,
  files: ProjectFiles,
  script: (project: Project) => Script,
  look: (result: { stdout: string; project: Project; model: ScriptedModel }) => void,
): Promise<void> {
  const project = await createProject(files);
  const model = await startScriptedModel(script(project));
  try {
    const { stdout } = await run(process.execPath, ['--import', tsx, `${examples}${name}/index.ts`], {
      cwd: project.cwd,
      env: agentEnvironment(project, model.url),
      timeout: 50_000,
    });
    look({ stdout, project, model });
  } finally {
    await model.close();
    await project.dispose();
  }
}

const resultOf = (model: ScriptedModel, id: string) =>
  model.toolResults().find(({ toolUseId }) => toolUseId === id);

it('first-guard: the secret stays, other work goes on', async () => {
  await runExample(
    'first-guard',
    { '.env': 'KEY=MARKER' },
    ({ path }) => [
      [toolUse('Read', { file_path: path('.env') }, 'read')],
      [toolUse('Write', { file_path: path('.env'), content: 'x' }, 'write')],
      [toolUse('Write', { file_path: path('a.txt'), content: 'fine' }, 'other')],
      [text('done')],
    ],
    ({ stdout, project, model }) => {
      expect(stdout).toBe('success\n');
      expect(model.toldModel('MARKER')).toBe(false);
      expect(project.read('.env')).toBe('KEY=MARKER');
      expect(project.read('a.txt')).toBe('fine');
    },
  );
});

it('custom-plugin: a protected branch is not pushed, another is', async () => {
  await runExample(
    'custom-plugin',
    {},
    () => [
      [toolUse('mcp__git__push', { branch: 'main' }, 'main')],
      [toolUse('mcp__git__push', { branch: 'fix-typo' }, 'fix')],
      [text('done')],
    ],
    ({ stdout, model }) => {
      expect(stdout).toBe('mcp__git__push: deny\nmcp__git__push: none\npushed fix-typo\nsuccess\n');
      expect(resultOf(model, 'main')?.text).toContain('protect-branches: main is protected');
    },
  );
});

it('existing-hooks: the hook written by hand approves, and cannot approve .env', async () => {
  await runExample(
    'existing-hooks',
    {},
    ({ path }) => [
      [toolUse('Write', { file_path: path('a.txt'), content: 'fine' }, 'a')],
      [toolUse('Write', { file_path: path('.env'), content: 'x' }, 'env')],
      [text('done')],
    ],
    ({ project }) => {
      expect(project.read('a.txt')).toBe('fine');
      expect(project.exists('.env')).toBe(false);
    },
  );
});

it('the demo ends with everything as it should be', async () => {
  const { stdout } = await run(process.execPath, ['--import', tsx, `${examples}demo/index.ts`], {
    timeout: 50_000,
  });
  expect(stdout).toContain('11 of 11 as they should be');
  expect(stdout).not.toContain('✗');
  // Colour is for terminals only.
  expect(stdout).not.toContain('\u001b');
});
