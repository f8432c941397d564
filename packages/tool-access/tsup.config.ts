import { defineConfig } from 'tsup';
import { packCatalogue } from './pack-catalogue.js';

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node20',
  tsconfig: 'tsconfig.build.json',
  dts: true,
  sourcemap: true,
  clean: true,
  esbuildPlugins: [packCatalogue],
});
