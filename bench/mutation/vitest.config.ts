import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Core's tests that take seconds at most. The chaos tables would take a quarter of an hour more, and kill little more.
const conditions = ['@hookloom/source', ...defaultServerConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/core/src/**/*.test.ts', 'packages/core/test/**/*.test.ts'],
    setupFiles: ['bench/mutation/runs.ts'],
    exclude: ['packages/core/test/chaos*.test.ts'],
  },
});
