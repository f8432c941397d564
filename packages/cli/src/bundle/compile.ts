import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { HookloomError } from '@hookloom/core';
import { type BuildFailure, build, type Plugin } from 'esbuild';
import type { ConfigFile } from '../config/find.js';
import { importMeta } from './import-meta.js';
import { lazyBuiltins } from './lazy-builtins.js';
import { AS_PROGRAM } from './program-format.js';
import { type ShellProgram, shellApart } from './shell-apart.js';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** A compiled program, and what reads commands, when that is no part of it. */
export interface CompiledProgram {
  readonly program: string;
  readonly shell: ShellProgram | undefined;
}

/**
 * Compiles configs, their plugins and what answers an event into one CommonJS program.
 * @returns its texts, in ASCII.
 * @throws HookloomError `CONFIG_INVALID`, with what esbuild says.
 */
export async function compileProgram(configs: readonly ConfigFile[]): Promise<CompiledProgram> {
  const apart = shellApart();
  try {
    const { outputFiles } = await build({
      ...AS_PROGRAM,
      stdin: { contents: entryOf(configs), resolveDir: DIST, sourcefile: 'hookloom-bundle.js' },
      plugins: [byNumber(configs), apart.plugin, importMeta, lazyBuiltins],
    });
    return { program: strict(outputFiles[0]?.text ?? ''), shell: await apart.compile() };
  } catch (error) {
    const { errors = [] } = error as Partial<BuildFailure>;
    const said = errors.map(({ text, location }) =>
      location === null ? text : `${location.file}:${location.line}: ${text}`,
    );
    throw new HookloomError(
      'CONFIG_INVALID',
      `it could not be bundled: ${said.join('; ') || String(error)}`,
      {
        cause: error,
      },
    );
  }
}

// Configs and plugins are modules, whose code is strict: else a write to what is frozen would pass in a bundle. An old script
// among them that is no such code must be told of here: a hook that does not compile lets its call through.
function strict(program: string): string {
  const text = `'use strict';${program}`;
  void new Script(`(function(){${text}\n})`);
  return text;
}

// Each config is evaluated within the run, where what it throws blocks and what it prints goes to stderr.
function entryOf(configs: readonly ConfigFile[]): string {
  const entries = configs.map(
    ({ path, scope }, i) =>
      `{ path: ${JSON.stringify(path)}, scope: '${scope}', evaluate: () => import('hookloom-config:${i}') }`,
  );
  return `
import { toProgram } from './bundle/runtime.js';
const program = toProgram([${entries.join(', ')}]);
export const run = program.run;
export const rehearse = program.rehearse;
export const keepFromStdout = () => require('./run/children.js').keepFromStdout();`;
}

// A path may hold what is a pattern to esbuild, such as an asterisk.
function byNumber(configs: readonly ConfigFile[]): Plugin {
  return {
    name: 'hookloom-config-by-number',
    setup({ onResolve }) {
      onResolve({ filter: /^hookloom-config:\d+$/ }, ({ path }) => ({
        path: configs[Number(path.split(':')[1])]?.path ?? '',
      }));
    },
  };
}
