import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makePlace, type Place } from './place.js';

interface Found {
  sound: boolean;
  findings: { level: string; code: string; file: string; at?: string; problem: string; fix: string }[];
  proofs: { tool: string; denied: boolean; milliseconds: number }[];
}

async function examine(place: Place, env?: Record<string, string>): Promise<Found & { code: number | null }> {
  const { code, stdout, stderr } = await place.run(['doctor', '--json'], env && { env });
  expect(stderr).toBe('');
  return { code, ...(JSON.parse(stdout) as Found) };
}

const SETTINGS = '.claude/settings.json';
const PROJECT = '$' + '{CLAUDE_PROJECT_DIR}';
const mine = { type: 'command', command: 'true', onFailure: 'block' };
const http = { type: 'http', url: 'http://127.0.0.1:9/ok', onFailure: 'block' };
const group = (matcher: string | undefined, ...hooks: object[]) => ({
  ...(matcher !== undefined && { matcher }),
  hooks,
});

const SCRIPTS = {
  'top.sh': '#!/bin/sh\necho \'{"permissionDecision":"deny"}\'\n',
  'nameless.js': 'console.log(JSON.stringify({ hookSpecificOutput: { permissionDecision: "deny" } }));',
  'deny-word.py': 'print(\'{"decision": "deny"}\')',
  'fine.js': '',
  'fine.sh': '#!/bin/sh\nexit 0\n',
  'plain.sh': '#!/bin/sh\nexit 0\n',
};

/** Settings with one fault in each hook: the code that tells of it, and where. */
const PLANTED: [code: string, at: string][] = [];
const planted: Record<string, object[]> = {};

function plant(code: string, event: string, hooks: object, field = 'matcher'): void {
  const groups = planted[event] ?? [];
  planted[event] = groups;
  const fields: Record<string, string> = { event: '', matcher: `.${groups.length}.matcher` };
  const place = fields[field] ?? `.${groups.length}.hooks.${field}`;
  PLANTED.push([code, `hooks.${event}${place}`]);
  groups.push(hooks);
}

