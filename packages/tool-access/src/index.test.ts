import { expect, it } from 'vitest';
import * as api from './index.js';

it('exports exactly this', () => {
  expect(Object.keys(api).sort()).toEqual([
    'PLATFORM',
    'accessesOf',
    'allBut',
    'baseName',
    'canonicalPath',
    'foldPath',
    'isWithin',
    'parseToolName',
    'readOnlyCommand',
    'resolvePath',
    'scopeReaches',
    'startedPrograms',
    'systemPaths',
    'toLiteralGlob',
    'toSearchGlob',
    'trackedBy',
  ]);
});
