import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BIN, MODULES, runNode } from './command-line.js';
import { makePlace, type Place } from './place.js';

const CONFIG = `
import { definePlugin, onTool } from '@hookloom/core';
export default [definePlugin({ name: 'watch', role: 'observer', timeout: '3s', state: () => ({}), hooks: {
  PostToolUse: onTool('Write|Edit', () => undefined),
  SessionStart: () => undefined,
} })];
`;

const SETTINGS = '.claude/settings.json';

function settingsOf(place: Place, file = SETTINGS) {
  return JSON.parse(readFileSync(place.path(file), 'utf8').replace(/^\ufeff/, '')) as {
    hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;
  };
}

const hookOf = (place: Place, event: string, file?: string) =>
  settingsOf(place, file).hooks[event]?.[0]?.hooks[0] as Record<string, unknown>;

describe('hookloom init writes hooks that the host takes', () => {
  it('with a first config where there is none, for node and for a path that others have too', async () => {
    const place = makePlace();
    const ended = await place.run(['init', '--yes']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(place.path('hookloom.config.mjs'), 'utf8')).toContain(
      'export default defineConfig({ plugins: [envFileGuard(), systemPathGuard()] });',
    );
    expect(hookOf(place, 'PreToolUse')).toEqual({
      type: 'command',
      command: 'node',
      args: [
        '$' + '{CLAUDE_PROJECT_DIR}/node_modules/@hookloom/cli/dist/bin.js',
        ...['run', '--event', 'PreToolUse', '--config', '$' + '{CLAUDE_PROJECT_DIR}/hookloom.config.mjs'],
      ],
      timeout: expect.any(Number),
      onFailure: 'block',
    });
    expect(Object.keys(settingsOf(place).hooks)).toEqual([
      'PreToolUse',
      'PreSkillShellCommand',
      'UserPromptSubmit',
      'ConfigChange',
    ]);
  });

  it('for the events and tools that the stack uses, with a timeout above its own, blocking on gates alone', async () => {
    const place = makePlace({ 'hookloom.config.mjs': CONFIG });
    await place.run(['init', '--yes', '--local']);
    const { hooks } = settingsOf(place, '.claude/settings.local.json');
    expect(Object.keys(hooks)).toEqual([
      'PreToolUse',
      'PreSkillShellCommand',
      'PostToolUse',
      'SessionStart',
      'SessionEnd',
      'ConfigChange',
    ]);
    expect(hooks.PostToolUse?.[0]).toMatchObject({ matcher: 'Write|Edit' });
    expect(hooks.PreToolUse?.[0]).not.toHaveProperty('matcher');
    // 10 s to load, 3 s of the plugin, 1 s of its own, 1 s to flush, 2 s to spare.
    expect(hooks.PostToolUse?.[0]?.hooks[0]).toMatchObject({ timeout: 17, command: process.execPath });
    expect(hooks.PostToolUse?.[0]?.hooks[0]).not.toHaveProperty('onFailure');
    for (const event of ['PreToolUse', 'PreSkillShellCommand', 'ConfigChange']) {
      expect(hooks[event]?.[0]?.hooks[0]).toMatchObject({ onFailure: 'block' });
    }
  });

  it('for the person alone, with a config of their own', async () => {
    const place = makePlace();
    mkdirSync(join(place.home, '.config/hookloom'), { recursive: true });
    symlinkSync(MODULES, join(place.home, '.config/hookloom/node_modules'));
    const ended = await place.run(['init', '--yes', '--user']);
    expect(ended.code).toBe(0);
    expect(existsSync(`${place.home}/.config/hookloom/hookloom.config.mjs`)).toBe(true);
    const { hooks } = JSON.parse(readFileSync(`${place.home}/.claude/settings.json`, 'utf8'));
    expect(hooks.PreToolUse[0].hooks[0].args).not.toContain('--config');
  });

  it('as HTTP hooks, with the token from a variable; the events before the session stay command hooks', async () => {
    const place = makePlace({ 'hookloom.config.mjs': CONFIG });
    const { stdout } = await place.run(['init', '--yes', '--http', '--port', '4700']);
    expect(stdout).toContain('hookloom serve --port 4700');
    expect(hookOf(place, 'PreToolUse')).toEqual({
      type: 'http',
      url: 'http://127.0.0.1:4700/hooks/PreToolUse',
      headers: { Authorization: 'Bearer $HOOKLOOM_TOKEN' },
      allowedEnvVars: ['HOOKLOOM_TOKEN'],
      timeout: expect.any(Number),
      onFailure: 'block',
    });
    expect(readFileSync(`${place.home}/state/token`, 'utf8').trim()).toMatch(/^\S{16,}$/);
    expect(statSync(`${place.home}/state/token`).mode & 0o777).toBe(0o600);
    expect(hookOf(place, 'SessionStart')).toMatchObject({ type: 'command' });
  });
});

