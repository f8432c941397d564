import { checkBundles } from './checks/bundles.js';
import { checkCoverage } from './checks/coverage.js';
import { checkHookFields } from './checks/hook-fields.js';
import { checkHttpHooks } from './checks/http-hooks.js';
import { checkMatchers } from './checks/matchers.js';
import { checkNeighbours } from './checks/neighbours.js';
import { checkOutputs } from './checks/outputs.js';
import { checkPrograms } from './checks/programs.js';
import { checkSettingsFiles } from './checks/settings-files.js';
import type { Finding } from './finding.js';
import { type Proof, proveGuards } from './proof.js';
import type { Survey } from './survey.js';

/** What doctor found. */
export interface Examination {
  /** Whether no finding is an error. */
  readonly sound: boolean;
  readonly findings: readonly Finding[];
  readonly proofs: readonly Proof[];
}

const CHECKS = [
  checkSettingsFiles,
  checkMatchers,
  checkHookFields,
  checkHttpHooks,
  checkPrograms,
  checkOutputs,
  checkNeighbours,
  checkCoverage,
  checkBundles,
];

/** Looks at the settings and the config, then tries the guards; errors come first. */
export async function examine(survey: Survey): Promise<Examination> {
  const { proofs, findings } = await proveGuards(survey);
  const found = await Promise.all(CHECKS.map((check) => check(survey)));
  const all = [...found.flat(), ...findings];
  const sorted = all.sort((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'));
  return { sound: sorted.every(({ level }) => level !== 'error'), findings: sorted, proofs };
}
