import { createHash } from 'node:crypto';
import { CATALOGUE } from './catalogue-apart.js';
import type { CompiledProgram } from './compile.js';
import { launcherOf } from './launcher.js';

const PARAMETERS = `exports,require,module,__filename,__dirname,performance,${CATALOGUE}`;
const COMMENT_END = '*/';
const ESCAPED_END = '*\u0001/';

/** A bundle's one file. */
export interface BundleFile {
  readonly text: string;
  /** The name by which its code cache knows the program; `undefined` for a program that cannot have one. */
  readonly id: string | undefined;
}

/**
 * Wraps a program in the code that starts it. It stands in a comment, which is skipped and not parsed, and is compiled
 * from its cache; but one that imports modules known at run time only is left to Node, because no code from a cache can
 * do that.
 */
export function toBundleFile({ program, catalogue }: CompiledProgram): BundleFile {
  const beside = `function catalogue(){${toComment(catalogue)}}\n`;
  if (/\bimport\(/.test(program)) {
    return {
      text: `${launcherOf(undefined)}\nfunction held(${PARAMETERS}){${program}\n}\n${beside}`,
      id: undefined,
    };
  }
  const source = `(function(${PARAMETERS}){${program}\n})`;
  const id = createHash('sha256').update(source).digest('hex');
  return { text: `${launcherOf(id)}\nfunction held(){${toComment(source)}}\n${beside}`, id };
}

function toComment(text: string): string {
  return `/*${text.replaceAll(COMMENT_END, ESCAPED_END)}*/`;
}

/**
 * A code cache as its file holds it: after the program's id, because V8 by itself knows a program by its length alone, and
 * twice, because V8 does not notice damage, and to compare is the fastest check of all.
 */
export function toCacheFile(id: string, cache: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(id, 'latin1'), cache, cache]);
}
