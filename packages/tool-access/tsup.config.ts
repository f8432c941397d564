import { defineConfig } from 'tsup';
import { packCatalogue } from './pack-catalogue.js';
import { shellApart } from './shell-apart.js';

export default defineConfig({
  entry: { index: 'src/index.ts', shell: 'src/shell/index.ts' },
  format: 'esm',
  target: 'node20',
  tsconfig: 'tsconfig.build.json',
  dts: { entry: 'src/index.ts' },
  sourcemap: true,
  clean: true,
  splitting: false,
  esbuildPlugins: [packCatalogue, shellApart],
});
