import { createHash } from 'node:crypto';
import { EVENTS, isGateEvent } from '@hookloom/core';

/** The program stands in a comment, which is skipped and not parsed: it is compiled from its cache instead. */
const COMMENT_END = '*/';
const ESCAPED_END = '*\u0001/';
const ID_LENGTH = 64;
const GATES = new RegExp(EVENTS.filter(isGateEvent).join('|'));

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
    text: `${launcherOf(id)}\nfunction held(){/*${source.replaceAll(COMMENT_END, ESCAPED_END)}*/}\n`,
  };
}

/** What a code cache begins with. V8 by itself knows a program by its length alone. */
export function toCacheFile(id: string, cache: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(id, 'latin1'), cache]);
}

// Where the launcher itself fails there is no program to answer: exit code 2 blocks, and is kept for the gate events.
function launcherOf(id: string): string {
  return `'use strict';
const fs = require('node:fs');
const { Script, constants } = require('node:vm');

try {
  const text = held.toString();
  const script = new Script(text.slice(text.indexOf('/*') + 2, -3).replaceAll('*\\u0001/', '*/'), {
    filename: __filename,
    cachedData: cache(),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const program = { exports: {} };
  script.runInThisContext()(program.exports, require, program, __filename, __dirname);
  if (require.main === module) program.exports.run(process.argv.slice(2));
  else module.exports = { script, program: program.exports };
} catch (error) {
  console.error('hookloom: the bundle could not be started, so nothing was checked', error);
  process.exitCode = ${GATES}.test(process.argv.join(' ')) ? 2 : 1;
}

function cache() {
  try {
    const file = fs.openSync(__filename + '.cache', 'r');
    try {
      if (process.platform !== 'win32' && fs.fstatSync(file).mode & 0o022) return undefined;
      const bytes = fs.readFileSync(file);
      return bytes.latin1Slice(0, ${ID_LENGTH}) === '${id}' ? bytes.subarray(${ID_LENGTH}) : undefined;
    } finally {
      fs.closeSync(file);
    }
  } catch {
    return undefined;
  }
}
`;
}
