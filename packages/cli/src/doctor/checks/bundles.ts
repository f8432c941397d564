import { statSync } from 'node:fs';
import { importsOf } from '../../config/imports.js';
import { bundleOf } from '../../settings/own-hooks.js';
import type { Finding } from '../finding.js';
import { fillIn } from '../started-program.js';
import { findingAt, type Survey } from '../survey.js';

/** Finds bundles that are older than the configs, or the files of the project that these import. */
export function checkBundles(survey: Survey): Finding[] {
  const sources = (survey.stack?.configs ?? []).flatMap(({ path }) => [path, ...importsOf(path)]);
  const told = new Set<string>();
  return survey.hooks.flatMap((hook) => {
    const bundle = hook.isOwn ? bundleOf(hook.hook) : undefined;
    if (bundle === undefined || told.has(bundle)) return [];
    told.add(bundle);
    const written = writtenAt(fillIn(bundle, survey.project));
    const newer = sources.find((source) => (writtenAt(source) ?? 0) > (written ?? Number.POSITIVE_INFINITY));
    if (newer === undefined) return [];
    const problem = `${newer} was changed after the bundle was written: the guards are the old ones.`;
    const fix = 'Run hookloom bundle again.';
    return findingAt(hook, 'args', { level: 'warning', code: 'BUNDLE_STALE', problem, fix });
  });
}

/** When a file was last written; packages are folders, and do not count. */
function writtenAt(path: string): number | undefined {
  try {
    const found = statSync(path);
    return found.isFile() ? found.mtimeMs : undefined;
  } catch {
    return undefined;
  }
}
