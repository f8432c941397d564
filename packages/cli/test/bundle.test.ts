import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type Project, type ProjectFiles, toolCall } from '@hookloom/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeProject, decisionIn, hookloom, node, type Start } from './command-line.js';

const GUARDED = `
  import { envFileGuard } from '@hookloom/plugins-fs-guard';
  export default [envFileGuard()];`;

/** A config of one guard with the given body for PreToolUse. */
function guardThat(body: string, imports = '', role = 'guard'): string {
  return `
    import { definePlugin, onTool } from '@hookloom/core';
    ${imports}
    export default [definePlugin({ name: 'probe', role: '${role}', hooks: { PreToolUse: onTool('Read', async (ctx) => { ${body} }) } })];`;
}

const projects: Project[] = [];
afterEach(async () => {
  await Promise.all(projects.splice(0).map((project) => project.dispose()));
});

async function bundled(config: string, files: ProjectFiles = {}, told = ''): Promise<Project> {
  const project = await createNodeProject({ 'hookloom.config.mjs': config, ...files });
  projects.push(project);
  const { code, stderr } = await hookloom(project, ['bundle']);
  expect(stderr).toContain(told);
  if (told === '') expect(stderr).toBe('');
  expect(code).toBe(0);
  return project;
}

const FILE = '.claude/hookloom.cjs';
const CACHE = `${FILE}.cache`;

function run(project: Project, start: Start & { file?: string } = {}) {
  const { file = '.env' } = start;
  const stdin = JSON.stringify(toolCall('Read', { file_path: project.path(file) }, { cwd: project.cwd }));
  return node(project, [project.path(FILE), '--event', 'PreToolUse'], { stdin, ...start });
}

describe('a bundle', () => {
  it('answers as the config says, from one file and its cache, which only their owner can read', async () => {
    const project = await bundled(GUARDED);
    expect(decisionIn(await run(project))).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('env-file-guard'),
    });
    expect(JSON.parse((await run(project, { file: 'a.txt' })).stdout)).toEqual({});
    for (const file of [FILE, CACHE]) expect(statSync(project.path(file)).mode & 0o777).toBe(0o600);
  });

  it('goes where it is told', async () => {
    const project = await bundled(GUARDED);
    await hookloom(project, ['bundle', '--out', 'deep/guard.cjs']);
    expect(existsSync(project.path('deep/guard.cjs'))).toBe(true);
  });

  it('needs neither the config nor the packages when it runs', async () => {
    const project = await bundled(GUARDED);
    const elsewhere = await createNodeProject({});
    projects.push(elsewhere);
    writeFileSync(elsewhere.path('b.cjs'), readFileSync(project.path(FILE)));
    const stdin = JSON.stringify(toolCall('Read', { file_path: '/x/.env' }));
    const ended = await node(elsewhere, [elsewhere.path('b.cjs'), '--event', 'PreToolUse'], { stdin });
    expect(decisionIn(ended).decision).toBe('deny');
  });

  it('knows where its modules were', async () => {
    const config = guardThat(
      `ctx.deny(readFileSync(new URL('why.txt', import.meta.url), 'utf8'))`,
      `import { readFileSync } from 'node:fs';`,
    );
    const project = await bundled(config, { 'why.txt': 'because' });
    expect(decisionIn(await run(project)).reason).toBe('probe: because');
  });

  it('takes a config in TypeScript', async () => {
    const project = await createNodeProject({
      'hookloom.config.ts': `${GUARDED}\nconst n: number = 1; void n;`,
    });
    projects.push(project);
    await hookloom(project, ['bundle']);
    expect(decisionIn(await run(project)).decision).toBe('deny');
  });

  it('is made in a folder whose name is a pattern, too', async () => {
    const folder = 'a*b [c] {d,e} ?';
    const project = await createNodeProject({ [`${folder}/hookloom.config.mjs`]: GUARDED });
    projects.push(project);
    const cwd = project.path(folder);
    expect((await hookloom(project, ['bundle'], { cwd, env: { CLAUDE_PROJECT_DIR: cwd } })).stderr).toBe('');
    const stdin = JSON.stringify(toolCall('Read', { file_path: `${cwd}/.env` }, { cwd }));
    const bundle = `${cwd}/${FILE}`;
    expect(decisionIn(await node(project, [bundle, '--event', 'PreToolUse'], { stdin })).decision).toBe(
      'deny',
    );
  });

  it('exits with 2, which blocks, when it is called in a wrong way', async () => {
    const project = await bundled(GUARDED);
    for (const args of [[], ['--event', 'preToolUse'], ['--event', 'PreToolUse', '--config', 'x.mjs']]) {
      expect((await node(project, [project.path(FILE), ...args])).code).toBe(2);
    }
  });
});