plant('EVENT_UNKNOWN', 'preToolUse', group('Write', mine), 'event');
plant('EVENT_UNKNOWN', 'PreToolCall', group('Write', mine), 'event');
plant('MATCHER_DEAD', 'PreToolUse', group('/etc', mine));
plant('MATCHER_DEAD', 'PreToolUse', group('mcp__memory', mine));
plant('MATCHER_INVALID', 'PreToolUse', group('[', mine));
plant('MATCHER_DEAD', 'PreToolUse', group('Bash(git *)', mine));
plant('MATCHER_DEAD', 'PreToolUse', group('write', mine));
plant('MATCHER_DEAD', 'PreToolUse', group('Write, mcp__.*', mine));
plant('MATCHER_DEAD', 'PreToolUse', group('Write Edit', mine));
plant('MATCHER_DEAD', 'PreToolUse', group('Bash.* ', mine));
plant('MATCHER_INVALID', 'PreToolUse', group('**', mine));
plant('TOOL_UNKNOWN', 'PreToolUse', group('Write|Delete', mine));
plant('MATCHER_BROAD', 'PreToolUse', group('Edit.*', mine));
plant('MATCHER_BROAD', 'PreToolUse', group('(?!Write).*', mine));
plant('MATCHER_IGNORED', 'Stop', group('Write', mine));
plant('MATCHER_DEAD', 'SessionStart', group('start', mine));
plant(
  'OUTPUT_MISPLACED',
  'PreToolUse',
  group('Skill', { ...mine, command: `${PROJECT}/top.sh`, args: [] }),
  '0.command',
);
plant(
  'OUTPUT_MISPLACED',
  'PreToolUse',
  group('Skill', { ...mine, command: 'node', args: [`${PROJECT}/nameless.js`] }),
  '0.command',
);
plant(
  'OUTPUT_MISPLACED',
  'PreToolUse',
  group('Skill', { ...mine, command: 'sh "$CLAUDE_PROJECT_DIR"/deny-word.py' }),
  '0.command',
);
plant(
  'PROGRAM_MISSING',
  'PreToolUse',
  group('Glob', { ...mine, command: `${PROJECT}/gone.sh`, args: [] }),
  '0.command',
);
plant(
  'PROGRAM_MISSING',
  'PreToolUse',
  group('Glob', { ...mine, command: 'no-such-program', args: ['x'] }),
  '0.command',
);
plant(
  'PROGRAM_MISSING',
  'PreToolUse',
  group('Glob', { ...mine, command: '$HOME/x.sh', args: [] }),
  '0.command',
);
plant(
  'PROGRAM_NOT_EXECUTABLE',
  'PreToolUse',
  group('Glob', { ...mine, command: `${PROJECT}/plain.sh`, args: [] }),
  '0.command',
);
plant('PATH_RELATIVE', 'PreToolUse', group('Glob', { ...mine, command: './fine.sh', args: [] }), '0.command');
plant('PATH_RELATIVE', 'PreToolUse', group('Glob', { ...mine, command: 'node fine.js' }), '0.command');
plant('TIMEOUT_UNIT', 'PreToolUse', group('LSP', { ...mine, timeout: 5000 }), '0.timeout');
plant('FAILS_OPEN', 'PreToolUse', group('LSP', { type: 'command', command: 'true' }), '0.onFailure');
plant('ONCE_IGNORED', 'PreToolUse', group('LSP', { ...mine, once: true }), '0.once');
plant('ASYNC_GATE', 'PreToolUse', group('LSP', { ...mine, async: true }), '0.async');
plant('IF_DEAD', 'PreToolUse', group('LSP', { ...mine, if: '/etc' }), '0.if');
plant('IF_DEAD', 'PreToolUse', group('LSP', { ...mine, if: 'bash(git *)' }), '0.if');
plant('IF_DEAD', 'PreToolUse', group('Read', { ...mine, if: 'Write(**)' }), '0.if');
plant('IF_DEAD', 'Stop', group(undefined, { ...mine, if: 'Bash(git *)' }), '0.if');
plant('HTTP_REMOTE', 'PostToolUse', group('LSP', { ...http, url: 'https://hooks.example.com/x' }), '0.url');
plant('HTTP_NOT_ALLOWED', 'PostToolUse', group('LSP', { ...http, url: 'http://127.0.0.1:9/other' }), '0.url');
plant('HEADER_EMPTY', 'PostToolUse', group('LSP', { ...http, headers: { 'X-Key': '$KEY' } }), '0.headers');
plant('HTTP_NEVER', 'SessionStart', group(undefined, http), '0.type');
plant('HOOK_TWICE', 'Notification', group(undefined, mine, mine), '1');
plant('ENTRY_DROPPED', 'PostToolUse', group('LSP', { ...mine, timeout: '5' }), '0.timeout');
plant('ENTRY_DROPPED', 'Stop', group(undefined, { command: 'true' }), '0.type');

async function soundPlace(
  config = "import { envFileGuard } from '@hookloom/plugins-fs-guard';\nexport default [envFileGuard()];",
): Promise<Place> {
  const place = makePlace({ ...SCRIPTS, 'hookloom.config.mjs': config });
  chmodSync(place.path('top.sh'), 0o755);
  await place.run(['init', '--yes']);
  return place;
}

async function bundled(place: Place): Promise<void> {
  expect((await place.run(['bundle'])).code).toBe(0);
  const init = await place.run(['init', '--yes', '--bundle', '.claude/hookloom.cjs']);
  expect(init.stdout).toContain('--local');
}

function change(place: Place, edit: (settings: Settings) => void): void {
  const settings = JSON.parse(readFileSync(place.path(SETTINGS), 'utf8')) as Settings;
  edit(settings);
  writeFileSync(place.path(SETTINGS), JSON.stringify(settings, null, 2));
}

interface Settings {
  [key: string]: unknown;
  hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;
}

const ownHook = ({ hooks }: Settings, event = 'PreToolUse') =>
  hooks[event]?.[0]?.hooks[0] as Record<string, unknown>;

