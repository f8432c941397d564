import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type Project, payload, toolCall } from '@hookloom/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeProject, hookloom } from './command-line.js';
import { type Served, serve } from './server.js';

const CONFIG = `
  import { appendFileSync } from 'node:fs';
  import { definePlugin, onTool } from '@hookloom/core';
  import { envFileGuard } from '@hookloom/plugins-fs-guard';
  const told = (line) => appendFileSync('told.txt', line + '\\n');
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  export default [
    envFileGuard(),
    definePlugin({ name: 'probe', state: () => ({ n: 0 }), hooks: { PreToolUse: onTool('Bash', async (ctx) => {
      if (ctx.input.command === 'slow') { await wait(600); return ctx.deny('slow'); }
      if (ctx.input.command === 'stray') { setTimeout(() => { throw new Error('x') }, 10); await wait(500); }
      if (ctx.input.command === 'count') ctx.note('call ' + (await ctx.update(({ n }) => ({ n: n + 1 }))).n);
      if (ctx.input.command === 'hang') {
        told('began');
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
        told('aborted');
      }
    }) } }),
  ];`;

let project: Project;
let server: Served;

beforeEach(async () => {
  project = await createNodeProject({ 'hookloom.config.mjs': CONFIG, 'told.txt': '' });
  server = await serve(project);
});

afterEach(async () => {
  server.child.kill('SIGKILL');
  await project.dispose();
});

const bash = (command: string) => JSON.stringify(toolCall('Bash', { command }, { cwd: project.cwd }));
const readOfEnv = () =>
  JSON.stringify(toolCall('Read', { file_path: project.path('.env') }, { cwd: project.cwd }));

async function decisionOf(response: Response): Promise<{ decision: unknown; reason: unknown }> {
  expect(response.status).toBe(200);
  const { hookSpecificOutput: output = {} } = (await response.json()) as {
    hookSpecificOutput?: Record<string, string>;
  };
  return { decision: output.permissionDecision, reason: output.permissionDecisionReason };
}

/** A request with headers that fetch does not let anyone set. */
function rawStatus(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port: server.port, path, headers }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end();
  });
}

describe('a decision', () => {
  it('is that of the stack, by the event in the path and by the one in the payload', async () => {
    for (const path of ['/hooks/PreToolUse', '/hooks']) {
      const judged = await decisionOf(await server.post(path, readOfEnv()));
      expect(judged).toMatchObject({
        decision: 'deny',
        reason: expect.stringContaining('env-file-guard'),
      });
    }
    expect(await (await server.post('/hooks/PreToolUse', bash('ls'))).json()).toEqual({});
  });

  it('is for sessions of its own project: those of another are blocked, and told', async () => {
    const at = (folder: string) =>
      JSON.stringify(toolCall('Bash', { command: 'echo' }, { cwd: `${project.cwd}${folder}` }));
    mkdirSync(project.path('packages/a-b'), { recursive: true });
    const decide = async (body: string) => decisionOf(await server.post('/hooks/PreToolUse', body));
    for (const folder of ['', '/packages', '/packages/a-b']) {
      expect((await decide(at(folder))).decision).toBeUndefined();
    }
    // A neighbour whose name goes on, and a part that is not there.
    for (const folder of ['-2', '/packages/c']) {
      expect(await decide(at(folder))).toMatchObject({
        decision: 'deny',
        reason: expect.stringContaining('serves another project'),
      });
    }
    const other = toolCall('Bash', { command: 'echo' }, { cwd: '/elsewhere' });
    expect((await decide(JSON.stringify(other))).reason).toContain('serves another project');
    // Who moved to another folder within the session is still of this project.
    const { transcript_path } = JSON.parse(at(''));
    expect((await decide(JSON.stringify({ ...other, transcript_path }))).decision).toBeUndefined();
  });

  it('counts with the state that command hooks use', async () => {
    const count = async () => JSON.stringify(await (await server.post('/hooks', bash('count'))).json());
    expect(await count()).toContain('call 1');
    const run = await hookloom(project, ['run', '--event', 'PreToolUse'], { stdin: bash('count') });
    expect(run.stdout).toContain('call 2');
    expect(await count()).toContain('call 3');
  });
});

describe('what cannot be judged', () => {
  it.each([
    ['no JSON', '{"hook_event_name": "PreTo'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['another event', JSON.stringify(payload('Stop'))],
  ])('blocks a gate event: %s', async (_name, body) => {
    expect(await decisionOf(await server.post('/hooks/PreToolUse', body))).toMatchObject({
      decision: 'deny',
      reason: expect.stringMatching(/hookloom|env-file-guard/),
    });
  });

  it('blocks a gate event: a body longer than the limit', async () => {
    const judged = await decisionOf(await server.post('/hooks/PreToolUse', 'x'.repeat(64 * 1024 * 1024 + 1)));
    expect(judged).toMatchObject({ decision: 'deny', reason: expect.stringContaining('64 MB') });
  });

  it('blocks what is being judged when something throws outside of its plugin, and goes on', async () => {
    expect(await decisionOf(await server.post('/hooks/PreToolUse', bash('stray')))).toMatchObject({
      decision: 'deny',
    });
    expect(await decisionOf(await server.post('/hooks/PreToolUse', readOfEnv()))).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('env-file-guard'),
    });
  });

  it('lets any other event go, and tells the person', async () => {
    const response = await server.post('/hooks/Stop', 'no json');
    expect(await response.json()).toEqual({ systemMessage: expect.stringContaining('hookloom') });
  });

  it('is an error where no event is known', async () => {
    expect((await server.post('/hooks/preToolUse', bash('ls'))).status).toBe(404);
    expect((await server.post('/hooks', 'no json')).status).toBe(400);
  });
});