describe('hookloom init keeps what is not its own', () => {
  const other = '{ "type": "command",   "command": "mine.sh" }';
  const FILES: Record<string, string> = {
    'no file': '',
    'an empty object': '{}',
    'one line': '{"permissions":{"allow":["Read"]},"model":"x"}',
    'tabs and no last line end': `{\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [ ${other} ] }]\n\t}\n}`,
    'four spaces': `{\n    "a": [1,2,  3],\n    "hooks": {\n        "PreToolUse": [\n            { "matcher": "Bash", "hooks": [ ${other} ] }\n        ]\n    },\n    "z": null\n}\n`,
    'line ends of Windows': '{\r\n  "a": 1\r\n}\r\n',
    'a byte order mark': '\ufeff{\n  "a": 1\n}\n',
    'lists that are empty': '{ "hooks": { "PreToolUse": [ ], "Stop": [] } }',
    'hooks that are empty': '{\n  "hooks": {\n  }\n}',
  };

  it.each(Object.entries(FILES))(
    '%s: twice is once, and --remove brings back every byte',
    async (_, text) => {
      const place = makePlace({
        'hookloom.config.mjs': CONFIG,
        ...(text !== '' && { [SETTINGS]: text }),
      });
      expect((await place.run(['init', '--yes'])).code).toBe(0);
      const written = readFileSync(place.path(SETTINGS), 'utf8');
      expect(hookOf(place, 'PostToolUse')).toBeDefined();
      if (text.includes(other)) expect(written).toContain(other);
      if (text.includes('\r\n')) expect(written).not.toMatch(/[^\r]\n/);
      expect((await place.run(['init', '--yes'])).stdout).toContain('Nothing to change');
      expect(readFileSync(place.path(SETTINGS), 'utf8')).toBe(written);
      expect((await place.run(['init', '--remove', '--yes'])).code).toBe(0);
      if (text === '') expect(existsSync(place.path('.claude'))).toBe(false);
      else expect(readFileSync(place.path(SETTINGS), 'utf8')).toBe(text);
    },
  );

  it('when somebody changed the file since, --remove takes out its own hooks alone', async () => {
    const place = makePlace({ 'hookloom.config.mjs': CONFIG, [SETTINGS]: '{\n  "a": 1\n}\n' });
    await place.run(['init', '--yes']);
    const written = readFileSync(place.path(SETTINGS), 'utf8');
    writeFileSync(place.path(SETTINGS), written.replace('"a": 1', '"a": 2'));
    await place.run(['init', '--remove', '--yes']);
    expect(readFileSync(place.path(SETTINGS), 'utf8')).toBe('{\n  "a": 2\n}\n');
  });

  it('and brings its hooks up to date in place, also out of a group that others share', async () => {
    const place = makePlace({ 'hookloom.config.mjs': CONFIG });
    await place.run(['init', '--yes']);
    const settings = settingsOf(place);
    const [own] = settings.hooks.PostToolUse ?? [];
    own?.hooks.push({ type: 'command', command: 'mine.sh' });
    writeFileSync(place.path(SETTINGS), JSON.stringify(settings, null, 2));
    writeFileSync(place.path('hookloom.config.mjs'), CONFIG.replace('Write|Edit', 'Write'));
    await place.run(['init', '--yes']);
    expect(settingsOf(place).hooks.PostToolUse).toEqual([
      { matcher: 'Write|Edit', hooks: [{ type: 'command', command: 'mine.sh' }] },
      { matcher: 'Write', hooks: [expect.objectContaining({ type: 'command' })] },
    ]);
  });

  it('the file’s mode, and the link by which it is reached', async () => {
    const place = makePlace({ 'hookloom.config.mjs': CONFIG, 'dotfiles.json': '{}', '.claude/x': '' });
    chmodSync(place.path('dotfiles.json'), 0o640);
    symlinkSync('../dotfiles.json', place.path(SETTINGS));
    await place.run(['init', '--yes']);
    expect(statSync(place.path('dotfiles.json')).mode & 0o777).toBe(0o640);
    expect(readFileSync(place.path('dotfiles.json'), 'utf8')).toContain('PreToolUse');
  });
});

