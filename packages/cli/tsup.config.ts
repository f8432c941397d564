import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/bin.ts', 'src/bundle/runtime.ts', 'src/run/children.ts'],
  format: 'esm',
  target: 'node20',
  tsconfig: 'tsconfig.build.json',
  dts: { entry: 'src/index.ts' },
  sourcemap: true,
  clean: true,
});
