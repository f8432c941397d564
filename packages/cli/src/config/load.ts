import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HookloomError } from '@hookloom/core';
import { type Config, toConfig } from './define.js';
import type { ConfigFile } from './find.js';

// `run` gives up a little earlier by itself.
const LONGEST_LOAD = 12_000;

/** A config and the file that it came from. */
export interface LoadedConfig extends ConfigFile {
  readonly config: Config;
}

/**
 * Loads and checks one config file. TypeScript goes through jiti, unless the runtime strips types by itself.
 * @param stateFolder keeps what jiti compiled: a cache within the project would be code that the agent can change.
 * @throws HookloomError `CONFIG_INVALID`, with what was thrown as its cause. Its message names the file, and the fault only
 * where that is an error of Hookloom's, such as a misspelt option: any other text may hold a secret.
 */
export function loadConfig(file: ConfigFile, stateFolder: string): Promise<LoadedConfig> {
  return loadConfigBy(file, () => importDefault(file.path, stateFolder));
}

/**
 * Checks what a config file exports by default, as `evaluate` gives it.
 * @throws HookloomError as `loadConfig` does.
 */
export async function loadConfigBy(
  file: ConfigFile,
  evaluate: () => Promise<unknown>,
): Promise<LoadedConfig> {
  let exported: unknown;
  try {
    exported = await evaluate();
  } catch (cause) {
    const message = `${file.path} could not be loaded${faultOf(cause)}`;
    throw new HookloomError('CONFIG_INVALID', message, { value: file.path, cause });
  }
  try {
    return { ...file, config: toConfig(exported) };
  } catch (cause) {
    const why = cause instanceof HookloomError ? cause.message : 'it is no config';
    throw new HookloomError('CONFIG_INVALID', `${file.path}: ${why}`, { value: file.path, cause });
  }
}

// By its name: a project has a copy of core of its own.
function faultOf(cause: unknown): string {
  return cause instanceof Error && cause.name === 'HookloomError' ? `: ${cause.message}` : '';
}

/** A config that waits for ever would else end the process without a word, or keep it for ever. */
async function importDefault(path: string, stateFolder: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((_, reject) => {
    const why = `it did not load within ${LONGEST_LOAD / 1000} seconds`;
    timer = setTimeout(() => reject(new HookloomError('CONFIG_INVALID', why, { value: path })), LONGEST_LOAD);
  });
  try {
    return await Promise.race([importModule(path, stateFolder), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function importModule(path: string, stateFolder: string): Promise<unknown> {
  // To read a pipe would wait for whoever writes to it.
  if (!statSync(path).isFile()) throw new HookloomError('CONFIG_INVALID', 'it is no file', { value: path });
  if (/\.m?ts$/.test(path) && !stripsTypes()) {
    const { createJiti } = await import('jiti');
    const jiti = createJiti(import.meta.url, {
      fsCache: join(stateFolder, 'compiled'),
      interopDefault: false,
    });
    return jiti.import(path, { default: true });
  }
  return ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
}

function stripsTypes(): boolean {
  return Boolean((process.features as { typescript?: unknown }).typescript);
}
