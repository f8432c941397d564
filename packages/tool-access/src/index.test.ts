import { expect, it } from 'vitest';
import * as api from './index.js';

it('exports exactly this', () => {
  expect(Object.keys(api).sort()).toEqual([
    'PLATFORM',
    'accessesOf',
    'askedNames',
    'askedResource',
    'baseName',
    'canonicalPath',
    'changesFolder',
    'createPlaceFinder',
    'excludeFromGreps',
    'findReached',
    'foldPath',
    'gitUndoes',
    'isWithin',
    'makesFolder',
    'mentionedPaths',
    'packageChanges',
    'parseToolName',
    'readOnlyCommand',
    'resolvePath',
    'runTargets',
    'scopeReaches',
    'searchExclusion',
    'startedPrograms',
    'systemPaths',
  ]);
});
