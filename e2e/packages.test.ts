import { execFile } from 'node:child_process';
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { agentEnvironment, createProject, startScriptedModel, text } from '@hookloom/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const tsx = import.meta.resolve('tsx');

/** The packages that people install alone, with the example in the README of each and what else of ours it brings. */
const PACKAGES = [
  { name: 'plugins-fs-guard', example: 'first-guard', brings: ['core', 'host', 'tool-access'] },
  { name: 'plugins-sandbox-redirect', example: 'redirect-writes', brings: ['core', 'host', 'tool-access'] },
  { name: 'plugins-auto-approve', example: 'approve-reads', brings: ['core', 'host', 'tool-access'] },
  { name: 'plugins-recursion-guard', example: 'limit-agents', brings: ['core', 'host', 'tool-access'] },
  { name: 'plugins-webhook', example: 'post-webhook', brings: ['core', 'host', 'delivery'] },
  // Its example holds a guard too; that it needs none is the next test.
  {
    name: 'plugins-slack',
    example: 'slack-notifications',
    brings: ['core', 'host', 'delivery', 'plugins-fs-guard', 'tool-access'],
  },
];

let folder: string;
const tarballs = new Map<string, string>();

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hookloom-packages-')));
  const packages = (await readdir(join(root, 'packages'))).map((name) => `./packages/${name}`);
  const pack = ['pack', ...packages, '--silent', '--pack-destination', folder];
  await run('npm', pack, { cwd: root, shell: process.platform === 'win32' });
  for (const file of await readdir(folder)) {
    const name = /^hookloom-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(file)?.[1];
    if (name !== undefined) tarballs.set(name, join(folder, file));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Installs packages from their tarballs into an empty project, which has the SDK of this repository. */
async function install(names: string[]): Promise<string> {
  const project = await mkdtemp(join(folder, 'project-'));
  await writeFile(join(project, 'package.json'), '{ "name": "app", "private": true, "type": "module" }');
  const files = names.map((name) => tarballs.get(name) ?? name);
  const flags = [
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--ignore-scripts',
    '--omit=optional',
    '--silent',
  ];
  await run('npm', ['install', ...flags, ...files], { cwd: project, shell: process.platform === 'win32' });
  await mkdir(join(project, 'node_modules/@anthropic-ai'), { recursive: true });
  const sdk = 'node_modules/@anthropic-ai/claude-agent-sdk';
  await symlink(join(root, sdk), join(project, sdk), 'junction');
  return project;
}

it.each(PACKAGES)(
  '$name installs alone, brings no other plugin, and its snippet runs',
  async ({ name, example, brings }) => {
    const app = await install([name, ...brings]);
    const ours = await readdir(join(app, 'node_modules/@hookloom'));
    expect(ours.sort()).toEqual([name, ...brings].sort());

    const project = await createProject();
    const model = await startScriptedModel([[text('done')]]);
    try {
      const snippet = join(app, `${basename(example)}.ts`);
      await copyFile(join(root, 'examples', example, 'index.ts'), snippet);
      const { stdout } = await run(process.execPath, ['--import', tsx, snippet], {
        cwd: project.cwd,
        env: {
          ...agentEnvironment(project, model.url),
          WEBHOOK_URL: model.url,
          WEBHOOK_SECRET: 's',
          SLACK_WEBHOOK_URL: model.url,
        },
        timeout: 50_000,
      });
      expect(stdout).toContain('success');
    } finally {
      await model.close();
      await project.dispose();
    }
  },
);

it.each([
  { name: 'core', brings: ['host'], exports: 'createHooks' },
  { name: 'host', brings: [], exports: 'toHostOutput' },
  { name: 'tool-access', brings: [], exports: 'accessesOf' },
  { name: 'delivery', brings: [], exports: 'createDelivery' },
  { name: 'plugins-slack', brings: ['core', 'host', 'delivery'], exports: 'slackNotifier' },
  { name: 'isolated', brings: ['core', 'host'], exports: 'isolated' },
])('$name installs alone and loads', async ({ name, brings, exports }) => {
  const app = await install([name, ...brings]);
  expect((await readdir(join(app, 'node_modules/@hookloom'))).sort()).toEqual([name, ...brings].sort());
  const script = `import { ${exports} } from '@hookloom/${name}'; console.log(typeof ${exports});`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: app });
  expect(stdout).toBe('function\n');
});

