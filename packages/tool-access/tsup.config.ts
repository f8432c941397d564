import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { packCatalogue } from './pack-catalogue.js';
import { shellApart } from './shell-apart.js';

const common: Options = {
  target: 'node20',
  tsconfig: 'tsconfig.build.json',
  sourcemap: true,
  splitting: false,
};

function licenceOf(name: string): string {
  const main = createRequire(import.meta.url).resolve(name);
  return readFileSync(join(dirname(dirname(main)), 'LICENSE'), 'utf8');
}

export default defineConfig([
  {
    ...common,
    entry: { index: 'src/index.ts', 'shell-on-demand': 'src/shell/on-demand.ts' },
    format: 'esm',
    dts: { entry: 'src/index.ts' },
    esbuildPlugins: [shellApart],
  },
  {
    ...common,
    entry: { shell: 'src/shell/index.ts' },
    format: 'esm',
    esbuildPlugins: [packCatalogue],
  },
  {
    ...common,
    entry: { shell: 'src/shell/index.ts' },
    format: 'cjs',
    sourcemap: false,
    // The parser consists of modules that `require` cannot take.
    noExternal: ['unbash'],
    banner: { js: `/*! It holds unbash.\n\n${licenceOf('unbash')}*/` },
    esbuildPlugins: [packCatalogue],
  },
]);
