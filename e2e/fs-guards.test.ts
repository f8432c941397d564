import { existsSync, rmSync } from 'node:fs';
import { envFileGuard, pathGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { type RealAgentRun, runRealAgent, text, toolUse } from '@hookloom/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FILES = {
  '.env': 'TOKEN=MARKER_ENV\n',
  '.env.local': 'TOKEN=MARKER_LOCAL\n',
  '.ENV': 'TOKEN=MARKER_UPPER\n',
  '.env.example': 'TOKEN=template\n',
  'packages/api/.env': 'TOKEN=MARKER_NESTED\n',
  'docs/config.link': { symlink: '../.env' },
  'src/a.ts': 'const TOKEN = read();\n',
};

describe('envFileGuard, with the real agent', () => {
  let run: RealAgentRun;
  const resultOf = (id: string) => run.toolResults.get(id);

  beforeAll(async () => {
    run = await runRealAgent({
      stack: [envFileGuard()],
      files: FILES,
      script: ({ path }) => [
        [toolUse('Write', { file_path: path('.env'), content: 'OVERWRITTEN' }, 'write')],
        [toolUse('Edit', { file_path: path('.env'), old_string: 'TOKEN', new_string: 'EDITED' }, 'edit')],
        [toolUse('Read', { file_path: path('.env') }, 'read')],
        [toolUse('Read', { file_path: path('docs/config.link') }, 'read-by-link')],
        [toolUse('Grep', { pattern: 'TOKEN', output_mode: 'content' }, 'grep')],
        [toolUse('Grep', { pattern: 'TOKEN', glob: '*', output_mode: 'content' }, 'grep-all')],
        [toolUse('Grep', { pattern: 'TOKEN', glob: '*.ts', output_mode: 'content' }, 'grep-ts')],
        [toolUse('Grep', { pattern: 'TOKEN', path: path('.env'), output_mode: 'content' }, 'grep-file')],
        [toolUse('Read', { file_path: path('.env.example') }, 'template')],
        [toolUse('Write', { file_path: path('b.txt'), content: 'fine' }, 'other')],
        [text('done')],
      ],
    });
  });
  afterAll(() => run.dispose());

  it('a Write and an Edit leave the file as it was', () => {
    expect(run.read('.env')).toBe(FILES['.env']);
    expect(resultOf('write')?.isError).toBe(true);
    expect(resultOf('edit')?.isError).toBe(true);
  });

  it('a Read, also by a symlink, tells the model why and nothing of the content', () => {
    for (const id of ['read', 'read-by-link']) {
      expect(resultOf(id)?.isError).toBe(true);
      expect(resultOf(id)?.text).toMatch(/env-file-guard: .*holds secrets.*\.env\.example/s);
    }
  });

  it('a search finds what is allowed, the template included, and none of the env files', () => {
    for (const id of ['grep', 'grep-all']) {
      expect(resultOf(id)?.isError).toBe(false);
      expect(resultOf(id)?.text).toContain('src/a.ts');
      expect(resultOf(id)?.text).toContain('.env.example');
    }
    expect(resultOf('grep-ts')?.text).toContain('src/a.ts');
    expect(resultOf('grep-ts')?.text).not.toContain('template');
  });

  it('a search in the file itself is denied', () => {
    expect(resultOf('grep-file')?.isError).toBe(true);
  });

  it('no value of an env file reaches the model by any way', () => {
    expect(run.toldModel('MARKER_')).toBe(false);
  });

  it('templates and other files are open', () => {
    expect(resultOf('template')?.text).toContain('TOKEN=template');
    expect(run.read('b.txt')).toBe('fine');
  });

  it('the person is told of each refusal', () => {
    expect(
      run.saidToPerson.filter((line) => line.includes('env-file-guard: kept the agent from')),
    ).toHaveLength(5);
  });
});

describe.skipIf(process.platform === 'win32')('systemPathGuard, with the real agent', () => {
  const target = `/etc/hookloom-e2e-${process.pid}.txt`;
  afterAll(() => rmSync(target, { force: true }));

  it('keeps /etc as it is, tells the model and the person', async () => {
    await using run = await runRealAgent({
      stack: [systemPathGuard()],
      files: { 'etc.link': { symlink: '/etc' } },
      canUseTool: 'allow',
      script: ({ path }) => [
        [toolUse('Write', { file_path: target, content: 'x' }, 'direct')],
        [toolUse('Write', { file_path: path(`etc.link/${target.slice(5)}`), content: 'x' }, 'by-link')],
        [toolUse('Read', { file_path: '/etc/hostname' }, 'read')],
        [text('done')],
      ],
    });
    expect(existsSync(target)).toBe(false);
    for (const id of ['direct', 'by-link']) {
      expect(run.toolResults.get(id)?.text).toMatch(/system-path-guard: .*Write inside the project/);
    }
    expect(run.saidToPerson).toContainEqual(expect.stringContaining(`kept the agent from writing ${target}`));
    expect(run.toolResults.get('read')?.isError).toBe(false);
  });
});