describe('hookloom doctor', () => {
  it('reports nothing on a sound set-up, and proves that the guard denies', async () => {
    const found = await examine(await soundPlace());
    expect(found).toMatchObject({
      code: 0,
      sound: true,
      findings: [],
      proofs: [{ tool: 'Write', denied: true }],
    });
  });

  it(`finds all of ${PLANTED.length} faults in one settings file, each with its place and its cure`, async () => {
    const allowed = { allowedHttpHookUrls: ['https://hooks.example.com/*', 'http://*/ok'] };
    const place = makePlace({
      ...SCRIPTS,
      'hookloom.config.mjs': 'export default [];',
      [SETTINGS]: JSON.stringify({ hooks: planted, ...allowed }),
    });
    for (const name of ['top.sh', 'fine.sh']) chmodSync(place.path(name), 0o755);
    const found = await examine(place);
    expect(found.code).toBe(1);
    const told = found.findings.map(({ code, at }) => `${code} ${at}`);
    // And nothing of what is no fault: the set-up that is missing is the one thing more.
    const expected = [...PLANTED.map(([code, at]) => `${code} ${at}`), 'NOT_SET_UP undefined'];
    expect(told.sort()).toEqual(expected.sort());
    for (const { problem, fix } of found.findings) expect([problem, fix]).not.toContain('');
  });

  it.each<[string, string, (settings: Settings) => void]>([
    ['FILE_DROPPED', 'a hook without a type', (settings) => delete ownHook(settings).type],
    ['FILE_DROPPED', 'a timeout as a text', (settings) => (ownHook(settings).timeout = '30')],
    ['FILE_DROPPED', 'a wrong onFailure', (settings) => (ownHook(settings).onFailure = 'deny')],
    ['FILE_DROPPED', 'a level that is missing', ({ hooks }) => (hooks.PreToolUse = [mine as never])],
    ['HOOKS_DISABLED', 'the switch', (settings) => (settings.disableAllHooks = true)],
    ['TIMEOUT_SHORT', 'a timeout below the stack’s own', (settings) => (ownHook(settings).timeout = 3)],
    ['FAILS_OPEN', 'a gate that fails open', (settings) => delete ownHook(settings).onFailure],
    [
      'EVENT_UNUSED',
      'an event that no plugin wants',
      (settings) => {
        const hook = { ...ownHook(settings), args: ['x', 'run', '--event', 'Stop'] };
        settings.hooks.Stop = [{ hooks: [hook] }];
      },
    ],
    [
      'EVENT_MISSING',
      'an event that is spelt in another way',
      ({ hooks }) => {
        hooks.preToolUse = hooks.PreToolUse ?? [];
        delete hooks.PreToolUse;
      },
    ],
    ['EVENT_MISSING', 'an event that the stack needs', ({ hooks }) => delete hooks.UserPromptSubmit],
    [
      'MATCHER_NARROW',
      'a matcher that leaves tools out',
      ({ hooks }) => ((hooks.PreToolUse as object[])[0] = { ...hooks.PreToolUse?.[0], matcher: 'Write' }),
    ],
    [
      'EVENT_MIXED',
      'one event’s hook at another',
      (settings) => (settings.hooks.UserPromptSubmit = settings.hooks.PreToolUse ?? []),
    ],
    [
      'REWRITE_RACE',
      'another hook on the same tools',
      ({ hooks }) => hooks.PreToolUse?.push(group('Bash', mine) as never),
    ],
    ['HOOK_TWICE', 'the same hook twice', ({ hooks }) => hooks.PreToolUse?.push(...(hooks.PreToolUse ?? []))],
    ['IF_NARROW', 'a condition on our own hook', (settings) => (ownHook(settings).if = 'Bash(git *)')],
    ['PROGRAM_MISSING', 'a program that is gone', (settings) => (ownHook(settings).command = '/gone/node')],
  ])('%s: %s', async (code, _, edit) => {
    const place = await soundPlace();
    change(place, edit);
    const found = await examine(place);
    expect(found.findings.map((finding) => finding.code)).toContain(code);
    if (found.findings.some(({ level }) => level === 'error')) expect(found.code).toBe(1);
  });

  it('finds JSON that is broken by line and column, a config that throws, and one that is gone', async () => {
    const place = await soundPlace();
    writeFileSync(place.path('.claude/settings.local.json'), '{\n  "a" 1\n}');
    expect((await examine(place)).findings[0]).toMatchObject({
      code: 'SETTINGS_INVALID',
      problem: expect.stringContaining('line 2, column 7'),
    });
    writeFileSync(place.path('hookloom.config.mjs'), 'console.log("noise"); throw new Error("MARKER");');
    const { code, stdout } = await place.run(['doctor', '--json']);
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as Found;
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'CONFIG_INVALID', problem: expect.stringContaining('MARKER') }),
    );
    expect(findings).toContainEqual(expect.objectContaining({ code: 'GUARD_UNPROVEN' }));
  });

  it('reads the settings of the person and of this machine too', async () => {
    const place = await soundPlace();
    await place.run(['init', '--local', '--yes']);
    expect((await examine(place)).findings.map(({ code }) => code)).toContain('HOOK_TWICE');
  });

  it('a matcher that takes every tool is not narrow, however it is written', async () => {
    const place = await soundPlace();
    change(place, ({ hooks }) => {
      hooks.PreToolUse = [{ ...hooks.PreToolUse?.[0], matcher: '.*' } as never];
    });
    expect((await examine(place)).findings).toEqual([]);
  });

  it('takes what the nearer scope says about switching hooks off', async () => {
    const place = await soundPlace();
    change(place, (settings) => {
      settings.disableAllHooks = true;
    });
    writeFileSync(place.path('.claude/settings.local.json'), '{"disableAllHooks":false}');
    expect((await examine(place)).findings).toEqual([]);
  });
});

