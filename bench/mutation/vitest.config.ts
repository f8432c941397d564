import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// The tests of core and host that take seconds at most. The chaos tables would take a quarter of an hour more, and kill little more.
const conditions = ['@hookloom/source', ...defaultServerConditions];

export default defineConfig({
  // What is in node_modules is the original: a mutant of host would not be seen.
  resolve: {
    conditions,
    alias: { '@hookloom/host': fileURLToPath(new URL('../../packages/host/src/index.ts', import.meta.url)) },
  },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/{core,host}/src/**/*.test.ts', 'packages/core/test/**/*.test.ts'],
    setupFiles: ['bench/mutation/runs.ts'],
    exclude: ['packages/core/test/chaos*.test.ts'],
  },
});
