import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifySignature } from '@hookloom/delivery';
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
import { startReceiver } from '../packages/delivery/test/receiver.js';

const run = promisify(execFile);
const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const tsx = import.meta.resolve('tsx');

/** Runs an example as its reader would, on the built packages, but against a scripted model and in a temporary project. */
async function runExample(
  name: string,
  files: ProjectFiles,
  script: (project: Project) => Script,
  look: (result: { stdout: string; project: Project; model: ScriptedModel }) => void,
  more: {
    args?: (project: Project) => string[];
    env?: (project: Project) => Readonly<Record<string, string>>;
  } = {},
): Promise<void> {
  const project = await createProject(files);
  const model = await startScriptedModel(script(project));
  try {
    const args = ['--import', tsx, `${examples}${name}/index.ts`, ...(more.args?.(project) ?? [])];
    const { stdout } = await run(process.execPath, args, {
      cwd: project.cwd,
      env: { ...agentEnvironment(project, model.url), ...more.env?.(project) },
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

const helper = (marker: string) =>
  toolUse('Agent', {
    description: 'd',
    prompt: marker,
    subagent_type: 'general-purpose',
    run_in_background: false,
  });

it('block-system-paths: the person is told what the agent was kept from', async () => {
  const target = `/etc/hookloom-example-${process.pid}.txt`;
  await runExample(
    'block-system-paths',
    {},
    () => [[toolUse('Write', { file_path: target, content: 'x' })], [text('done')]],
    ({ stdout }) => expect(stdout).toContain(`system-path-guard: kept the agent from writing ${target}`),
  );
});

it('redirect-writes: the report is in the sandbox, and the project is as it was', async () => {
  await runExample(
    'redirect-writes',
    { 'report.md': 'old' },
    ({ path }) => [[toolUse('Write', { file_path: path('report.md'), content: 'new' })], [text('done')]],
    ({ project }) => {
      expect(project.read('report.md')).toBe('old');
      expect(project.read('../sandbox/report.md')).toBe('new');
    },
    { args: ({ path }) => [path('../sandbox')] },
  );
});

it('approve-reads: reads ask nobody, a write does', async () => {
  await runExample(
    'approve-reads',
    { 'a.txt': 'A' },
    ({ path }) => [
      [toolUse('Read', { file_path: path('a.txt') }, 'read'), toolUse('Grep', { pattern: 'A' }, 'grep')],
      [text('done')],
    ],
    ({ stdout, model }) => {
      expect(stdout).toBe('success\n');
      expect(resultOf(model, 'read')?.text).toContain('A');
      expect(resultOf(model, 'grep')?.isError).toBe(false);
    },
  );
});

it('several-checks: each check speaks for itself', async () => {
  await runExample(
    'several-checks',
    {},
    ({ path }) => [
      [toolUse('Write', { file_path: path('big.txt'), content: 'x'.repeat(100_001) })],
      [toolUse('Write', { file_path: path('package-lock.json'), content: '{}' })],
      [toolUse('Write', { file_path: path('a.ts'), content: 'x' })],
      [text('done')],
    ],
    ({ stdout, project, model }) => {
      expect(stdout).toContain('no-large-files: deny');
      expect(stdout).toContain('ask-for-lock-files: ask');
      expect([project.exists('big.txt'), project.exists('package-lock.json'), project.read('a.ts')]).toEqual([
        false,
        false,
        'x',
      ]);
      expect(model.toldModel('begin with a licence line')).toBe(true);
    },
  );
});

it('three-matchers: a list, a regular expression and none', async () => {
  await runExample(
    'three-matchers',
    { 'a.txt': 'x' },
    ({ path }) => [
      [toolUse('Read', { file_path: path('a.txt') })],
      [toolUse('Write', { file_path: path('b.txt'), content: 'x' })],
      [text('done')],
    ],
    ({ stdout }) =>
      expect(stdout.trim().split('\n')).toEqual([
        'list: Read',
        'none: Read',
        'list: Write',
        'regex: Write',
        'none: Write',
        'success',
      ]),
  );
});

it('log-subagents: id, type and transcript of an agent that has ended', async () => {
  await runExample(
    'log-subagents',
    {},
    () => ({ main: [[helper('HELPER')], [text('done')]], agents: { HELPER: [[text('seen')]] } }),
    ({ stdout }) => expect(stdout).toMatch(/^ended: \w+ \(general-purpose\), transcript \/.+\.jsonl$/m),
  );
});

it('main-agent-only: the log has the calls of the main agent alone', async () => {
  await runExample(
    'main-agent-only',
    { 'a.txt': 'x' },
    ({ path }) => ({
      main: [[toolUse('Read', { file_path: path('a.txt') })], [helper('HELPER')], [text('done')]],
      agents: { HELPER: [[toolUse('Read', { file_path: path('a.txt') })], [text('seen')]] },
    }),
    ({ stdout }) =>
      expect(stdout.trim().split('\n')).toEqual(['main agent: Read', 'main agent: Agent', 'success']),
  );
});

it('limit-agents: an agent of an agent is refused', async () => {
  await runExample(
    'limit-agents',
    {},
    () => ({
      main: [[helper('MARK_ONE')], [text('done')]],
      agents: { MARK_ONE: [[helper('MARK_TWO')], [text('seen')]], MARK_TWO: [[text('REACHED')]] },
    }),
    ({ model }) => {
      expect(model.toldModel('depth 2, and 1 is the limit')).toBe(true);
      expect(model.toldModel('REACHED')).toBe(false);
    },
  );
});

it('six-guards: all together', async () => {
  const receiver = await startReceiver();
  await runExample(
    'six-guards',
    { '.env': 'KEY=MARKER', 'a.txt': 'old' },
    ({ path }) => ({
      main: [
        [toolUse('Read', { file_path: path('.env') })],
        [toolUse('Read', { file_path: path('a.txt') })],
        [toolUse('Write', { file_path: path('a.txt'), content: 'new' })],
        [toolUse('Write', { file_path: '/etc/hookloom-example-six.txt', content: 'x' })],
        [text('done')],
      ],
    }),
    ({ stdout, project, model }) => {
      expect(stdout).toBe('success\n');
      expect(model.toldModel('MARKER')).toBe(false);
      expect([project.read('a.txt'), project.read('../sandbox/a.txt')]).toEqual(['old', 'new']);
    },
    {
      env: ({ path }) => ({
        SANDBOX: path('../sandbox'),
        WEBHOOK_URL: `${receiver.url}/webhook`,
        SLACK_WEBHOOK_URL: `${receiver.url}/slack`,
      }),
    },
  );
  const posted = receiver.requests
    .map(({ body }) => JSON.parse(body))
    .filter(({ event }) => event !== undefined);
  expect(posted.map(({ event, tool }) => `${event} ${tool ?? ''}`)).toEqual([
    'PostToolUse Read',
    'PostToolUse Write',
    'Stop ',
  ]);
});

it('quiet-subagents: the reads of two agents ask nobody, a write asks once', async () => {
  await runExample(
    'quiet-subagents',
    { 'a.txt': 'x' },
    ({ path }) => {
      const reads = [[toolUse('Read', { file_path: path('a.txt') })], [text('seen')]];
      return {
        main: [
          [helper('FIRST'), helper('SECOND')],
          [toolUse('Write', { file_path: path('b.txt'), content: 'x' })],
          [text('done')],
        ],
        agents: { FIRST: reads, SECOND: reads },
      };
    },
    ({ stdout }) => expect(stdout).toBe('asked for Write\nsuccess, asked 1 times\n'),
  );
});

it('post-webhook: each tool call and the end are posted, in order and signed', async () => {
  const receiver = await startReceiver();
  const secret = 'whsec';
  await runExample(
    'post-webhook',
    {},
    ({ path }) => [
      [toolUse('Write', { file_path: path('a.txt'), content: 'MARKER' }, 'a')],
      [toolUse('Write', { file_path: path('b.txt'), content: 'MARKER' }, 'b')],
      [text('done')],
    ],
    ({ stdout }) => expect(stdout).toBe('success\n'),
    { env: () => ({ WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret }) },
  );
  const posted = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(posted.map(({ event, toolUseId }) => [event, toolUseId])).toEqual([
    ['PostToolUse', 'a'],
    ['PostToolUse', 'b'],
    ['Stop', undefined],
  ]);
  expect(receiver.requests.every((request) => verifySignature({ secret, ...request }))).toBe(true);
  expect(JSON.stringify(posted)).not.toContain('MARKER');
});

it('slack-notifications: the channel hears of a denial and of the end', async () => {
  const receiver = await startReceiver();
  await runExample(
    'slack-notifications',
    { '.env': 'KEY=MARKER' },
    ({ path }) => [[toolUse('Read', { file_path: path('.env') }, 'read')], [text('done')]],
    ({ stdout }) => expect(stdout).toBe('success\n'),
    { env: () => ({ SLACK_WEBHOOK_URL: receiver.url }) },
  );
  const titles = receiver.requests.map(({ body }) => JSON.parse(body).blocks[0].text.text);
  expect(titles).toEqual(['A tool call was denied', 'The agent is done']);
});

it('isolate-plugin: a pattern that backtracks without end costs one call, and the others go on', async () => {
  await runExample(
    'isolate-plugin',
    { 'forbidden.txt': '^(a+)+$\ncurl ' },
    () => [
      [toolUse('Bash', { command: `${'a'.repeat(60)}!`, description: 'x' }, 'slow')],
      [toolUse('Bash', { command: 'curl x', description: 'x' }, 'curl')],
      [toolUse('Bash', { command: 'echo fine', description: 'x' }, 'echo')],
      [text('done')],
    ],
    ({ stdout, model }) => {
      expect(stdout).toBe('success\n');
      expect(resultOf(model, 'slow')?.text).toContain('forbid-commands: it failed (PLUGIN_TIMEOUT)');
      expect(resultOf(model, 'curl')?.text).toContain('are not allowed here');
      expect(resultOf(model, 'echo')?.text).toContain('fine');
    },
  );
});

it('the demo ends with everything as it should be', async () => {
  const { stdout } = await run(process.execPath, ['--import', tsx, `${examples}demo/index.ts`], {
    timeout: 50_000,
  });
  expect(stdout).toContain('17 of 17 as they should be');
  expect(stdout).not.toContain('✗');
  // Colour is for terminals only.
  expect(stdout).not.toContain('\u001b');
});
