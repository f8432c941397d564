import { existsSync, readdirSync } from 'node:fs';
import { type Project, toolCall } from '@hookloom/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeProject, hookloom } from './command-line.js';

const CONFIG = `
  import { appendFileSync } from 'node:fs';
  import { definePlugin, onTool } from '@hookloom/core';
  import { envFileGuard } from '@hookloom/plugins-fs-guard';
  console.log('noise of the config');
  const observer = (name, hooks) => definePlugin({ name, role: 'observer', hooks });
  export default { plugins: [
    envFileGuard(),
    definePlugin({ name: 'counter', state: () => ({ n: 0 }), hooks: { PreToolUse: onTool('Bash', async (ctx) => {
      ctx.note('call ' + (await ctx.update(({ n }) => ({ n: n + 1 }))).n);
    }) } }),
    definePlugin({ name: 'tidy', role: 'rewriter', hooks: { PreToolUse: onTool('Bash', (ctx) => {
      if (ctx.input.command === 'ls') ctx.rewrite({ ...ctx.input, command: 'ls -a' });
    }) } }),
    definePlugin({ name: 'broken', role: 'observer', onFailure: 'continue', hooks: { PreToolUse: () => {
      appendFileSync('told.txt', 'observed');
    } } }),
    definePlugin({ name: 'late', hooks: { PreToolUse: onTool('Bash', () => { throw new Error('out of order'); }) } }),
  ], onOutcome: () => appendFileSync('told.txt', 'heard') };`;

let project: Project;

beforeEach(async () => {
  project = await createNodeProject({ 'hookloom.config.mjs': CONFIG });
});
afterEach(() => project.dispose());

const explain = (...args: string[]) => hookloom(project, ['explain', ...args]);

describe('for a person', () => {
  it('it says who denied, why, who was not asked any more, and what the host is told', async () => {
    const { code, stdout } = await explain('--tool', 'Bash', '--command', 'cat .env');
    expect(code).toBe(0);
    expect(stdout).toMatch(/env-file-guard +guard +\d+\.\d ms {2}deny {2}.*holds secrets/);
    expect(stdout).toMatch(/counter +guard +not asked any more/);
    expect(stdout).toMatch(/broken +observer +observes; left out here/);
    expect(stdout).toMatch(/verdict {2}deny/);
    expect(stdout).toContain('"permissionDecision":"deny"');
  });

  it('it says what was rewritten, noted and failed', async () => {
    const { stdout } = await explain('--tool', 'Bash', '--command', 'ls');
    expect(stdout).toContain('rewritten by tidy\n  - "command": "ls"\n  + "command": "ls -a"');
    expect(stdout).toContain('note to the model, from counter\n  call 1');
    expect(stdout).toMatch(/late failed: PLUGIN_THREW, so: block/);
    expect(stdout).toContain('out of order');
  });

  it('it is without colours where no terminal is, and without the noise of the config', async () => {
    const { stdout, stderr } = await explain('--tool', 'Read', '--input', '{"file_path":"a.txt"}');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('noise');
    expect(stderr).toContain('noise');
    expect(stdout).toMatch(/counter +guard +does not listen to this call/);
  });
});

it('for a program it is one JSON document', async () => {
  const { stdout } = await explain('--tool', 'Bash', '--command', 'ls', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    event: 'PreToolUse',
    tool: 'Bash',
    verdict: { decision: 'deny' },
    rewrites: [{ plugin: 'tidy', after: { command: 'ls -a' } }],
    failures: [{ plugin: 'late', code: 'PLUGIN_THREW' }],
    answer: { hookSpecificOutput: { permissionDecision: 'deny' } },
  });
});

it('a payload comes from stdin too, with the event that it names', async () => {
  const stdin = JSON.stringify(toolCall('Read', { file_path: project.path('.env') }, { cwd: project.cwd }));
  const { stdout } = await hookloom(project, ['explain'], { stdin });
  expect(stdout).toMatch(/^PreToolUse Read\n/);
  expect(stdout).toMatch(/verdict {2}deny/);
});

it('the state of the session is read and not changed, and nobody else hears of it', async () => {
  const stdin = JSON.stringify(toolCall('Bash', { command: 'pwd' }, { cwd: project.cwd }));
  await hookloom(project, ['run', '--event', 'PreToolUse'], { stdin });
  const files = () => readdirSync(`${project.home}/.local/state/hookloom`, { recursive: true }).sort();
  const before = files();
  for (let i = 0; i < 2; i += 1) {
    expect((await hookloom(project, ['explain'], { stdin })).stdout).toContain('call 2');
  }
  expect(files()).toEqual(before);
  expect(project.read('told.txt')).toBe('observedheard');
});

it('without any state it makes none', async () => {
  await explain('--tool', 'Bash', '--command', 'ls');
  expect(existsSync(`${project.home}/.local/state/hookloom`)).toBe(false);
});

it('a config that waits for ever is told of, and ends, also where it keeps the process', async () => {
  const configs = [
    'await new Promise(() => {});',
    'setInterval(() => {}, 100); await new Promise(() => {});',
  ];
  const explained = configs.map(async (config) => {
    const other = await createNodeProject({ 'hookloom.config.mjs': `${config} export default [];` });
    const ended = await hookloom(other, ['explain', '--tool', 'Bash', '--command', 'ls']);
    await other.dispose();
    return ended;
  });
  for (const { code, stderr } of await Promise.all(explained)) {
    expect(code).toBe(1);
    expect(stderr).toContain('did not load within');
  }
});

it.each([
  ['read', 'it has Read'],
  ['Nope', 'has no tool Nope'],
])('of a tool that the host does not have, %s, the person is told', async (tool, told) => {
  const { code, stderr } = await explain('--tool', tool, '--input', '{}');
  expect(code).toBe(0);
  expect(stderr).toContain(told);
});

it.each([
  ['no input', ['--tool', 'Bash'], '--command'],
  ['an input that is no object', ['--tool', 'Bash', '--input', '[]'], '--input'],
  ['a command without a tool', ['--command', 'ls'], '--tool'],
  ['an event that does not exist', ['--event', 'pretooluse', '--tool', 'Bash'], 'Did you mean PreToolUse?'],
  ['an unknown flag', ['--comand', 'ls'], 'Did you mean --command?'],
  ['an empty stdin', [], 'no payload'],
])('%s is an error that says what to do', async (_name, args, told) => {
  const { code, stderr } = await explain(...args);
  expect(code).toBe(1);
  expect(stderr).toContain(told);
});