it('pathGuard keeps a folder out of searches, and its content from the model', async () => {
  await using run = await runRealAgent({
    files: {
      'config/keys/a.key': 'FIND MARKER_KEY',
      'config/[odd] name/b.txt': 'FIND MARKER_ODD',
      'config/app.yml': 'FIND fine',
      'src/config/keys/c.txt': 'FIND elsewhere',
      'cert.PEM': 'FIND MARKER_PEM',
    },
    stack: ({ cwd }) => pathGuard({ deny: ['config/keys', 'config/[odd] name', '*.pem'], root: cwd }),
    script: ({ path }) => [
      [toolUse('Grep', { pattern: 'FIND', output_mode: 'content' }, 'all')],
      [toolUse('Grep', { pattern: 'FIND', path: path('config'), output_mode: 'content' }, 'config')],
      [toolUse('Grep', { pattern: 'FIND', path: path('config/keys'), output_mode: 'content' }, 'keys')],
      [text('done')],
    ],
  });
  expect(run.toldModel('MARKER_')).toBe(false);
  expect(run.toolResults.get('all')?.text).toContain('fine');
  expect(run.toolResults.get('all')?.text).toContain('elsewhere');
  expect(run.toolResults.get('config')?.text).toContain('fine');
  expect(run.toolResults.get('keys')?.isError).toBe(true);
});

it('a search leaves out closed files whatever their names are, and finds the others', async () => {
  const closed = [
    'clé.key',
    'CLE\u0301.key',
    'пароли.txt',
    'my\u00a0key.txt',
    'my key.txt',
    'a,b.key',
    'keyZ.txt',
    'a\\b.txt',
    'x.pem',
    'y.crt',
    'k{1}.txt',
    'q7.log',
    '[odd].txt',
    'deep/clés/x.txt',
    'conf/one.key',
    'private/deep/y.txt',
  ];
  const open = ['keyb.txt', 'a.key', 'other/one.key', 'clés.txt', 'qq7.log', 'z.txt'];
  const files = Object.fromEntries([
    ...closed.map((name) => [name, 'FIND MARKER']),
    ...open.map((name, index) => [name, `FIND open-${index}-`]),
  ]);
  await using run = await runRealAgent({
    files,
    stack: ({ cwd }) =>
      pathGuard({
        root: cwd,
        deny: [
          'clé.key',
          'пароли.txt',
          'my\u00a0key.txt',
          'my key.txt',
          'a,b.key',
          'key[!a-c].txt',
          'a\\b.txt',
          '*.{pem,crt}',
          'k{1}.txt',
          'q?.log',
          '[odd].txt',
          'deep/clés',
          'conf/*.key',
          'private/**',
        ],
      }),
    script: ({ path }) => [
      [toolUse('Grep', { pattern: 'FIND', output_mode: 'content' }, 'all')],
      [toolUse('Grep', { pattern: 'FIND', output_mode: 'content', glob: '*' }, 'glob')],
      [toolUse('Grep', { pattern: 'FIND', output_mode: 'content', path: path('deep') }, 'deep')],
      [text('done')],
    ],
  });
  expect(run.toldModel('MARKER')).toBe(false);
  for (const id of ['all', 'glob']) {
    for (const index of open.keys()) expect.soft(run.toolResults.get(id)?.text).toContain(`open-${index}-`);
  }
  expect(run.toolResults.get('deep')?.isError).toBe(false);
});

it('a search cannot switch the guard off by writing its exclusion', async () => {
  let exclusion = '';
  await using run = await runRealAgent({
    stack: [envFileGuard()],
    runner: {
      onOutcome: ({ input }) => {
        exclusion ||= String((input as { glob?: string } | undefined)?.glob ?? '');
      },
    },
    files: { '.env': 'FIND MARKER', 'a.ts': 'FIND a' },
    script: () => [
      [toolUse('Grep', { pattern: 'FIND', output_mode: 'content' })],
      () => [toolUse('Grep', { pattern: 'FIND', output_mode: 'content', glob: `!${exclusion}` })],
      () => [toolUse('Grep', { pattern: 'FIND', output_mode: 'content', glob: `${exclusion} *` })],
      [text('done')],
    ],
  });
  expect(exclusion).toContain('!**/');
  expect(run.toldModel('MARKER')).toBe(false);
});

describe.skipIf(process.platform !== 'linux')('names under /proc', () => {
  it('lead nowhere else for the guard than for the tool', async () => {
    await using run = await runRealAgent({
      stack: [envFileGuard(), systemPathGuard()],
      bypass: true,
      files: {
        '.env': 'MARKER',
        'conf.txt': { symlink: '.env' },
        peek: { symlink: '/proc/self/cwd/conf.txt' },
      },
      script: () => [
        [toolUse('Read', { file_path: '/proc/self/cwd/conf.txt' }, 'by-self')],
        [
          toolUse(
            'Write',
            { file_path: `/proc/${process.pid}/root/etc/hookloom-e2e-proc.txt`, content: 'x' },
            'etc',
          ),
        ],
        [
          toolUse(
            'Write',
            { file_path: '/proc/self/task/1/root/etc/hookloom-e2e-proc.txt', content: 'x' },
            'thread',
          ),
        ],
        [toolUse('Read', { file_path: 'peek' }, 'by-link')],
        [text('done')],
      ],
    });
    for (const id of ['by-self', 'etc', 'thread', 'by-link'])
      expect.soft(run.toolResults.get(id)?.isError, id).toBe(true);
    expect(existsSync('/etc/hookloom-e2e-proc.txt')).toBe(false);
    expect(run.toldModel('MARKER')).toBe(false);
  });
});