describe('the door', () => {
  it.each([{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic wrong' }])(
    'is closed without the token: %o',
    async (headers) => {
      for (const path of ['/hooks/PreToolUse', '/hooks', '/hooks/nothing', '/anything']) {
        const response = await server.post(path, readOfEnv(), headers as Record<string, string>);
        expect(response.status).toBe(401);
        expect(await response.text()).toBe('{"error":"unauthorized"}');
      }
    },
  );

  it('is closed to another host name, even with the token', async () => {
    const headers = { authorization: `Bearer ${server.token}`, host: `rebound.example:${server.port}` };
    expect(await rawStatus('/hooks/PreToolUse', headers)).toBe(403);
    expect(await rawStatus('/healthz', { host: 'rebound.example' })).toBe(403);
    expect(await rawStatus('/healthz', { host: 'localhost' })).toBe(200);
  });

  it('says to anyone on this machine that it is up, and nothing else', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ ok: true });
  });

  it('listens on loopback alone', () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe('the token', () => {
  it('is made for its owner alone', () => {
    expect(statSync(`${project.home}/.local/state/hookloom/token`).mode & 0o777).toBe(0o600);
    expect(server.token.length).toBeGreaterThan(40);
  });

  it('is refused when others can read it, or when it is none', async () => {
    mkdirSync(project.path('t'));
    for (const [content, mode, why] of [
      ['a'.repeat(43), 0o644, 'chmod 600'],
      ['short', 0o600, 'no token'],
    ] as const) {
      const file = project.path('t/token');
      writeFileSync(file, content);
      chmodSync(file, mode);
      const ended = await hookloom(project, ['serve', '--port', '0', '--token-file', file]);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain(why);
    }
  });
});

describe('a request', () => {
  it('is logged with its verdict, and without its input or the token', async () => {
    await server.post('/hooks/PreToolUse', readOfEnv());
    await server.post('/hooks/PreToolUse', bash('echo s3cret-word'), { authorization: 'Bearer wrong' });
    await expect.poll(() => server.log().length).toBe(2);
    const log = server.log();
    expect(log[0]).toMatchObject({
      status: 200,
      event: 'PreToolUse',
      tool: 'Read',
      decision: 'deny',
      ms: expect.any(Number),
    });
    expect(log[1]).toMatchObject({ status: 401 });
    expect(JSON.stringify(log)).not.toMatch(/s3cret-word|\.env|file_path/);
    expect(JSON.stringify(log)).not.toContain(server.token);
  });

  it('that breaks off is a line of the log, and nothing else', async () => {
    let printed = '';
    server.child.stderr?.on('data', (chunk) => {
      printed += chunk;
    });
    const { connect } = await import('node:net');
    const socket = connect(server.port, '127.0.0.1');
    const head = `Host: localhost\r\nAuthorization: Bearer ${server.token}\r\nContent-Length: 99`;
    socket.write(`POST /hooks/PreToolUse HTTP/1.1\r\n${head}\r\n\r\n{"a`);
    setTimeout(() => socket.destroy(), 100);
    await expect.poll(() => printed).toContain('could not be read');
    for (const line of printed.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('that the host gives up aborts the plugins that work on it', async () => {
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${server.token}` };
    const answer = server.post('/hooks/PreToolUse', bash('hang'), headers, gone.signal);
    await expect.poll(() => project.read('told.txt')).toContain('began');
    gone.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => project.read('told.txt')).toContain('aborted');
  });
});

describe('a stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s answers what is in flight and takes nothing new',
    async (by) => {
      const slow = server.post('/hooks/PreToolUse', bash('slow'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      const code = server.stop(by);
      expect(await decisionOf(await slow)).toMatchObject({ decision: 'deny', reason: 'probe: slow' });
      expect(await code).toBe(0);
      await expect(server.post('/hooks/PreToolUse', bash('ls'))).rejects.toThrow();
    },
  );
});

it('a server without a config does not start', async () => {
  const ended = await hookloom(project, ['serve', '--config', 'missing.mjs']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('missing.mjs');
});

it('a port that is taken, or is none, is an error', async () => {
  const taken = await hookloom(project, ['serve', '--port', String(server.port)]);
  expect(taken.code).toBe(1);
  expect(taken.stderr).toContain('EADDRINUSE');
  expect((await hookloom(project, ['serve', '--port', '99999'])).code).toBe(1);
});
