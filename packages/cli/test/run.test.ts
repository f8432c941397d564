import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import type { HookEvent } from '@hookloom/core';
import { type Project, payload, toolCall } from '@hookloom/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeProject, decisionIn, hookloom, type Start } from './command-line.js';

const projects: Project[] = [];

afterEach(async () => {
  await Promise.all(projects.splice(0).map((project) => project.dispose()));
});

async function projectWith(config: string, name = 'hookloom.config.mjs'): Promise<Project> {
  const project = await createNodeProject({ [name]: config });
  projects.push(project);
  return project;
}

/** A config of one guard with the given body for PreToolUse. */
function guardThat(body: string, options = ''): string {
  return `
    import { writeSync } from 'node:fs';
    import fs from 'node:fs';
    import { execSync, fork, spawnSync } from 'node:child_process';
    import { Worker } from 'node:worker_threads';
    import { definePlugin } from '@hookloom/core';
    export default [definePlugin({ name: 'probe', ${options} hooks: { PreToolUse: async (ctx) => { ${body} } } })];`;
}

const WAIT = 'await new Promise((r) => setTimeout(r, 500));';
const SHY = `queueMicrotask(() => { throw { [Symbol.for('nodejs.util.inspect.custom')]() { throw 1 } } }); ${WAIT}`;

const GUARDED = `
  import { defineConfig } from '@hookloom/cli';
  import { envFileGuard } from '@hookloom/plugins-fs-guard';
  export default defineConfig({ plugins: [envFileGuard()] });`;

function run(project: Project, start: Start & { event?: HookEvent; payload?: object } = {}) {
  const { event = 'PreToolUse', payload: sent = toolCall('Read', { file_path: project.path('a.txt') }) } =
    start;
  return hookloom(project, ['run', '--event', event], { stdin: JSON.stringify(sent), ...start });
}

const readOfEnv = (project: Project) =>
  toolCall('Read', { file_path: project.path('.env') }, { cwd: project.cwd });

describe('a decision', () => {
  it('is one JSON document, and the exit code is 0', async () => {
    const project = await projectWith(GUARDED);
    const denied = await run(project, { payload: readOfEnv(project) });
    expect(decisionIn(denied)).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('env-file-guard'),
    });
    expect(denied.code).toBe(0);
    const passed = await run(project);
    expect(JSON.parse(passed.stdout)).toEqual({});
    expect(passed.code).toBe(0);
  });

  it.each(['hookloom.config.ts', 'hookloom.config.mts', 'hookloom.config.js'])(
    'comes from %s too',
    async (name) => {
      const typed = name.endsWith('ts') ? `${GUARDED}\nconst unused: number = 1; void unused;` : GUARDED;
      const project = await projectWith(typed, name);
      writeFileSync(project.path('package.json'), '{"type":"module"}');
      expect(decisionIn(await run(project, { payload: readOfEnv(project) })).decision).toBe('deny');
    },
  );
});

describe('stdout belongs to the answer', () => {
  it.each([
    ['console.log', `console.log('noise')`],
    ['process.stdout.write', `process.stdout.write('noise\\n')`],
    ['writeSync to descriptor 1', `writeSync(1, 'noise\\n')`],
    [
      'a stream on descriptor 1',
      `await new Promise((done) => fs.createWriteStream('', { fd: 1, autoClose: false }).end('noise\\n', done))`,
    ],
    ['a child that inherits', `execSync('echo noise', { stdio: 'inherit' })`],
    ['a child that is given descriptor 1', `spawnSync('echo', ['noise'], { stdio: [0, 1, 2] })`],
    [
      'a child that is given the stream',
      `spawnSync('echo', ['noise'], { stdio: ['ignore', process.stdout, 'inherit'] })`,
    ],
  ])('%s of a plugin goes to stderr', async (_name, noise) => {
    const project = await projectWith(guardThat(`${noise}; ctx.deny('no')`));
    const ended = await run(project);
    expect(decisionIn(ended)).toEqual({ decision: 'deny', reason: 'probe: no' });
    expect(ended.stderr).toContain('noise');
  });

  it.each([
    ['writeFileSync', `fs.writeFileSync('/dev/stdout', 'noise\\n')`],
    ['openSync', `const out = fs.openSync('/proc/self/fd/1', 'w'); fs.writeSync(out, 'noise\\n')`],
    ['a stream', `await new Promise((done) => fs.createWriteStream('/dev/stdout').end('noise\\n', done))`],
    ['a promised write', `await fs.promises.writeFile('/dev/stdout', 'noise\\n')`],
  ])('%s by the path of stdout goes to stderr', async (_name, noise) => {
    const project = await projectWith(guardThat(`${noise}; ctx.deny('no')`));
    const ended = await run(project, { piped: true });
    expect(decisionIn(ended)).toEqual({ decision: 'deny', reason: 'probe: no' });
    expect(project.read('stderr.txt')).toContain('noise');
  });

  it('a config that prints while it loads does not disturb it', async () => {
    const project = await projectWith(`console.log('loading');\n${GUARDED}`);
    const ended = await run(project, { payload: readOfEnv(project) });
    expect(decisionIn(ended).decision).toBe('deny');
    expect(ended.stderr).toContain('loading');
  });
});

