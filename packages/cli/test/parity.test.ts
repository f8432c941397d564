import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createHooks, faultInPayload, type Stack } from '@hookloom/core';
import type { Project } from '@hookloom/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFixture, type Fixture } from '../../tool-access/test/corpus/fixture.js';
import { createNodeProject, hookloom, node } from './command-line.js';
import { type Line, parityLines } from './parity-payloads.js';
import { serve } from './server.js';

const CONFIG = `
  import { definePlugin } from '@hookloom/core';
  import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
  import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
  import { recursionGuard } from '@hookloom/plugins-recursion-guard';
  import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
  const { PARITY_ROOT: root, PARITY_MOUNT: mount } = process.env;
  const words = {
    note: (ctx) => ctx.note('noted'),
    block: (ctx) => ctx.block('blocked'),
    tell: (ctx) => ctx.tell('told'),
    halt: (ctx) => ctx.halt('halted'),
    throw: () => { throw new Error('thrown'); },
    return: () => ({ decision: 'block' }),
  };
  export default [
    envFileGuard(), systemPathGuard(),
    recursionGuard({ maxTotal: 3, nestedAgents: 'deny' }),
    sandboxRedirect({ root, mount }),
    readOnlyApprove({ shell: true }),
    definePlugin({ name: 'speaker', hooks: {
      UserPromptSubmit: (ctx) => words[ctx.prompt]?.(ctx),
      PermissionRequest: (ctx) => ctx.deny('not today'),
      PostToolUse: (ctx) => ctx.note('seen'),
      Stop: (ctx) => ctx.tell('stopped'),
      SubagentStop: (ctx) => ctx.block('go on'),
      SessionStart: (ctx) => ctx.note('welcome'),
      PreModelSwitch: (ctx) => ctx.ask('really?'),
      Elicitation: (ctx) => ctx.decline('no forms'),
    } }),
  ];`;

type Host = (line: Line) => Promise<unknown>;

let fixture: Fixture;
let project: Project;
const folders: string[] = [];
const { HOME } = process.env;

beforeAll(async () => {
  fixture = buildFixture();
  project = await createNodeProject({ 'hookloom.config.mjs': CONFIG });
  process.env.HOME = fixture.home;
  // Settings that name Hookloom, for what the command line guards by itself.
  const init = await hookloom(project, ['init', '--yes', '--project'], { env: settingOf('init') });
  expect(init.stderr).toBe('');
});
afterAll(async () => {
  process.env.HOME = HOME;
  fixture.remove();
  await project.dispose();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What the config of one host reads: a mount and a state of its own. */
function settingOf(host: string): Record<string, string> {
  const own = mkdtempSync(join(tmpdir(), `hookloom-parity-${host}-`));
  folders.push(own);
  return {
    HOME: fixture.home,
    PARITY_ROOT: fixture.root,
    PARITY_MOUNT: join(own, 'mount'),
    HOOKLOOM_STATE_DIR: join(own, 'state'),
  };
}

/** Asks one host about every line, one after the other, and hides where its mount is. */
async function answersOf(host: Host, mount: string | undefined, lines: readonly Line[]): Promise<string[]> {
  const answers: string[] = [];
  for (const line of lines) {
    const answer = JSON.stringify(await host(line)).replaceAll(mount ?? '', '/sbx');
    answers.push(`${line.name}: ${answer}`);
  }
  return answers;
}

async function sdkHost(setting: Record<string, string>): Promise<Host> {
  const { PARITY_ROOT, PARITY_MOUNT } = setting;
  Object.assign(process.env, { PARITY_ROOT, PARITY_MOUNT });
  const config = (await import(pathToFileURL(project.path('hookloom.config.mjs')).href)) as {
    default: Stack;
  };
  const hooks = createHooks(config.default);
  return async ({ event, text }) => {
    const [callback] = hooks[event]?.[0]?.hooks ?? [];
    const payload = parsed(text);
    return callback?.(payload as never, undefined, { signal: new AbortController().signal }) ?? {};
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

/** What becomes of the call, without the words for it. */
function verdictOf(line: string): string {
  const [, name = '', answer = '{}'] = /^(.*?): (\{.*)$/s.exec(line) ?? [];
  const { hookSpecificOutput = {}, decision } = JSON.parse(answer);
  return `${name}: ${hookSpecificOutput.permissionDecision ?? hookSpecificOutput.decision?.behavior ?? decision}`;
}

it('the SDK, command hooks, the bundle and HTTP hooks give one answer, line by line', async () => {
  const lines = parityLines(fixture);
  expect(lines.length).toBeGreaterThanOrEqual(150);

  const sdk = settingOf('sdk');
  const fromSdk = await answersOf(await sdkHost(sdk), sdk.PARITY_MOUNT, lines);

  const http = settingOf('http');
  const server = await serve(project, http, join(http.HOOKLOOM_STATE_DIR ?? '', 'token'));
  const askServer: Host = async ({ event, text }) => (await server.post(`/hooks/${event}`, text)).json();
  const fromServer = await answersOf(askServer, http.PARITY_MOUNT, lines);
  await server.stop();

  const bundle = project.path('bundle.cjs');
  const command = settingOf('run');
  const bundled = settingOf('bundle');
  expect((await hookloom(project, ['bundle', '--out', bundle], { env: bundled })).code).toBe(0);
  const askRun: Host = async ({ event, text }) =>
    JSON.parse((await hookloom(project, ['run', '--event', event], { stdin: text, env: command })).stdout);
  const askBundle: Host = async ({ event, text }) =>
    JSON.parse((await node(project, [bundle, '--event', event], { stdin: text, env: bundled })).stdout);
  const [fromRun, fromBundle] = await Promise.all([
    answersOf(askRun, command.PARITY_MOUNT, lines),
    answersOf(askBundle, bundled.PARITY_MOUNT, lines),
  ]);

  expect(fromBundle).toEqual(fromRun);
  expect(fromServer).toEqual(fromRun);
  // Where nobody can judge, the plugins of a callback fail, and it blocks too. The command line adds the self-guard, whose
  // words come first.
  expect(fromSdk.map(verdictOf)).toEqual(fromRun.map(verdictOf));
  const sound = lines.flatMap(({ event, text }, i) =>
    faultInPayload(event, parsed(text)) === undefined && !fromRun[i]?.includes('self-guard') ? [i] : [],
  );
  expect(sound.length).toBeGreaterThan(100);
  expect(sound.map((i) => fromSdk[i])).toEqual(sound.map((i) => fromRun[i]));
  const decided = new Set(fromRun.map((line) => verdictOf(line).replace(/^.*: /s, '')));
  expect([...decided].sort()).toEqual(expect.arrayContaining(['allow', 'ask', 'block', 'deny', 'undefined']));
}, 300_000);