it.each([
  ['as it is installed', undefined],
  ['put together as a module', 'esm'],
  ['put together as CommonJS', 'cjs'],
] as const)('tool-access reads commands in a program %s', async (_case, format) => {
  const app = await install(['tool-access']);
  const file = join(app, 'program.mjs');
  await writeFile(
    file,
    `import { accessesOf } from '@hookloom/tool-access';
    const call = { toolName: 'Bash', toolInput: { command: 'git -C sub add c.txt; cat a.txt | tee b.txt' }, cwd: '/p' };
    console.log(accessesOf(call).accesses.map(({ mode, path }) => mode + ' ' + path).join(', '));`,
  );
  const elsewhere = join(await mkdtemp(join(folder, 'program-')), format === 'cjs' ? 'p.cjs' : 'p.mjs');
  if (format !== undefined)
    await build({ entryPoints: [file], outfile: elsewhere, bundle: true, platform: 'node', format });
  const { stdout } = await run(process.execPath, [format === undefined ? file : elsewhere], { cwd: folder });
  expect(stdout).toContain('read /p/sub/c.txt');
  expect(stdout).toContain('write /p/b.txt');
});

it('tool-access reads no command, and loads, in a program whose bundler knows no condition of its own', async () => {
  const app = await install(['tool-access']);
  const entry = join(app, 'program.mjs');
  await writeFile(
    entry,
    `import { accessesOf } from '@hookloom/tool-access';
    const kinds = (toolName, toolInput) => {
      const { accesses, problems } = accessesOf({ toolName, toolInput, cwd: '/p' });
      return [...accesses.map(({ path }) => path), ...problems.map(({ kind }) => kind)].join();
    };
    console.log(kinds('Read', { file_path: '/p/a' }), kinds('Bash', { command: 'cat a' }));`,
  );
  for (const format of ['esm', 'cjs'] as const) {
    const outfile = join(await mkdtemp(join(folder, 'program-')), format === 'cjs' ? 'p.cjs' : 'p.mjs');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format,
      conditions: [],
      logLevel: 'silent',
    });
    expect((await run(process.execPath, [outfile], { cwd: folder })).stdout).toBe('/p/a unreadable\n');
  }
});

it('tool-access reads no command by a file that was changed while it ran', async () => {
  const app = await install(['tool-access']);
  await writeFile(
    join(app, 'program.mjs'),
    `import { writeFileSync } from 'node:fs';
    import { accessesOf, startedPrograms } from '@hookloom/tool-access';
    writeFileSync('node_modules/@hookloom/tool-access/dist/shell.cjs', 'console.log("changed code ran")');
    const call = { toolName: 'Bash', toolInput: { command: 'cat .env' }, cwd: '/p' };
    console.log(accessesOf(call).problems.map(({ kind }) => kind).join());
    try { startedPrograms('cat .env', { cwd: '/p' }); } catch { console.log('refused'); }`,
  );
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: app });
  expect(stdout).toBe('unreadable\nrefused\n');
});

it('isolated finds its thread and the plugin where it is installed', async () => {
  const app = await install(['isolated', 'core', 'host', 'plugins-fs-guard', 'tool-access']);
  const plugin = `import { envFileGuard } from '@hookloom/plugins-fs-guard'; export default envFileGuard();`;
  await writeFile(join(app, 'plugin.mjs'), plugin);
  const program = `
    import { createRunner } from '@hookloom/core';
    import { isolated } from '@hookloom/isolated';
    const runner = createRunner(await isolated(new URL('./plugin.mjs', import.meta.url)));
    const tool_input = { file_path: process.cwd() + '/.env' };
    const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd: process.cwd(), tool_name: 'Read', tool_input };
    console.log((await runner.run(call)).verdict.decision);`;
  await writeFile(join(app, 'program.mjs'), program);
  const { stdout, stderr } = await run(process.execPath, ['program.mjs'], { cwd: app });
  expect(stdout).toBe('deny\n');
  expect(stderr).toBe('');
});