describe('what a bundle cannot judge', () => {
  it.each([
    ['a config that throws', `throw new Error('broken')`],
    ['a config that exits', `process.exit(3)`],
    ['a plugin that exits', guardThat(`process.exit(1)`)],
    [
      'a plugin that throws later',
      guardThat(`setTimeout(() => { throw 1 }, 5); await new Promise(() => {})`),
    ],
  ])('is blocked: %s', async (_name, config) => {
    const project = await createNodeProject({ 'hookloom.config.mjs': config });
    projects.push(project);
    const { code, stderr } = await hookloom(project, ['bundle']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('a sample call, in an empty folder, was blocked'),
    ]);
    const ended = await run(project);
    expect(ended.code).toBe(0);
    expect(decisionIn(ended).decision).toBe('deny');
  });

  it('is blocked when the bundle is cut off', async () => {
    const project = await bundled(GUARDED);
    rmSync(project.path(CACHE));
    writeFileSync(project.path(FILE), readFileSync(project.path(FILE)).subarray(0, 100_000));
    expect((await run(project)).code).toBe(2);
  });

  it('is blocked where a plugin writes to what is frozen, as everywhere in a module', async () => {
    const project = await bundled(guardThat('Object.freeze(ctx).more = 1'));
    expect(decisionIn(await run(project)).decision).toBe('deny');
  });

  it('is blocked by the word of its event', async () => {
    const project = await bundled(GUARDED);
    const ended = await node(project, [project.path(FILE), '--event', 'UserPromptSubmit'], { stdin: 'x' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ decision: 'block' });
  });

  it('is let go on an event that is no gate', async () => {
    const project = await bundled(GUARDED);
    const ended = await node(project, [project.path(FILE), '--event', 'Stop'], { stdin: 'x' });
    expect(JSON.parse(ended.stdout)).toEqual({ systemMessage: expect.stringContaining('hookloom') });
  });
});

describe('stdout of a bundle belongs to the answer', () => {
  it.each([
    ['console.log', `console.log('noise')`, ''],
    ['a descriptor', `fs.writeSync(1, 'noise')`, `import fs from 'node:fs';`],
    [
      'a child',
      `execSync('echo noise', { stdio: 'inherit' })`,
      `import { execSync } from 'node:child_process';`,
    ],
    [
      'a child of a module that is loaded late',
      `(await import('node:child_process')).execSync('echo noise', { stdio: 'inherit' })`,
      '',
    ],
    [
      'a child of a module that no bundle can hold',
      `(await import(new URL('late.mjs', import.meta.url).href)).shout()`,
      '',
    ],
  ])('%s goes to stderr', async (_name, noise, imports) => {
    const project = await bundled(
      guardThat(`${noise}; ctx.deny('no')`, imports),
      {
        'late.mjs': `import { execSync } from 'node:child_process';
        export const shout = () => execSync('echo noise', { stdio: 'inherit' });`,
      },
      noise.includes('late.mjs') ? 'run time only' : '',
    );
    const ended = await run(project);
    expect(decisionIn(ended)).toEqual({ decision: 'deny', reason: 'probe: no' });
    expect(ended.stderr).toContain('noise');
  });

  it('a promised write to its path goes to stderr', async () => {
    const noise = `await writeFile('/dev/stdout', 'noise')`;
    const project = await bundled(
      guardThat(`${noise}; ctx.deny('no')`, `import { writeFile } from 'node:fs/promises';`),
    );
    const ended = await run(project, { piped: true });
    expect(decisionIn(ended)).toEqual({ decision: 'deny', reason: 'probe: no' });
  });
});

describe('the cache', () => {
  it.each([
    ['missing', (file: string) => writeFileSync(file, '')],
    ['cut off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
    [
      'damaged',
      (file: string) => {
        const bytes = readFileSync(file);
        for (let i = 200; i < bytes.length; i += 997) bytes[i] = (bytes[i] ?? 0) ^ 0xff;
        writeFileSync(file, bytes);
      },
    ],
    [
      'damaged in a word of its text',
      (file: string) => {
        const text = readFileSync(file, 'latin1');
        const at = text.lastIndexOf('kind:"deny"');
        expect(at).toBeGreaterThan(0);
        writeFileSync(file, `${text.slice(0, at)}kind:"ddny"${text.slice(at + 11)}`, 'latin1');
      },
    ],
    [
      'a pipe',
      (file: string) => {
        rmSync(file);
        execFileSync('mkfifo', ['-m', '600', file]);
      },
    ],
    [
      'that of another bundle',
      (file: string) => writeFileSync(file, `${'0'.repeat(64)}${readFileSync(file)}`),
    ],
    ['open to others', (file: string) => chmodSync(file, 0o666)],
  ])('is not needed, and not trusted: %s', async (_name, spoil) => {
    const project = await bundled(GUARDED);
    spoil(project.path(CACHE));
    expect(decisionIn(await run(project))).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('env-file-guard'),
    });
  });

  it('is made without a word to those who observe', async () => {
    const project = await bundled(
      guardThat(
        `appendFileSync('${'told.txt'}', 'x')`,
        `import { appendFileSync } from 'node:fs';`,
        'observer',
      ),
      { 'told.txt': '' },
    );
    expect(project.read('told.txt')).toBe('');
    await run(project);
    expect(project.read('told.txt')).toBe('x');
  });
});

it.each([
  ['no config', undefined, 'there is no hookloom.config'],
  ['a config that does not parse', 'export default [', 'hookloom.config.mjs:1'],
  ['an import that is not there', `import 'not-there'; export default [];`, 'not-there'],
])('%s cannot be bundled', async (_name, config, told) => {
  const project = await createNodeProject(config === undefined ? {} : { 'hookloom.config.mjs': config });
  projects.push(project);
  const { code, stderr } = await hookloom(project, ['bundle']);
  expect(code).toBe(1);
  expect(stderr).toContain(told);
  expect(existsSync(project.path(FILE))).toBe(false);
});

it.each([
  ['beside modules known at compile time', ''],
  ['beside one known at run time only', 'export const load = (name) => import(name);'],
])('an old script that strict code cannot hold is told of, %s', async (_name, more) => {
  const config = `import './old.cjs'; ${more} ${GUARDED}`;
  const files = { 'hookloom.config.mjs': config, 'old.cjs': 'with ({ a: 1 }) { a; }' };
  const project = await createNodeProject(files);
  projects.push(project);
  const { code, stderr } = await hookloom(project, ['bundle']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('Strict mode code')]);
  expect(existsSync(project.path(FILE))).toBe(false);
});
