import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MODULES } from './command-line.js';
import { makePlace, type Place } from './place.js';

const CONFIG = `
import { shared } from './hooks/shared.js';
import { defineConfig } from '@hookloom/cli';
export default defineConfig({ plugins: shared, protect: ['logs/audit.jsonl'] });
`;
const SHARED = "import './deep.mjs';\nimport 'picomatch';\nexport const shared = [];\n";

function place(config = CONFIG): Place {
  return makePlace({
    'hookloom.config.mjs': config,
    'hooks/shared.js': SHARED,
    'hooks/deep.mjs': '',
    'hooks/other.js': '',
    'package.json': '{"type":"module"}',
    'sub/a.txt': 'x',
  });
}

async function decide(at: Place, tool: string, input: object, env: Record<string, string> = {}) {
  const call = {
    session_id: 's',
    transcript_path: '/t',
    cwd: at.root,
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 't',
  };
  const ended = await at.run(['run', '--event', 'PreToolUse'], {
    input: JSON.stringify(call),
    env: { CLAUDE_PROJECT_DIR: at.root, ...env },
  });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const { hookSpecificOutput: output } = JSON.parse(ended.stdout) as {
    hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
  };
  return output?.permissionDecisionReason?.split(':')[0] ?? output?.permissionDecision ?? 'none';
}

describe('whatever the config says, the agent cannot change', () => {
  it.each([
    ['the config', 'hookloom.config.mjs'],
    ['a config that does not exist yet', 'hookloom.config.ts'],
    ['a local config that does not exist yet', 'hookloom.config.local.js'],
    ['a module that the config imports', 'hooks/shared.js'],
    ['a module that such a module imports', 'hooks/deep.mjs'],
    ['the package of a plugin', 'node_modules/@hookloom/core/dist/index.js'],
    ['a package that such a package needs', 'node_modules/picomatch/index.js'],
    ['a package that would come before it', 'hooks/node_modules/picomatch/index.js'],
    ['the project’s settings', '.claude/settings.json'],
    ['the local settings', '.claude/settings.local.json'],
    ['a file that the config protects', 'logs/audit.jsonl'],
  ])('%s', async (_, file) => {
    const at = place();
    expect(await decide(at, 'Write', { file_path: at.path(file), content: 'x' })).toBe('self-guard');
  });

  it.each(['rm -rf node_modules', 'mv ../it*project* ../gone', 'npx hookloom init --remove --yes'])(
    'by %s',
    async (command) => {
      expect(await decide(place(), 'Bash', { command })).toBe('self-guard');
    },
  );

  it('the person’s settings and config, the state, and the command line itself', async () => {
    const at = place();
    const files = [
      `${at.home}/.claude/settings.json`,
      `${at.home}/.config/hookloom/hookloom.config.mjs`,
      `${at.home}/state/sessions/x.json`,
    ];
    for (const file of files) {
      expect.soft(await decide(at, 'Write', { file_path: file, content: 'x' }), file).toBe('self-guard');
    }
    const moved = { CLAUDE_CONFIG_DIR: `${at.home}/elsewhere` };
    const settings = { file_path: `${at.home}/elsewhere/settings.json`, content: 'x' };
    expect(await decide(at, 'Write', settings, moved)).toBe('self-guard');
  });

  it('a program named node on the way to the real one', async () => {
    const at = place();
    mkdirSync(at.path('bin'));
    const input = { file_path: at.path('bin/node'), content: '#!/bin/sh\necho {}' };
    expect(await decide(at, 'Write', input, { PATH: `${at.path('bin')}:${at.env.PATH}` })).toBe('self-guard');
  });

  it('and the token cannot be read', async () => {
    const at = place();
    mkdirSync(`${at.home}/state`);
    writeFileSync(`${at.home}/state/token`, 'MARKER');
    expect(await decide(at, 'Read', { file_path: `${at.home}/state/token` })).toBe('self-guard');
    expect(await decide(at, 'Bash', { command: 'cat ~/state/token' })).toBe('self-guard');
  });
});

it('a server keeps the agent from the token in a file of another name, too', async () => {
  const at = place();
  const file = at.path('my-token');
  const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
  const server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--token-file', file], {
    cwd: at.root,
    env: at.env,
  });
  onTestFinished(() => void server.kill());
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  const event = { session_id: 's', transcript_path: '/t', cwd: at.root, hook_event_name: 'PreToolUse' };
  const call = { ...event, tool_name: 'Read', tool_input: { file_path: file }, tool_use_id: 't' };
  const headers = { authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) });
  expect(await answer.text()).toContain('self-guard:');
});

describe('and can do everything else', () => {
  it.each([
    ['Write', { file_path: 'hooks/other.js', content: 'x' }],
    ['Read', { file_path: 'hookloom.config.mjs' }],
    ['Bash', { command: 'rm -rf sub && npm ci && git status' }],
  ])('%s %j', async (tool, input) => {
    const at = place();
    const { file_path: file } = input as { file_path?: string };
    expect(await decide(at, tool, { ...input, ...(file && { file_path: at.path(file) }) })).toBe('none');
  });

  it('also where a command cannot be decided, if the config says so', async () => {
    const command = { command: 'rm -rf "$OUT"' };
    expect(await decide(place(), 'Bash', command)).toBe('self-guard');
    const open = place('export default { plugins: [], undecided: "pass" };');
    expect(await decide(open, 'Bash', command)).toBe('none');
  });
});