describe('what was not judged', () => {
  const faults: [string, string, Start & { event?: HookEvent; payload?: object }][] = [
    ['no JSON', GUARDED, { stdin: '{"hook_event_name": "PreTo' }],
    ['empty stdin', GUARDED, { stdin: '' }],
    ['a list', GUARDED, { stdin: '[]' }],
    ['null', GUARDED, { stdin: 'null' }],
    ['another event than told', GUARDED, { payload: payload('UserPromptSubmit', { prompt: 'hi' }) }],
    ['a config that throws', `throw new Error('broken')`, {}],
    ['a config that does not parse', `export default [`, {}],
    ['a config without a default export', `export const plugins = []`, {}],
    ['a config with an unknown key', `export default { plugins: [], plugin: [] }`, {}],
    ['a config that exits', `process.exit(3)`, {}],
    [
      'a config that ends the process without its listeners',
      `process.removeAllListeners(); process.exit(0)`,
      {},
    ],
    ['a config that asks the system to end', `process.reallyExit(0)`, {}],
    ['a config that throws what cannot be shown', SHY, {}],
    ['a process that is told to end', `process.kill(process.pid, 'SIGTERM'); ${WAIT}`, {}],
    ['a process whose terminal goes', `process.kill(process.pid, 'SIGHUP'); ${WAIT}`, {}],
    ['a config that makes JSON its own', `JSON.stringify = () => '{}'; throw 1`, {}],
    ['a stack with something else in it', `export default [() => {}]`, {}],
    ['a plugin that throws', guardThat(`throw new Error('broken')`), {}],
    ['a plugin that exits', guardThat(`process.exit(1)`), {}],
    [
      'a plugin that exits later',
      guardThat(`setTimeout(() => process.exit(1), 20); await new Promise(() => {})`),
      {},
    ],
    [
      'a rejection that nobody handles',
      guardThat(`Promise.reject(new Error('x')); await new Promise((r) => setTimeout(r, 200))`),
      {},
    ],
    [
      'a throw from a timer',
      guardThat(`setTimeout(() => { throw 1 }, 10); await new Promise((r) => setTimeout(r, 200))`),
      {},
    ],
    ['a plugin that never settles', guardThat(`await new Promise(() => {})`, `timeout: '200ms',`), {}],
  ];

  it.each(faults)(
    'blocks a gate event, with Hookloom and the cause in the reason: %s',
    async (_name, config, start) => {
      const project = await projectWith(config);
      const ended = await run(project, start);
      expect(ended.code).toBe(0);
      expect(decisionIn(ended)).toMatchObject({
        decision: 'deny',
        reason: expect.stringMatching(/hookloom|probe|env-file-guard/),
      });
      expect(ended.stdout.trimEnd()).not.toContain('\n');
    },
  );

  it('blocks when there is no config', async () => {
    const project = await projectWith(GUARDED);
    rmSync(project.path('hookloom.config.mjs'));
    expect(decisionIn(await run(project))).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('hookloom.config'),
    });
  });

  it.runIf(process.platform !== 'win32')(
    'blocks when the config is a pipe, and does not wait for it',
    async () => {
      const project = await projectWith(GUARDED);
      rmSync(project.path('hookloom.config.mjs'));
      execFileSync('mkfifo', [project.path('hookloom.config.mjs')]);
      const { decision, reason } = decisionIn(await run(project));
      expect([decision, reason]).toEqual(['deny', expect.stringContaining('it is no file')]);
    },
  );

  it('blocks a prompt by the word of that event', async () => {
    const project = await projectWith(`throw 1`);
    const ended = await run(project, { event: 'UserPromptSubmit', payload: payload('UserPromptSubmit') });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('hookloom'),
    });
  });

  it('lets any other event go, and tells the person', async () => {
    const project = await projectWith(`throw 1`);
    const ended = await run(project, { event: 'Stop', payload: payload('Stop') });
    expect(JSON.parse(ended.stdout)).toEqual({ systemMessage: expect.stringContaining('hookloom') });
    expect(ended.code).toBe(0);
  });

  it('withholds the output of a tool', async () => {
    const project = await projectWith(`throw 1`);
    const after = payload('PostToolUse', {
      tool_name: 'Bash',
      tool_response: { stdout: 'SECRET', stderr: '', interrupted: false, isImage: false },
    });
    const ended = await run(project, { event: 'PostToolUse', payload: after });
    expect(ended.stdout).not.toContain('SECRET');
    expect(JSON.parse(ended.stdout).hookSpecificOutput.updatedToolOutput.stdout).toContain('withheld');
  });

  it.each([
    ['a misspelt key of the config', `export default { plugin: [] }`, `unknown option 'plugin'`],
    [
      'a misspelt option of a guard',
      GUARDED.replace('envFileGuard()', `envFileGuard({ alow: [] })`),
      `unknown option 'alow'`,
    ],
  ])('names %s', async (_name, config, fault) => {
    const project = await projectWith(config);
    expect(decisionIn(await run(project)).reason).toContain(fault);
  });

  it('never quotes what the config threw: it may hold a secret', async () => {
    const project = await projectWith(`throw new Error('token=hunter2')`);
    const ended = await run(project);
    expect(ended.stdout).not.toContain('hunter2');
    expect(ended.stderr).toContain('hookloom.config.mjs');
  });
});