it('hookloom init in a folder below that of the config tells which sessions read its settings', async () => {
  const place = makePlace({ 'hookloom.config.mjs': CONFIG, 'deep/a.txt': '', '.git/HEAD': '' });
  const run = (folder: string) =>
    runNode([BIN, 'init', '--dry-run'], { cwd: place.path(folder), env: place.env, stdin: '' });
  expect((await run('deep')).stdout).toContain('Only sessions that begin in');
  expect((await run('.')).stdout).not.toContain('Only sessions that begin in');
});

describe('hookloom init --remove', () => {
  const MODEL = '{\n  "model": "x"\n}\n';
  const edit = (place: Place) => {
    const settings = readFileSync(place.path(SETTINGS), 'utf8');
    writeFileSync(place.path(SETTINGS), settings.replace('"x"', '"y"'));
  };

  it('takes out what an earlier run wrote, whoever edited the file between two runs', async () => {
    const place = makePlace({ 'hookloom.config.mjs': CONFIG, [SETTINGS]: MODEL });
    await place.run(['init', '--yes']);
    edit(place);
    writeFileSync(place.path('hookloom.config.mjs'), CONFIG.replace('SessionStart', 'Stop'));
    await place.run(['init', '--yes']);
    expect(hookOf(place, 'Stop')).toBeDefined();
    expect((await place.run(['init', '--remove', '--yes'])).stdout).toContain('no longer names');
    expect(readFileSync(place.path(SETTINGS), 'utf8')).toBe(MODEL.replace('"x"', '"y"'));
  });

  it('takes it out once, and puts nothing back the second time', async () => {
    const place = makePlace({ 'hookloom.config.mjs': CONFIG, [SETTINGS]: MODEL });
    await place.run(['init', '--yes']);
    edit(place);
    await place.run(['init', '--remove', '--yes']);
    const removed = readFileSync(place.path(SETTINGS), 'utf8');
    expect(removed).not.toContain('hookloom');
    for (let i = 0; i < 2; i += 1) {
      expect((await place.run(['init', '--remove', '--yes'])).stdout).toContain('Nothing to change');
      expect(readFileSync(place.path(SETTINGS), 'utf8')).toBe(removed);
    }
    await place.run(['init', '--yes']);
    expect(hookOf(place, 'PreToolUse')).toBeDefined();
    await place.run(['init', '--remove', '--yes']);
    expect(readFileSync(place.path(SETTINGS), 'utf8')).toBe(removed);
  });
});

