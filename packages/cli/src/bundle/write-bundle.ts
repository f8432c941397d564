import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { HookloomError } from '@hookloom/core';
import writeFileAtomic from 'write-file-atomic';
import { type ConfigFile, type ConfigSearch, findConfigs } from '../config/find.js';
import { toBundleFile } from './bundle-file.js';
import { cacheOf } from './cache-file.js';
import { compileProgram } from './compile.js';
import { warmUp } from './warm-up.js';

/** A bundle that was written. */
export interface WrittenBundle {
  readonly path: string;
  /** The file that holds its compiled code; `undefined` where it has none, and starts slower. */
  readonly cache: string | undefined;
  /** Why it has none. */
  readonly uncached?: string;
  /** Why a sample call was refused in it because nobody could judge it. */
  readonly refusal?: string | undefined;
  readonly configs: readonly ConfigFile[];
}

const IMPORTS = 'it imports modules that are known at run time only';
const FAILED = 'a sample call failed in it';

/**
 * Writes the configs that apply, and their plugins, as one file that answers an event as `hookloom run` does.
 * @param out the file to write. Default: `.claude/hookloom.cjs` beside the project's config; `hookloom.cjs` beside the
 * person's own, where there is no other.
 * @throws HookloomError `CONFIG_MISSING` or `CONFIG_INVALID`.
 */
export async function writeBundle(search: ConfigSearch, out?: string): Promise<WrittenBundle> {
  const configs = findConfigs(search);
  const [first] = configs;
  if (first === undefined) {
    throw new HookloomError('CONFIG_MISSING', 'there is no hookloom.config.{ts,mts,js,mjs} here', {
      value: search.cwd,
    });
  }
  const path = out === undefined ? defaultPath(configs.at(-1) ?? first) : resolve(search.cwd, out);
  const { text, cacheable } = toBundleFile(await compileProgram(configs), configs);
  await mkdir(dirname(path), { recursive: true });
  await rm(cacheOf(path), { force: true });
  await writeFileAtomic(path, text, { mode: 0o600 });
  if (cacheable === undefined) return { path, cache: undefined, uncached: IMPORTS, configs };
  const { cache, refusal } = await warmUp(path, cacheable);
  return { path, cache, refusal, ...(cache === undefined && { uncached: FAILED }), configs };
}

function defaultPath({ path, scope }: ConfigFile): string {
  return scope === 'user'
    ? join(dirname(path), 'hookloom.cjs')
    : join(dirname(path), '.claude', 'hookloom.cjs');
}
