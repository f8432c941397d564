import { createHash } from 'node:crypto';
import type { CompiledProgram } from './compile.js';
import { LENGTH_DIGITS, launcherOf } from './launcher.js';
import { CATALOGUE, SHELL } from './shell-apart.js';

const PARAMETERS = `exports,require,module,__filename,__dirname,performance,${SHELL},${CATALOGUE}`;
const COMMENT_END = '*/';
const ESCAPED_END = '*\u0001/';

/** A bundle's one file. */
export interface BundleFile {
  readonly text: string;
  /** The name by which its code cache knows the programs; `undefined` for programs that cannot have one. */
  readonly id: string | undefined;
}

/**
 * Wraps programs in the code that starts them. They stand in comments, which are skipped and not parsed, and are compiled
 * from their cache; but those that import modules known at run time only are left to Node, because no code from a cache can
 * do that.
 */
export function toBundleFile({ program, shell }: CompiledProgram): BundleFile {
  const sources = [program, shell?.program ?? ''];
  const catalogue = holding('catalogue', shell?.catalogue ?? '');
  if (sources.some((source) => /\bimport\(/.test(source))) {
    const [main, commands] = sources;
    const held = `function main(${PARAMETERS}){${main}\n}\nfunction shell(${PARAMETERS}){${commands}\n}\n`;
    return { text: `${launcherOf(undefined)}\n${held}${catalogue}`, id: undefined };
  }
  const [main = '', commands = ''] = sources.map((source) => `(function(${PARAMETERS}){${source}\n})`);
  const id = createHash('sha256').update(main).update(commands).digest('hex');
  const held = holding('main', main) + holding('shell', commands);
  return { text: `${launcherOf(id)}\n${held}${catalogue}`, id };
}

function holding(name: string, text: string): string {
  return `function ${name}(){/*${text.replaceAll(COMMENT_END, ESCAPED_END)}*/}\n`;
}

/**
 * A code cache as its file holds it: after the programs' id, because V8 by itself knows a program by its length alone, and
 * the length of each part; each part twice, because V8 does not notice damage, and to compare is the fastest check of all.
 */
export function toCacheFile(id: string, parts: readonly Uint8Array[]): Buffer {
  const lengths = parts.map(({ length }) => String(length).padStart(LENGTH_DIGITS, '0'));
  return Buffer.concat([
    Buffer.from(id + lengths.join(''), 'latin1'),
    ...parts.flatMap((part) => [part, part]),
  ]);
}
