import { defineConfig, type Options } from 'tsup';

const common: Options = {
  format: 'esm',
  target: 'node20',
  tsconfig: 'tsconfig.build.json',
  sourcemap: true,
  splitting: true,
};

export default defineConfig([
  {
    ...common,
    entry: ['src/index.ts', 'src/program.ts', 'src/bundle/runtime.ts', 'src/run/children.ts'],
    dts: { entry: 'src/index.ts' },
  },
  {
    ...common,
    entry: ['src/bin.ts'],
    // What `hookloom run` needs is built by itself, because each file that it shared with the rest would take time to load.
    esbuildPlugins: [
      {
        name: 'program-apart',
        setup({ onResolve }) {
          onResolve({ filter: /^\.\/program\.js$/ }, ({ path }) => ({ path, external: true }));
        },
      },
    ],
  },
]);
