import { createHash } from 'node:crypto';
import { launcherOf } from './launcher.js';

/** The program stands in a comment, which is skipped and not parsed: it is compiled from its cache instead. */
const COMMENT_END = '*/';
const ESCAPED_END = '*\u0001/';

/** A bundle's one file, and the name by which its code cache knows the program. */
export interface BundleFile {
  readonly text: string;
  readonly id: string;
}

/** The code cache of a bundle: compiled code, which V8 takes without parsing. Whoever can write it can run code. */
export function cacheOf(bundle: string): string {
  return `${bundle}.cache`;
}

/** Wraps a program in the code that starts it, with its cache where there is one made for just this program. */
export function toBundleFile(program: string): BundleFile {
  const source = `(function(exports,require,module,__filename,__dirname){${program}\n})`;
  const id = createHash('sha256').update(source).digest('hex');
  return {
    id,
    text: `${launcherOf(id, /\bimport\(/.test(program))}\nfunction held(){/*${source.replaceAll(COMMENT_END, ESCAPED_END)}*/}\n`,
  };
}

/** What a code cache begins with. V8 by itself knows a program by its length alone. */
export function toCacheFile(id: string, cache: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(id, 'latin1'), cache]);
}
