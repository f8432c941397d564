import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Tests run on the sources; the examples and the demo run on the built packages, as users get them.
const conditions = ['@hookloom/source', ...defaultServerConditions];
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    reporters: ['default', './scripts/tally-reporter.ts'],
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          // A test that starts processes takes its time on a machine that is busy.
          testTimeout: 30_000,
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'examples/**/*.test.ts',
            'docs/**/*.test.ts',
          ],
          typecheck: {
            enabled: true,
            include: ['packages/*/src/**/*.test-d.ts'],
            tsconfig: 'tsconfig.test-d.json',
          },
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
