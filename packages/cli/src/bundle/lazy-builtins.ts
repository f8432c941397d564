import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/** Turns `import('node:crypto')` into `require`, which does not start the loader of modules. */
export const lazyBuiltins: Plugin = {
  name: 'hookloom-lazy-builtins',
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && isBuiltin(path) ? { path, namespace: 'hookloom-builtin' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'hookloom-builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }));
  },
};