it.each([
  ['an entry that is no plugin', `export default [{ webhookUrl: 'https://x.example/MARKER' }]`],
  ['a text in place of a plugin', `export default { plugins: ['MARKER'] }`],
  [
    'an option',
    `import { definePlugin } from '@hookloom/core'; export default definePlugin({ name: 'p', timeout: 'MARKER', hooks: { PreToolUse() {} } })`,
  ],
  ['a setting', `export default { plugins: [], flush: 'MARKER' }`],
])(
  'what stands in a wrong place of the config may be a secret, and is not told to the model: %s',
  async (_, config) => {
    const project = await projectWith(config);
    const ended = await run(project);
    expect(decisionIn(ended).decision).toBe('deny');
    expect(ended.stdout).toContain('must be');
    expect(ended.stdout).not.toContain('MARKER');
  },
);

describe('the end of the process', () => {
  it('does not wait for timers and servers that a plugin left', async () => {
    const project = await projectWith(
      guardThat(`setInterval(() => {}, 1000); (await import('node:http')).createServer().listen(0)`),
    );
    const ended = await run(project);
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual({});
  });

  it('waits for background work', async () => {
    const project = await projectWith(
      guardThat(
        `ctx.waitUntil(new Promise((r) => setTimeout(r, 150)).then(() => fs.writeFileSync('sent.txt', 'x')))`,
      ),
    );
    await run(project);
    expect(project.read('sent.txt')).toBe('x');
  });

  it('waits for it no longer than the config says', async () => {
    const work = guardThat(`ctx.waitUntil(new Promise(() => setInterval(() => {}, 100)))`).replace(
      'export default [',
      'export default { flush: "50ms", plugins: [',
    );
    const project = await projectWith(work.replace(/\];$/, '] };'));
    const ended = await run(project);
    expect(JSON.parse(ended.stdout)).toEqual({});
    expect(ended.code).toBe(0);
  });

  it('does not change the answer when a plugin fails after it', async () => {
    const project = await projectWith(
      guardThat(`setTimeout(() => { throw 1 }, 20); ctx.waitUntil(new Promise((r) => setTimeout(r, 200)))`),
    );
    const ended = await run(project);
    expect(JSON.parse(ended.stdout)).toEqual({});
  });
});

describe('a wrong call', () => {
  it.each([
    ['no event', ['run']],
    ['a command that is misspelt', ['ru', '--event', 'PreToolUse']],
    ['the same, joined', ['runn', '--event=PreToolUse']],
    ['an event by its beginning', ['run', '--event', 'PreTool']],
    ['an event in another case', ['run', '--event', 'preToolUse']],
    ['an unknown flag', ['run', '--event', 'PreToolUse', '--confg', 'x']],
  ])('exits with 2, which the host takes for a block: %s', async (_name, args) => {
    const project = await projectWith(GUARDED);
    const ended = await hookloom(project, args);
    expect(ended.code).toBe(2);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).not.toBe('');
  });

  it('suggests the event that was meant', async () => {
    const project = await projectWith(GUARDED);
    expect((await hookloom(project, ['run', '--event', 'preToolUse'])).stderr).toContain('PreToolUse');
  });
});

describe('time', () => {
  it('runs out before the host gives up, when no payload comes', async () => {
    const project = await projectWith(GUARDED);
    const ended = await run(project, { stdin: null });
    expect(decisionIn(ended)).toMatchObject({ decision: 'deny', reason: expect.stringContaining('time') });
  }, 20_000);
});
