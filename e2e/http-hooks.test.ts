import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Project, type RealAgentRun, runRealAgent, text, toolUse } from '@hookloom/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serve } from '../packages/cli/test/server.js';

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
const TOKEN = 'a-token-of-forty-three-letters-for-this-test';

const CONFIG = `
  import { join } from 'node:path';
  import { definePlugin, onTool } from '@hookloom/core';
  import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
  import { envFileGuard } from '@hookloom/plugins-fs-guard';
  import { recursionGuard } from '@hookloom/plugins-recursion-guard';
  import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
  const { HOME, CLAUDE_PROJECT_DIR: root } = process.env;
  export default [
    envFileGuard(),
    recursionGuard({ maxTotal: 1 }),
    sandboxRedirect({ root, mount: join(HOME, 'mount') }),
    readOnlyApprove({ project: HOME }),
    definePlugin({ name: 'noter', hooks: {
      PreToolUse: onTool('Read', (ctx) => ctx.note('NOTE_BEFORE')),
      PostToolUse: onTool('Write', (ctx) => ctx.note('NOTE_AFTER')),
      UserPromptSubmit: (ctx) => ctx.note('NOTE_PROMPT'),
    } }),
  ];`;

const EVENTS = [
  'PreToolUse',
  'PermissionRequest',
  'UserPromptSubmit',
  'PostToolUse',
  'SubagentStart',
  'SubagentStop',
];
const GATES = ['PreToolUse', 'PermissionRequest', 'UserPromptSubmit'];

/** The settings of HTTP hooks on a port. */
function settingsFor(port: number): string {
  const hookFor = (event: string) => ({
    type: 'http',
    url: `http://127.0.0.1:${port}/hooks/${event}`,
    headers: { Authorization: 'Bearer $HOOKLOOM_TOKEN' },
    allowedEnvVars: ['HOOKLOOM_TOKEN'],
    timeout: 30,
    ...(GATES.includes(event) && { onFailure: 'block' }),
  });
  return JSON.stringify({
    hooks: Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [hookFor(event)] }]])),
  });
}

async function startServer(project: Project): Promise<Served> {
  const state = join(project.home, '.local/state/hookloom');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'token'), TOKEN, { mode: 0o600 });
  writeFileSync(join(project.home, 'outside.txt'), 'OUTSIDE');
  const server = await serve(project);
  mkdirSync(project.path('.claude'));
  writeFileSync(project.path('.claude/settings.json'), settingsFor(server.port));
  return server;
}

const agent = (id: string) =>
  toolUse(
    'Agent',
    { description: 'd', prompt: 'HELPER', subagent_type: 'general-purpose', run_in_background: false },
    id,
  );

const shared = {
  files: {
    'hookloom.config.mjs': CONFIG,
    node_modules: { symlink: MODULES },
    '.env': 'TOKEN=MARKER_ENV\n',
  },
  options: { settingSources: ['project'] as ('project' | 'user')[], allowedTools: ['Agent', 'Write'] },
};

describe('HTTP hooks of the settings, with the real agent', () => {
  let run: RealAgentRun;
  let server: Served;
  const resultOf = (id: string) => run.toolResults.get(id);

  beforeAll(async () => {
    run = await runRealAgent({
      ...shared,
      env: { HOOKLOOM_TOKEN: TOKEN },
      prepare: async (project) => {
        server = await startServer(project);
      },
      script: ({ path, home }) => ({
        main: [
          [toolUse('Write', { file_path: path('.env'), content: 'OVERWRITTEN' }, 'env')],
          [toolUse('Write', { file_path: path('new.txt'), content: 'redirected' }, 'write')],
          [toolUse('Read', { file_path: join(home, 'outside.txt') }, 'read')],
          [agent('first')],
          [agent('second')],
          [text('done')],
        ],
        agents: { HELPER: [[text('helped')]] },
      }),
    });
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await run.dispose();
  });

  it('stop a write to .env', () => {
    expect(run.read('.env')).toBe('TOKEN=MARKER_ENV\n');
    expect(resultOf('env')).toMatchObject({ isError: true, text: expect.stringContaining('env-file-guard') });
  });

  it('redirect a write', () => {
    expect(existsSync(run.path('new.txt'))).toBe(false);
    expect(resultOf('write')?.text).toContain(join(run.home, 'mount'));
  });

  it('approve a read that the host would have asked about', () => {
    expect(resultOf('read')).toMatchObject({ isError: false, text: expect.stringContaining('OUTSIDE') });
  });

  it('note context for the model', () => {
    for (const note of ['NOTE_PROMPT', 'NOTE_BEFORE', 'NOTE_AFTER']) expect(run.toldModel(note)).toBe(true);
  });

  it('count agents over the whole session', () => {
    expect(resultOf('first')?.isError).toBe(false);
    expect(resultOf('second')).toMatchObject({
      isError: true,
      text: expect.stringContaining('recursion-guard'),
    });
  });

  it('log each call, and nothing of what it said', () => {
    const log = server.log();
    expect(log).toContainEqual(
      expect.objectContaining({ event: 'PreToolUse', tool: 'Write', decision: 'deny', status: 200 }),
    );
    expect(JSON.stringify(log)).not.toMatch(/OVERWRITTEN|HELPER|new\.txt/);
  });
});

describe('what the server does not answer is blocked, and the session goes on', () => {
  it.each([
    ['the server is down', TOKEN, (server: Served) => server.stop()],
    ['the token is wrong', 'another-token', async () => undefined],
    ['the token is missing', '', async () => undefined],
  ])('%s', async (_name, token, spoil) => {
    let server: Served | undefined;
    await using run = await runRealAgent({
      ...shared,
      ...(token !== '' && { env: { HOOKLOOM_TOKEN: token } }),
      prepare: async (project) => {
        server = await startServer(project);
        // The prompt itself would be blocked.
        const settings = JSON.parse(settingsFor(server.port));
        delete settings.hooks.UserPromptSubmit;
        writeFileSync(project.path('.claude/settings.json'), JSON.stringify(settings));
        await spoil(server);
      },
      script: ({ path }) => [
        [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'write')],
        [text('went on')],
      ],
    });
    server?.child.kill('SIGKILL');
    expect(existsSync(run.path('a.txt'))).toBe(false);
    expect(run.toolResults.get('write')?.isError).toBe(true);
    expect(run.result).toMatchObject({ subtype: 'success', result: 'went on' });
  });

  it('a prompt too', async () => {
    await using run = await runRealAgent({
      ...shared,
      env: { HOOKLOOM_TOKEN: TOKEN },
      prepare: async (project) => {
        await (await startServer(project)).stop();
      },
      script: [[text('answered')]],
    });
    expect(run.requests).toEqual([]);
    expect(run.result).toMatchObject({ subtype: 'success' });
  });
});