describe('hookloom init asks', () => {
  it('a link that leads to a file which is not there yet', async () => {
    const place = makePlace({ '.claude/x': '', 'hookloom.config.mjs': 'export default []' });
    symlinkSync('../dotfiles.json', place.path(SETTINGS));
    expect(await place.run(['init', '--yes'])).toMatchObject({ code: 0 });
    expect(lstatSync(place.path(SETTINGS)).isSymbolicLink()).toBe(true);
    expect(readFileSync(place.path('dotfiles.json'), 'utf8')).toContain('hooks');
  });

  it('and without a terminal writes nothing, and says what to do', async () => {
    const place = makePlace();
    const ended = await place.run(['init']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('--yes');
    expect(existsSync(place.path('.claude'))).toBe(false);
    expect(existsSync(place.path('hookloom.config.mjs'))).toBe(false);
  });

  it('not with --dry-run, which shows the change, without colour where there is no terminal', async () => {
    const place = makePlace();
    const ended = await place.run(['init', '--dry-run']);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('+            "onFailure": "block"');
    expect(ended.stdout).not.toContain('\u001b');
    expect(existsSync(place.path('.claude'))).toBe(false);
    expect(existsSync(place.path('hookloom.config.mjs'))).toBe(false);
  });
});

describe.runIf(existsSync('/usr/bin/script'))('hookloom init on a terminal', () => {
  /** Runs the command line on a terminal, and types an answer once it is asked. */
  function answer(place: Place, typed: string, env: Record<string, string> = {}): Promise<string> {
    const command = `'${process.execPath}' '${fileURLToPath(new URL('../dist/bin.js', import.meta.url))}' init`;
    const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
      cwd: place.root,
      env: { ...place.env, TERM: 'xterm', ...env },
    });
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      const wasAsked = text.includes('[y/N]');
      text += part;
      if (!wasAsked && text.includes('[y/N]')) child.stdin.write(`${typed}\n`);
    });
    return new Promise((resolve) => child.on('close', () => resolve(text)));
  }

  it('writes on a yes, and shows the change in colour', async () => {
    const place = makePlace();
    expect(await answer(place, 'y')).toContain('\u001b[32m+');
    expect(hookOf(place, 'PreToolUse')).toBeDefined();
  });

  it('writes nothing on anything else, and without colour under NO_COLOR', async () => {
    const place = makePlace();
    const said = await answer(place, 'yess', { NO_COLOR: '1' });
    expect(said).toContain('Nothing was written.');
    expect(said).not.toContain('\u001b[32m');
    expect(existsSync(place.path('.claude'))).toBe(false);
  });
});

describe('hookloom init refuses', () => {
  it.each([
    ['JSON that is broken', '{\n  "a": 1,\n  "b" 2\n}', 'line 3, column 7'],
    ['a comment, for which the host drops the file', '{\n  // mine\n  "a": 1\n}', 'line 2, column 3'],
    ['what is no object', '[]', 'no JSON object'],
    [
      'a file that the host would drop whole',
      '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x","timeout":"5"}]}]}}',
      'hooks.PreToolUse.0.hooks.0.timeout',
    ],
  ])('%s', async (_, text, place) => {
    const at = makePlace({ 'hookloom.config.mjs': CONFIG, [SETTINGS]: text });
    const ended = await at.run(['init', '--yes']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(place);
    expect(readFileSync(at.path(SETTINGS), 'utf8')).toBe(text);
  });

  it('a config that cannot be loaded', async () => {
    const place = makePlace({ 'hookloom.config.mjs': 'throw new Error("x")' });
    const ended = await place.run(['init', '--yes']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/hookloom\.config\.mjs could not be loaded \(x\)/);
    expect(existsSync(place.path('.claude'))).toBe(false);
  });

  it.each([
    [[], '--save-dev @hookloom/cli @hookloom/plugins-fs-guard'],
    [['--user'], '.config/hookloom @hookloom/cli @hookloom/plugins-fs-guard'],
  ])(
    'to write a first config that guards nothing, because no guards are installed: %j',
    async (scope, advice) => {
      const place = makePlace();
      rmSync(place.path('node_modules'));
      const ended = await place.run(['init', '--yes', ...scope]);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain(advice);
      expect(existsSync(place.path('.claude'))).toBe(false);
      expect(existsSync(join(place.home, '.config'))).toBe(false);
    },
  );

  it.each([
    [['init', '--dry-rum'], '--dry-run'],
    [['init', '--user', '--local'], 'cannot be used with'],
    [['init', '--http', '--port', 'x'], 'from 1 to 65535'],
    [['init', '--port', '4700'], '--port is for --http'],
    [['init', '--http', '--bundle', 'x.cjs'], 'cannot be used with'],
    [['innit'], 'init'],
  ])('%j', async (args, advice) => {
    const ended = await makePlace().run(args);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(advice);
  });
});
