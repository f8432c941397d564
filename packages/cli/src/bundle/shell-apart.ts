import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { AS_PROGRAM } from './program-format.js';

/** The name by which a program asks for what reads commands. */
export const SHELL = 'hookloomShell';
/** The name by which that knows the catalogue of commands. */
export const CATALOGUE = 'hookloomCatalogue';

const WRITTEN = /^var builtinCatalogue = ("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`);$/m;

/** What reads commands, as a program of its own. */
export interface ShellProgram {
  readonly program: string;
  /** The catalogue of commands, most of its text, of which a call needs a few lines. */
  readonly catalogue: string;
}

/** What takes the reading of commands out of a program: more than half of it, and most calls hold no command. */
export interface ShellApart {
  readonly plugin: Plugin;
  /** Compiles what was taken out, once the program is built; undefined where it is still part of it. */
  compile(): Promise<ShellProgram | undefined>;
}

/** Takes the reading of commands out of a program that is built; the program asks for it when it meets the first. */
export function shellApart(): ShellApart {
  let held: string | undefined;
  return {
    compile: async () => (held === undefined ? undefined : compileShell(held)),
    plugin: {
      name: 'hookloom-shell-apart',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^#shell$/ }, ({ importer, resolveDir }) => {
          const path = join(resolveDir, 'shell.js');
          // A second copy of the package keeps its own.
          if (!/[\\/]tool-access[\\/]dist[\\/]index\.js$/.test(importer) || (held ?? path) !== path) return;
          held = path;
          return { path, namespace: 'hookloom-shell' };
        });
        onLoad({ filter: /./, namespace: 'hookloom-shell' }, async ({ path }) => {
          const names = Object.keys(await import(pathToFileURL(path).href));
          const getters = names.map((name) => `get ${name}() { return ${SHELL}().${name}; }`);
          return { contents: `module.exports = { ${getters.join(', ')} };` };
        });
      },
    },
  };
}

async function compileShell(path: string): Promise<ShellProgram> {
  let catalogue = '';
  const catalogueApart: Plugin = {
    name: 'hookloom-catalogue-apart',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]shell\.js$/ }, async ({ path: file }) => {
        const code = await readFile(file, 'utf8');
        const literal = WRITTEN.exec(code)?.[1];
        const text = literal === undefined ? '' : String(runInNewContext(literal));
        // A text beyond ASCII would make each character of the file longer.
        if (file !== path || text === '' || !isAscii(text)) return undefined;
        catalogue = text;
        return { contents: code.replace(WRITTEN, `var builtinCatalogue = ${CATALOGUE};`), loader: 'js' };
      });
    },
  };
  const { outputFiles } = await build({ ...AS_PROGRAM, entryPoints: [path], plugins: [catalogueApart] });
  return { program: outputFiles[0]?.text ?? '', catalogue };
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
