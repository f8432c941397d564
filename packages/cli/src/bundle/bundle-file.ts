import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import type { ConfigFile } from '../config/find.js';
import { type Cacheable, cachedHolding } from './code-cache.js';
import type { CompiledProgram } from './compile.js';
import { headOf } from './head.js';
import { type Holding, launcherOf } from './launcher.js';
import { CATALOGUE, SHELL } from './shell-apart.js';

const PARAMETERS = `exports,require,module,__filename,__dirname,performance,${SHELL},${CATALOGUE}`;

// Node itself compiles them, as strict as the rest of the file.
const PLAIN: Holding = {
  early: '',
  kept: true,
  start: `const start = (part, ...told) => (part === 0 ? main(...told) : shell(...told, catalogue()));`,
  exported: '{}',
  functions: '',
};

/** A bundle's one file. */
export interface BundleFile {
  readonly text: string;
  /** What a code cache is made for; `undefined` where there can be none. */
  readonly cacheable: Cacheable | undefined;
}

/**
 * Puts programs and the code that starts them into one file. They are held packed, and are compiled from the cache beside
 * it, which holds them unpacked: for Node to read all of a long file takes longer than what most calls need of it. But those
 * that import modules known at run time only are left to Node, because no code from a cache can do that. The first line
 * names the configs.
 */
export function toBundleFile(
  { program, shell }: CompiledProgram,
  configs: readonly ConfigFile[],
): BundleFile {
  const head = headOf(configs);
  const { program: commands, catalogue } = shell ?? { program: '', catalogue: '' };
  if ([program, commands].some((source) => /\bimport\(/.test(source))) {
    const functions = [
      `function main(${PARAMETERS}){${program}\n}`,
      `function shell(${PARAMETERS}){${commands}\n}`,
      `function catalogue(){return ${JSON.stringify(catalogue)}}`,
    ];
    return { text: `${head}\n${launcherOf(PLAIN)}\n${functions.join('\n')}\n`, cacheable: undefined };
  }
  const [main, reader] = [program, commands].map((source) => `(function(${PARAMETERS}){${source}\n})`);
  const parts = [[main as string], [reader as string, catalogue]];
  const texts = JSON.stringify(parts);
  const cacheable = { id: createHash('sha256').update(texts).digest('hex'), parts };
  // As short as can be in half a second: Node reads it at every start, and goes by it.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: texts.length };
  const packed = brotliCompressSync(texts, { params }).toString('base64');
  const text = `${head}\n${launcherOf(cachedHolding(cacheable))}\n//packed:${packed}\n`;
  return { text, cacheable };
}
