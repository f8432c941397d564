import { existsSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Project, type RealAgentRun, text, toolUse } from '@hookloom/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editHooks, type GuardedProject, runGuarded } from './command-line.js';

const CONFIG = `
import { definePlugin } from '@hookloom/core';
import { defineConfig } from '@hookloom/cli';
import { envFileGuard } from '@hookloom/plugins-fs-guard';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';

const note = definePlugin({
  name: 'project-note',
  role: 'observer',
  hooks: {
    SessionStart: (ctx) => ctx.note('MARKER_START'),
    UserPromptSubmit: (ctx) => ctx.note('MARKER_PROMPT'),
  },
});
export default defineConfig({
  plugins: [
    recursionGuard({ maxTotal: 1 }),
    envFileGuard(),
    sandboxRedirect({ mount: process.env.HOME + '/mount' }),
    readOnlyApprove({ shell: true }),
    note,
  ],
});
`;

const agent = (id: string) =>
  toolUse(
    'Agent',
    { description: 'd', prompt: `MARK_${id}`, subagent_type: 'general-purpose', run_in_background: false },
    id,
  );

describe('command hooks of a settings file that hookloom init wrote, with the real agent', () => {
  let run: RealAgentRun;
  const resultOf = (id: string) => run.toolResults.get(id);

  beforeAll(async () => {
    run = await runGuarded({
      config: CONFIG,
      files: { '.env': 'TOKEN=MARKER_ENV\n', 'kept.txt': 'one\ntwo\n' },
      options: { allowedTools: ['Write', 'Read', 'Agent'] },
      script: ({ path }) => ({
        main: [
          [toolUse('Write', { file_path: path('.env'), content: 'X' }, 'env')],
          [toolUse('Write', { file_path: path('.claude/settings.json'), content: '{}' }, 'settings')],
          [toolUse('Bash', { command: 'npx hookloom init --remove --yes', description: 'x' }, 'remove')],
          [toolUse('Write', { file_path: path('new.txt'), content: 'moved' }, 'write')],
          // The host itself would ask about this one, and nobody answers.
          [
            toolUse(
              'Bash',
              { command: 'for f in kept.txt; do wc -l "$f"; done', description: 'x' },
              'approved',
            ),
          ],
          [
            toolUse(
              'Bash',
              { command: 'for f in kept.txt; do touch "$f.x"; done', description: 'x' },
              'asked',
            ),
          ],
          [agent('first')],
          [agent('second')],
          [text('done')],
        ],
        agents: { MARK_first: [[text('a')]], MARK_second: [[text('b')]] },
      }),
    });
  });
  afterAll(() => run.dispose());

  it('stop a write to .env', () => {
    expect(run.read('.env')).toBe('TOKEN=MARKER_ENV\n');
    expect(resultOf('env')?.text).toContain('env-file-guard:');
  });

  it('keep the settings and the set-up from the agent', () => {
    expect(resultOf('settings')?.text).toContain('self-guard:');
    expect(resultOf('remove')?.text).toContain('self-guard:');
    expect(run.read('.claude/settings.json')).toContain('PreToolUse');
  });

  it('redirect a write', () => {
    expect(run.exists('new.txt')).toBe(false);
    expect(existsSync(join(run.home, 'mount'))).toBe(true);
    expect(resultOf('write')?.text).toContain(`${run.home}/mount`);
  });

  it('approve what only reads, and that alone', () => {
    expect(resultOf('approved')).toMatchObject({ isError: false, text: expect.stringContaining('2') });
    expect(resultOf('asked')?.isError).toBe(true);
  });

  it('note context, at the start of the session and with the prompt', () => {
    expect(run.toldModel('MARKER_START')).toBe(true);
    expect(run.toldModel('MARKER_PROMPT')).toBe(true);
  });

  it('count agents across the processes of the session', () => {
    expect(resultOf('first')?.isError).toBe(false);
    expect(resultOf('second')?.text).toContain('recursion-guard:');
  });

  it('and the session ends well, without a word of the host about a hook that failed', () => {
    expect(run.result?.subtype).toBe('success');
    expect(run.notices.filter(({ level }) => level === 'warning')).toEqual([]);
  });
});