describe('the guard is proved live', () => {
  const answers: Record<string, string> = {
    'a stray line before the answer': 'console.log("hi");console.log(JSON.stringify(DENY))',
    'no answer': '',
    'an allow':
      'console.log(JSON.stringify({hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"allow"}}))',
    'a deny at the top': 'console.log(JSON.stringify({permissionDecision:"deny"}))',
    'a deny for another event':
      'console.log(JSON.stringify({hookSpecificOutput:{...DENY.hookSpecificOutput,hookEventName:"Stop"}}))',
    'a deny that does not wait': 'console.log(JSON.stringify({async:true,...DENY}))',
    'exit code 1': 'process.exit(1)',
    'an answer out of time': 'setTimeout(()=>console.log(JSON.stringify(DENY)),3000)',
  };

  it.each(Object.entries(answers))('%s is none that holds', async (_, code) => {
    const place = await soundPlace();
    const deny = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' };
    writeFileSync(
      place.path('fake.js'),
      `const DENY = ${JSON.stringify({ hookSpecificOutput: deny })};${code}`,
    );
    change(place, (settings) => {
      const hook = ownHook(settings);
      hook.args = [place.path('fake.js'), ...(hook.args as string[]).slice(1)];
      hook.timeout = 2;
    });
    const found = await examine(place);
    expect(found.proofs).toMatchObject([{ denied: false }]);
    expect(found.findings).toContainEqual(
      expect.objectContaining({ code: 'GUARD_UNPROVEN', level: 'error' }),
    );
    expect(found.code).toBe(1);
  });

  it('through a shell’s command line as well', async () => {
    const place = await soundPlace();
    change(place, (settings) => {
      const hook = ownHook(settings);
      const words = (hook.args as string[]).map(
        (word) => `"${word.replace(PROJECT, '$CLAUDE_PROJECT_DIR')}"`,
      );
      hook.command = `node ${words.join(' ')}`;
      delete hook.args;
    });
    expect((await examine(place)).proofs).toMatchObject([{ denied: true }]);
  });

  it('through a bundle; one that misses a config, or that another version wrote, is told of', async () => {
    const place = await soundPlace();
    await bundled(place);
    expect(await examine(place)).toMatchObject({ code: 0, findings: [], proofs: [{ denied: true }] });
    writeFileSync(place.path('hookloom.config.local.mjs'), 'export default [];');
    const { findings } = await examine(place);
    expect(findings).toMatchObject([{ code: 'BUNDLE_STALE', problem: expect.stringContaining('local.mjs') }]);
    await place.run(['bundle']);
    expect((await examine(place)).findings).toEqual([]);
    const bundle = place.path('.claude/hookloom.cjs');
    writeFileSync(bundle, readFileSync(bundle, 'latin1').replace(/^.*\n/, ''));
    expect((await examine(place)).findings).toMatchObject([{ code: 'BUNDLE_STALE' }]);
    expect((await place.run(['init', '--remove', '--yes'])).code).toBe(0);
    expect((await examine(place)).findings).toMatchObject([{ code: 'NOT_SET_UP' }]);
  });

  it('a bundle is told of when a package that its config imports was updated since, whatever the times of its files', async () => {
    const place = await soundPlace("export { default } from './lib/guards.mjs';");
    const entry = 'lib/node_modules/own-guard/index.js';
    const write = (path: string, text: string) => {
      mkdirSync(dirname(place.path(path)), { recursive: true });
      writeFileSync(place.path(path), text);
      utimesSync(place.path(path), 0, 0);
    };
    write('lib/guards.mjs', "export { default } from 'own-guard';");
    write('lib/node_modules/own-guard/package.json', '{ "type": "module", "main": "index.js" }');
    write(entry, 'export default [];');
    await bundled(place);
    const codes = async () => (await examine(place)).findings.map(({ code }) => code);
    expect(await codes()).not.toContain('BUNDLE_STALE');
    write(entry, 'export default [[]];');
    expect(await codes()).toContain('BUNDLE_STALE');
    write(entry, "export { default } from './gone.js';");
    expect((await examine(place)).findings).toContainEqual(
      expect.objectContaining({ code: 'BUNDLE_STALE', problem: expect.stringContaining('gone.js') }),
    );
  });

  it('through the URL, with the token; without a server, or with the wrong token, it is not', async () => {
    const place = await soundPlace();
    await place.run(['init', '--remove', '--yes']);
    const reason = 'self-guard: no';
    const deny = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    };
    const server = createServer((request, response) => {
      if (request.headers.authorization !== 'Bearer right') response.statusCode = 401;
      response.end(JSON.stringify({ hookSpecificOutput: deny }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await place.run(['init', '--http', '--port', String(port), '--yes']);
    expect(await examine(place, { HOOKLOOM_TOKEN: 'right' })).toMatchObject({ code: 0, findings: [] });
    const wrong = await examine(place, { HOOKLOOM_TOKEN: 'wrong' });
    expect(wrong.findings).toMatchObject([
      { code: 'GUARD_UNPROVEN', problem: expect.stringContaining('401') },
    ]);
    expect((await examine(place)).findings.map(({ code }) => code)).toContain('TOKEN_UNSET');
    server.close();
    server.closeAllConnections();
    const down = await examine(place, { HOOKLOOM_TOKEN: 'right' });
    expect(down.findings).toMatchObject([
      { code: 'GUARD_UNPROVEN', problem: expect.stringContaining('ECONNREFUSED') },
    ]);
  });
});

it('the token is kept from a server of another name, though the settings ask for it', async () => {
  const place = await soundPlace();
  await place.run(['init', '--remove', '--yes']);
  await place.run(['init', '--http', '--yes']);
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  change(place, (settings) => {
    // A name that is not the loopback's, and reaches this machine.
    ownHook(settings).url = `http://0.0.0.0:${port}/hooks/PreToolUse`;
  });
  await examine(place);
  expect(asked).toEqual(['Bearer']);
});

it.each(['export default [];', 'export default { plugins: [[], null] };'])(
  'a config without a plugin is an error: %s',
  async (config) => {
    const found = await examine(await soundPlace(config));
    expect(found).toMatchObject({ code: 1, findings: [{ code: 'STACK_EMPTY' }] });
  },
);

describe('the report', () => {
  it('is a table without colour where there is no terminal, and ends with the count', async () => {
    const place = await soundPlace();
    change(place, ({ hooks }) => {
      hooks.preToolUse = hooks.PreToolUse ?? [];
    });
    const { code, stdout } = await place.run(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toContain('error    .claude/settings.json  hooks.preToolUse');
    expect(stdout).toContain('Fix: Name it PreToolUse.');
    expect(stdout).toMatch(/A Write that must be denied, .*: denied, \d+ ms\./);
    expect(stdout).toContain('1 error, 0 warnings.');
    expect(stdout).not.toContain('\u001b');
  });
});
