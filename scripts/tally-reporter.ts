import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line, which scripts can read whatever the terminal. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tally = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) tally.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') tally[state] += 1;
      }
    }
    const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
    process.stdout.write(`${tally.passed} passed, ${tally.failed} failed${skipped}\n`);
  }
}