it('the package of docs/writing-a-plugin.md builds, packs, and guards where it is installed', async () => {
  const source = join(folder, 'plugin-package');
  await cp(join(root, 'examples/plugin-package'), source, { recursive: true });
  await symlink(join(root, 'node_modules'), join(source, 'node_modules'), 'junction');
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: source });
  await run(process.execPath, [join(root, 'node_modules/publint/src/cli.js'), '--strict'], { cwd: source });
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const packed = await run('npm', pack, { cwd: source, shell: process.platform === 'win32' });
  const app = await install([join(folder, packed.stdout.trim()), 'core', 'host']);
  await writeFile(
    join(app, 'program.mjs'),
    `import { createRunner } from '@hookloom/core';
    import { changeBudget } from 'hookloom-plugin-change-budget';
    const runner = createRunner(changeBudget({ most: 1 }));
    for (const name of ['a', 'b']) {
      const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', tool_name: 'Write', tool_use_id: name };
      const { verdict } = await runner.run({ ...call, tool_input: { file_path: '/p/' + name, content: '' } });
      console.log(verdict.decision);
    }`,
  );
  expect((await run(process.execPath, ['program.mjs'], { cwd: app })).stdout).toBe('none\ndeny\n');
});

it('the command line guards a fresh project by the commands of its README', async () => {
  const app = await install(['cli', 'core', 'host', 'plugins-fs-guard', 'tool-access']);
  const env = { PATH: process.env.PATH, HOME: await mkdtemp(join(folder, 'home-')) };
  const hookloom = (...args: string[]) =>
    run('npx', ['--no-install', 'hookloom', ...args], { cwd: app, env, shell: process.platform === 'win32' });
  expect((await hookloom('init', '--yes')).stdout).toContain('hookloom.config.mjs');
  const { stdout } = await hookloom('doctor');
  expect(stdout).toContain('denied');
  expect(stdout).toContain('Nothing is wrong.');
  const payload = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: app,
    tool_name: 'Bash',
    tool_input: { command: 'cat .e*v' },
  });
  await writeFile(join(app, '.env'), 'TOKEN=x');
  const answered = hookloom('run', '--event', 'PreToolUse');
  answered.child.stdin?.end(payload);
  expect(JSON.parse((await answered).stdout)).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny' },
  });
});

it('every tarball has the licence, a README and what npm finds it by', async () => {
  const licence = await readFile(join(root, 'LICENSE'), 'utf8');
  expect([...tarballs.keys()].sort()).toEqual((await readdir(join(root, 'packages'))).sort());
  for (const [name, tarball] of tarballs) {
    const unpacked = await mkdtemp(join(folder, 'tarball-'));
    await run('tar', ['-xzf', tarball, '-C', unpacked]);
    const read = (file: string) => readFile(join(unpacked, 'package', file), 'utf8');
    expect(await read('LICENSE'), name).toBe(licence);
    expect(await read('README.md'), name).toContain(`# @hookloom/${name}`);
    expect(JSON.parse(await read('package.json')).keywords, name).toContain('claude-code');
  }
});

it('core brings host, koa-compose, p-timeout and ms alone, host nothing, and no package has the SDK at run time', async () => {
  const dependenciesOf = async (name: string) => {
    const manifest = JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
    return Object.keys({ ...manifest.dependencies });
  };
  expect(await dependenciesOf('core')).toEqual(['@hookloom/host', 'koa-compose', 'ms', 'p-timeout']);
  expect(await dependenciesOf('host')).toEqual([]);
  for (const name of await readdir(join(root, 'packages'))) {
    expect(await dependenciesOf(name), name).not.toContain('@anthropic-ai/claude-agent-sdk');
  }
});
