import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import type { Plugin } from 'esbuild';

/** The name by which a program knows the catalogue of commands that is kept beside it. */
export const CATALOGUE = 'hookloomCatalogue';

const WRITTEN = /^var builtinCatalogue = ("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`);$/m;

/** The catalogue of commands, and what takes it out of a program: most of its text, of which a call needs a few lines. */
export interface CatalogueApart {
  readonly plugin: Plugin;
  /** The catalogue, once the program is built; empty where it is still part of it. */
  text(): string;
}

/** Takes the catalogue out of a program that is built, so that it is not compiled, cached and loaded with it. */
export function catalogueApart(): CatalogueApart {
  let held = '';
  return {
    text: () => held,
    plugin: {
      name: 'hookloom-catalogue-apart',
      setup(build) {
        build.onLoad({ filter: /[\\/]tool-access[\\/]dist[\\/]index\.js$/ }, async ({ path }) => {
          const code = await readFile(path, 'utf8');
          const literal = WRITTEN.exec(code)?.[1];
          const text = literal === undefined ? '' : String(runInNewContext(literal));
          // A second copy of the package keeps its own. A text beyond ASCII would make each character of the file longer.
          if (text === '' || held !== '' || !isAscii(text)) return undefined;
          held = text;
          return { contents: code.replace(WRITTEN, `var builtinCatalogue = ${CATALOGUE};`), loader: 'js' };
        });
      },
    },
  };
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
