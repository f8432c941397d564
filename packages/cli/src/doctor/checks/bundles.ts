import { readFileSync } from 'node:fs';
import { configsIn } from '../../bundle/head.js';
import { bundleOf } from '../../settings/own-hooks.js';
import { fillIn } from '../../settings/started-program.js';
import type { Finding } from '../finding.js';
import { findingAt, type PlacedHook, type Survey } from '../survey.js';

/** Finds bundles that are not what their configs, and all that these import, make now: a package was updated, say. */
export async function checkBundles(survey: Survey): Promise<Finding[]> {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const hook of survey.hooks) {
    const bundle = hook.isOwn ? bundleOf(hook.hook) : undefined;
    if (bundle === undefined || seen.has(bundle)) continue;
    seen.add(bundle);
    const text = readText(fillIn(bundle, survey.project));
    // One that is missing is told of as a program that is.
    const problem = text === undefined ? undefined : await faultOf(text, hook, survey);
    if (problem === undefined) continue;
    const fix = 'Run hookloom bundle again.';
    findings.push(findingAt(hook, 'args', { level: 'warning', code: 'BUNDLE_STALE', problem, fix }));
  }
  return findings;
}

async function faultOf(
  text: string,
  { settings }: PlacedHook,
  { stack }: Survey,
): Promise<string | undefined> {
  const held = configsIn(text);
  if (held === undefined) return 'Another version of Hookloom wrote the bundle: the guards are the old ones.';
  // The person's own settings serve every project, whose configs its own settings name.
  const wanted = (stack?.configs ?? []).filter(({ scope }) => settings.scope !== 'user' || scope === 'user');
  const left = wanted.find(({ path }) => held.every((config) => config.path !== path));
  if (left !== undefined) return `${left.path} is not in the bundle: its plugins are not in force.`;
  const [{ compileProgram }, { toBundleFile }] = await Promise.all([
    import('../../bundle/compile.js'),
    import('../../bundle/bundle-file.js'),
  ]);
  try {
    if (toBundleFile(await compileProgram(held), held).text === text) return undefined;
    return 'Its configs, or packages that they import, changed since the bundle was written: the guards are the old ones.';
  } catch (error) {
    return `What the bundle was made of cannot be bundled any more: ${(error as Error).message}`;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