it('a selfGuard of the config’s own stands beside the one that is always there', async () => {
  const at = place(`
    import { selfGuard } from '@hookloom/plugins-fs-guard';
    export default [selfGuard({ protect: ['sub'] })];`);
  expect(await decide(at, 'Write', { file_path: at.path('sub/a.txt'), content: 'x' })).toBe(
    'project-self-guard',
  );
  expect(await decide(at, 'Write', { file_path: at.path('hookloom.config.mjs'), content: 'x' })).toBe(
    'self-guard',
  );
});

function readText(at: Place, file: string): string {
  return existsSync(at.path(file)) ? readFileSync(at.path(file), 'utf8') : '{}';
}

describe('a change of the settings in a running session', () => {
  async function change(at: Place, text: string) {
    mkdirSync(at.path('.claude'), { recursive: true });
    writeFileSync(at.path('.claude/settings.json'), text);
    const event = {
      session_id: 's',
      transcript_path: '/t',
      cwd: at.root,
      hook_event_name: 'ConfigChange',
      source: 'project_settings',
      file_path: at.path('.claude/settings.json'),
    };
    const { stdout } = await at.run(['run', '--event', 'ConfigChange'], { input: JSON.stringify(event) });
    return JSON.parse(stdout) as { decision?: string; reason?: string };
  }

  it.each([
    ['emptied', '{}'],
    ['broken', '{'],
    ['switched off', '{"disableAllHooks":true}'],
  ])('that leaves them %s is blocked', async (_, text) => {
    const { decision, reason } = await change(place(), text);
    expect(decision).toBe('block');
    expect(reason).toContain('self-guard:');
  });

  it('that comes with a config that is gone is blocked', async () => {
    const at = place();
    unlinkSync(at.path('hookloom.config.mjs'));
    expect(await change(at, '{}')).toMatchObject({ decision: 'block' });
  });

  it('that leaves the gates in place goes on', async () => {
    const at = place();
    await at.run(['init', '--yes']);
    const settings = JSON.parse(readFileSync(at.path('.claude/settings.json'), 'utf8')) as object;
    expect(await change(at, JSON.stringify({ ...settings, model: 'x' }))).toEqual({});
    const broken = JSON.stringify({ ...settings, disableAllHooks: 'yes' });
    expect(await change(at, broken)).toMatchObject({ decision: 'block' });
  });

  it.each([
    ['for this machine', ['--local'], '.claude/settings.local.json'],
    ['as HTTP hooks', ['--http'], '.claude/settings.json'],
    ['as a bundle', ['--bundle', '.claude/hookloom.cjs'], '.claude/settings.json'],
  ])('that leaves the gates in place, set up %s, goes on', async (_, more, file) => {
    const at = place();
    if (more.includes('--bundle')) await at.run(['bundle']);
    expect((await at.run(['init', '--yes', ...more])).code).toBe(0);
    const settings = JSON.parse(readFileSync(at.path(file), 'utf8')) as object;
    writeFileSync(at.path(file), JSON.stringify({ ...settings, model: 'x' }));
    expect(await change(at, readText(at, '.claude/settings.json'))).toEqual({});
  });

  it('that has other code run before Hookloom’s is blocked', async () => {
    const at = place();
    await at.run(['init', '--yes']);
    const settings = JSON.parse(readFileSync(at.path('.claude/settings.json'), 'utf8')) as object;
    const text = JSON.stringify({ ...settings, env: { NODE_OPTIONS: '--import=./x.mjs' } });
    const { decision, reason } = await change(at, text);
    expect(decision).toBe('block');
    expect(reason).toContain('NODE_OPTIONS');
  });

  it('that leaves the gates in the person’s own settings goes on', async () => {
    const at = place();
    mkdirSync(join(at.home, '.config/hookloom'), { recursive: true });
    symlinkSync(MODULES, join(at.home, '.config/hookloom/node_modules'));
    expect((await at.run(['init', '--yes', '--user'])).code).toBe(0);
    expect(await change(at, '{}')).toEqual({});
  });

  type Hook = Record<string, unknown>;
  it.each<[string, (hook: Hook, group: Hook) => unknown]>([
    ['a condition', (hook) => (hook.if = 'Bash(git *)')],
    ['a hook that nobody waits for', (hook) => (hook.async = true)],
    ['a narrow matcher', (_, group) => (group.matcher = 'Write')],
    ['another program', (hook) => (hook.command = 'true')],
    ['another config', (hook) => (hook.args = [...(hook.args as string[]), '--config', 'weak.mjs'])],
  ])('that weakens the gate by %s is blocked', async (_, weaken) => {
    const at = place();
    await at.run(['init', '--yes']);
    const settings = JSON.parse(readFileSync(at.path('.claude/settings.json'), 'utf8'));
    const [group] = settings.hooks.PreToolUse;
    weaken(group.hooks[0], group);
    const { decision, reason } = await change(at, JSON.stringify(settings));
    expect(decision).toBe('block');
    expect(reason).toContain('PreToolUse');
  });
});
