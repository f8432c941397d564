// @ts-check
// Changes the engine's code in every small way that Stryker knows, and counts the changes that core's tests notice.
import { Stryker } from '@stryker-mutator/core';

const GOAL = 85;
const CORE = 'verdict engine run call verbs watch entry failure outcome'.split(' ');
const HOST = 'answer decision output record'.split(' ');

const stryker = new Stryker({
  mutate: [
    ...CORE.map((file) => `packages/core/src/${file}.ts`),
    ...HOST.map((file) => `packages/host/src/${file}.ts`),
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'bench/mutation/vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 2000,
  ignorePatterns: [
    'dist',
    'docs',
    'e2e',
    'examples',
    '.turbo',
    'packages/[!ch]*',
    'packages/core/test/chaos',
  ],
  tempDirName: 'bench/mutation/.work',
  reporters: ['html', 'json', 'clear-text', 'progress-append-only'],
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'bench/mutation/reports/report.html' },
  jsonReporter: { fileName: 'bench/mutation/reports/report.json' },
  allowConsoleColors: false,
});

const results = await stryker.runMutationTest();
const count = (/** @type {string[]} */ ...states) =>
  results.filter(({ status }) => states.includes(status)).length;
const killed = count('Killed', 'Timeout');
const valid = killed + count('Survived', 'NoCoverage');
const score = (100 * killed) / valid;
const met = score >= GOAL;
console.log(
  `\n${killed} of ${valid} mutants killed: ${score.toFixed(1)} %, goal ${GOAL} %, ${met ? 'met' : 'MISSED'}`,
);
process.exitCode = met ? 0 : 1;