describe('a fault blocks the call, and the session goes on', () => {
  const pluginOf = (body: string, more = '') => `
import fs from 'node:fs';
import { definePlugin, onTool } from '@hookloom/core';
export default [definePlugin({ name: 'faulty', timeout: '500ms', ${more}
  hooks: { PreToolUse: onTool('Write', async (ctx) => { ${body} }) } })];`;

  const counting = pluginOf('await ctx.update(({ n }) => ({ n: n + 1 }))', 'state: () => ({ n: 0 }),');

  const FAULTS: Record<string, Omit<GuardedProject, 'script'> & { tells: string }> = {
    'the config is gone': {
      config: pluginOf(''),
      spoil: (project) => unlinkSync(project.path('hookloom.config.mjs')),
      tells: 'there is no config',
    },
    'the config throws': {
      config: pluginOf(''),
      spoil: (project) =>
        writeFileSync(project.path('hookloom.config.mjs'), 'throw new Error("MARKER_SECRET")'),
      tells: 'could not be loaded',
    },
    'the command line is gone': {
      config: pluginOf(''),
      spoil: (project) => rmSync(project.path('node_modules')),
      tells: 'onFailure',
    },
    'a plugin hangs': { config: pluginOf('await new Promise(() => undefined)'), tells: 'PLUGIN_TIMEOUT' },
    'a plugin hangs and lets no timer run': {
      config: pluginOf('for (;;);'),
      // The time that hookloom init writes would be a long wait here.
      spoil: (project) =>
        editHooks(project, (hook) => {
          hook.timeout = 3;
        }),
      tells: 'onFailure',
    },
    'a plugin throws outside of its handler': {
      config: pluginOf(
        'setTimeout(() => { throw new Error("MARKER_SECRET") }); await new Promise((r) => setTimeout(r, 300))',
      ),
      tells: 'hookloom: something threw',
    },
    'a plugin ends the process': { config: pluginOf('process.exit(0)'), tells: 'made to exit' },
    'the state cannot be written': {
      config: counting,
      spoil: ({ home }) => {
        const folder = join(home, '.local/state/hookloom');
        rmSync(folder, { recursive: true });
        writeFileSync(folder, 'a file where the folder should be');
      },
      tells: 'faulty: it failed (STATE_UNAVAILABLE)',
    },
    'no file may grow, as on a full disk': {
      config: counting,
      spoil: (project) =>
        editHooks(project, (hook) => {
          hook.args = ['-c', 'ulimit -f 0; exec "$@"', 'sh', hook.command, ...(hook.args as string[])];
          hook.command = '/bin/sh';
        }),
      tells: 'faulty: it failed (STATE_UNAVAILABLE)',
    },
  };

  it.each(Object.entries(FAULTS))('%s', async (_, { tells, ...project }) => {
    await using run = await runGuarded({
      ...project,
      script: ({ path }) => [
        [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'write')],
        [toolUse('Write', { file_path: path('b.txt'), content: 'x' }, 'again')],
        [text('done')],
      ],
    });
    for (const id of ['write', 'again']) {
      expect(run.toolResults.get(id)?.isError).toBe(true);
      expect(run.toolResults.get(id)?.text).toContain(tells);
    }
    expect([run.exists('a.txt'), run.exists('b.txt')]).toEqual([false, false]);
    expect(run.toldModel('MARKER_SECRET')).toBe(false);
    expect(run.result?.subtype).toBe('success');
  });

  it('a plugin that prints changes no decision', async () => {
    const print = 'console.log("noise"); process.stdout.write("{"); fs.writeSync(1, "}");';
    await using run = await runGuarded({
      config: `console.log("loading");${pluginOf(`${print} if (ctx.input.file_path.endsWith('a.txt')) ctx.deny('not a')`)}`,
      script: ({ path }) => [
        [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'denied')],
        [toolUse('Write', { file_path: path('b.txt'), content: 'x' }, 'open')],
        [text('done')],
      ],
    });
    expect(run.toolResults.get('denied')?.text).toContain('faulty: not a');
    expect(run.read('b.txt')).toBe('x');
  });

  it('a profile that prints on every start of a shell changes nothing', async () => {
    await using run = await runGuarded({
      config: pluginOf("ctx.deny('not here')"),
      spoil: ({ home }) => {
        for (const name of ['.bashrc', '.profile', '.bash_profile', '.zshrc', '.zshenv']) {
          writeFileSync(join(home, name), 'echo noise\n');
        }
      },
      script: ({ path, home }) => [
        [toolUse('Write', { file_path: path('a.txt'), content: home }, 'denied')],
        [text('done')],
      ],
      env: { SHELL: '/bin/bash' },
    });
    expect(run.toolResults.get('denied')?.text).toContain('faulty: not here');
  });
});

describe('the settings of a running session', () => {
  it('keep them also where the config goes with them, as when git brings another commit', async () => {
    await using run = await runGuarded({
      config:
        "import { systemPathGuard } from '@hookloom/plugins-fs-guard';\nexport default [systemPathGuard()];",
      script: ({ path }) => [
        [text('one')],
        [toolUse('Write', { file_path: path('a.txt'), content: 'x' }, 'after')],
        [text('two')],
      ],
      drive: async (session) => {
        await session.ask('go');
        unlinkSync(session.path('hookloom.config.mjs'));
        unlinkSync(session.path('.claude/settings.json'));
        await new Promise((resolve) => setTimeout(resolve, 2500));
        await session.ask('more');
      },
    });
    expect(run.toolResults.get('after')?.text).toContain('hookloom: there is no config');
    expect(run.exists('a.txt')).toBe(false);
    expect(run.result?.subtype).toBe('success');
  });

  it.each<[string, (project: Pick<Project, 'path'>) => void]>([
    ['takes them out of the file', ({ path }) => writeFileSync(path('.claude/settings.json'), '{}')],
    ['puts a condition on them', (project) => editHooks(project, (hook) => (hook.if = 'Bash(git *)'))],
    ['has them start another program', (project) => editHooks(project, (hook) => (hook.command = 'true'))],
  ])('keep the gates that it started with, whoever %s', async (_, weaken) => {
    const writes = (path: (name: string) => string, id: string) =>
      toolUse('Write', { file_path: path('.env'), content: 'x' }, id);
    await using run = await runGuarded({
      config: "import { envFileGuard } from '@hookloom/plugins-fs-guard';\nexport default [envFileGuard()];",
      script: ({ path }) => [[writes(path, 'before')], [text('one')], [writes(path, 'after')], [text('two')]],
      drive: async (session) => {
        await session.ask('go');
        weaken(session);
        await new Promise((resolve) => setTimeout(resolve, 2500));
        await session.ask('more');
      },
    });
    expect(run.toolResults.get('before')?.text).toContain('env-file-guard:');
    expect(run.toolResults.get('after')?.text).toContain('env-file-guard:');
    expect(run.exists('.env')).toBe(false);
  });
});
