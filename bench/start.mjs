// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));
const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
const CONFIG = `
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
export default [
  envFileGuard(), systemPathGuard(), recursionGuard(),
  sandboxRedirect({ mount: new URL('mount', import.meta.url).pathname }), readOnlyApprove({ shell: true }),
];`;
const ROUNDS = 41;
const REQUESTS = 300;

/** A project that five guards watch, in a temporary folder. */
function buildProject() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-start-')));
  const cwd = join(base, 'project');
  mkdirSync(join(cwd, 'src'), { recursive: true });
  writeFileSync(join(cwd, 'src/a.ts'), 'export {};\n');
  writeFileSync(join(cwd, 'README.md'), '# A\n');
  writeFileSync(join(cwd, 'hookloom.config.mjs'), CONFIG);
  symlinkSync(MODULES, join(cwd, 'node_modules'), 'dir');
  const own = { HOME: base, CLAUDE_PROJECT_DIR: cwd };
  const env = { PATH: process.env.PATH, ...own };
  return {
    base,
    cwd,
    env,
    inherited: { ...process.env, ...own },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/**
 * @param {string} cwd
 * @param {string} tool
 * @param {object} input
 */
function payloadOf(cwd, tool, input) {
  return JSON.stringify({
    session_id: 's',
    transcript_path: join(cwd, 't.jsonl'),
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 't',
  });
}

/**
 * What a hook costs as a process, as ratios of an empty one's time, and as a request to the server, in milliseconds. Once
 * with the environment that this process has, as a hook has that of its agent, and once with an empty one: what Node does
 * at every start because of a variable (NODE_EXTRA_CA_CERTS alone can double the time of an empty one) makes both sides
 * of a ratio longer. The goals are of the first; the second tells what is left where nothing else takes time.
 * @returns {Promise<{ what: string, ratio: number, goal?: number }[]>}
 */
export async function benchStart() {
  const project = buildProject();
  const { cwd, env, inherited } = project;
  try {
    const { status, stderr } = spawnSync(process.execPath, [BIN, 'bundle'], { cwd, env });
    if (status !== 0) throw new Error(`hookloom bundle: ${stderr}`);
    const read = payloadOf(cwd, 'Read', { file_path: join(cwd, 'src/a.ts') });
    const bash = payloadOf(cwd, 'Bash', { command: 'git log --oneline -5 | head -3 && cat README.md' });
    const bundle = [join(cwd, '.claude/hookloom.cjs'), '--event', 'PreToolUse'];
    const run = [BIN, 'run', '--event', 'PreToolUse'];
    /** @type {Jobs} */
    const jobs = {
      'node -e 0': { args: ['-e', '0'], input: '' },
      'the bundle, a Read': { args: bundle, input: read, goal: 1.25 },
      'the bundle, a Bash command': { args: bundle, input: bash, goal: 1.4 },
      'hookloom run with a plain config, a Read': { args: run, input: read, goal: 2 },
    };
    const inEmpty = timeJobs(jobs, { cwd, env }, ', in an empty environment');
    return [
      ...timeJobs(jobs, { cwd, env: inherited }, ''),
      ...inEmpty.map(({ what, ratio }) => ({ what, ratio })),
      { what: 'hookloom serve, a Read: median ms in it', ratio: await inServer(project, read), goal: 1 },
    ];
  } finally {
    project.remove();
  }
}

/** @typedef {Record<string, { args: string[], input: string, goal?: number }>} Jobs */

/**
 * Runs jobs in turns, of which the fastest of each counts: on a shared machine whatever else runs can only add to a time.
 * @param {Jobs} jobs
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} place
 * @param {string} where
 */
function timeJobs(jobs, place, where) {
  /** @type {Record<string, number>} */
  const best = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { args, input }] of Object.entries(jobs)) {
      const began = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { ...place, input });
      const taken = performance.now() - began;
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, taken);
    }
  }
  const base = best['node -e 0'] ?? 1;
  return Object.entries(jobs).map(([what, { goal }]) => ({
    what: what + where,
    ratio: (best[what] ?? 0) / base,
    ...(goal !== undefined && { goal }),
  }));
}

/**
 * @param {ReturnType<typeof buildProject>} project
 * @param {string} body
 */
async function inServer({ base, cwd, env }, body) {
  const server = spawn(process.execPath, [BIN, 'serve', '--port', '0'], { cwd, env });
  let log = '';
  server.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const line = await new Promise((resolve) => server.stdout.once('data', resolve));
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  const token = readFileSync(join(base, '.local/state/hookloom/token'), 'utf8').trim();
  for (let i = 0; i < REQUESTS; i += 1) {
    const headers = { authorization: `Bearer ${token}` };
    await (await fetch(`${url}/PreToolUse`, { method: 'POST', headers, body })).json();
  }
  server.kill();
  await new Promise((resolve) => server.once('close', resolve));
  const taken = log
    .split('\n')
    .filter((each) => each.startsWith('{'))
    .map((each) => Number(JSON.parse(each).ms))
    .sort((a, b) => a - b);
  return taken[Math.floor(taken.length / 2)] ?? Number.NaN;
}
