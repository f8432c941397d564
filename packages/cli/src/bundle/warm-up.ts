import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { cacheOf } from './cache-file.js';
import { type Cacheable, toCacheFile } from './code-cache.js';

// Runs the bundle on the payload from stdin; as it ends, what was compiled by then is written for the next start.
const REHEARSAL = `
const [bundle, out, event] = process.argv.slice(1);
const { program, codes } = require(bundle);
const { writeFileSync } = require('node:fs');
process.on('exit', () => codes().forEach((code, part) => writeFileSync(out + part, code)));
program.rehearse(['--event', event]);`;

const SAMPLES: readonly (readonly [tool: string, input: object])[] = [
  ['Bash', { command: "git status --short && cat 'a b.txt' | grep -n x > /dev/null; FOO=1 npm test $(ls)" }],
  ['Bash', { command: 'sed -n 1,5p a.txt; find . -name "*.ts" | xargs wc -l 2>&1 | sort -rn | head' }],
  ['Grep', { pattern: 'x', path: 'src', output_mode: 'content' }],
  ['Edit', { file_path: 'a.txt', old_string: 'a', new_string: 'b' }],
  ['Read', { file_path: 'a.txt' }],
];

const LONGEST = 30_000;

/** What came of the sample payloads. */
export interface WarmUp {
  /** The path of the cache; `undefined` where the bundle could not be run, and starts without one. */
  readonly cache: string | undefined;
  /** Why a sample was refused because nobody could judge it. */
  readonly refusal: string | undefined;
}

/**
 * Judges sample payloads with a bundle, in an empty folder and with a state of its own, and keeps the compiled code in
 * its cache. Plugins that observe, and the config's listeners, do not take part.
 */
export async function warmUp(bundle: string, cacheable: Cacheable): Promise<WarmUp> {
  const folder = await mkdtemp(join(tmpdir(), 'hookloom-bundle-'));
  const compiled = join(folder, 'compiled');
  const cache = cacheOf(bundle);
  let refusal: string | undefined;
  try {
    // Each begins with what the last one compiled, so that the cache grows.
    for (const [tool, input] of SAMPLES) {
      const said = await rehearse(bundle, compiled, folder, samplePayload(tool, input, folder));
      refusal ??= REFUSAL.exec(said)?.[1];
      const codes = await Promise.all(cacheable.parts.map((_, part) => readFile(`${compiled}${part}`)));
      await writeFileAtomic(cache, toCacheFile(cacheable, codes), { mode: 0o600 });
    }
    return { cache, refusal };
  } catch {
    await rm(cache, { force: true });
    return { cache: undefined, refusal };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// As `PendingAnswer` says it.
const REFUSAL = /^hookloom \w+: (.*), so nothing was checked$/m;

function samplePayload(tool: string, input: object, cwd: string): string {
  return JSON.stringify({
    session_id: 'hookloom-bundle',
    transcript_path: join(cwd, 'transcript.jsonl'),
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: 'file_path' in input ? { ...input, file_path: join(cwd, String(input.file_path)) } : input,
    tool_use_id: 'hookloom-bundle',
  });
}

function rehearse(bundle: string, out: string, cwd: string, payload: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['-e', REHEARSAL, bundle, out, 'PreToolUse'],
      { cwd, timeout: LONGEST, env: { ...process.env, HOOKLOOM_STATE_DIR: join(cwd, 'state') } },
      (error, _, stderr) => (error === null ? resolve(stderr) : reject(error)),
    );
    child.stdin?.end(payload);
  });
}
