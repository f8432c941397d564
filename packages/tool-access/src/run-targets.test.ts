import { expect, it } from 'vitest';
import { runTargets } from './run-targets.js';

const targets = (command: string) =>
  runTargets(command, '/repo').map(({ target, args }) => [target, ...args].join(' '));

it('a program is a target, and each word that a runner is given', () => {
  expect(targets('./run.sh a')).toEqual(['./run.sh a']);
  expect(targets('node --import tsx cli.js init')).toEqual([
    'node --import tsx cli.js init',
    '--import tsx cli.js init',
    'tsx cli.js init',
    'cli.js init',
    'init',
  ]);
  expect(targets('npx -y tool a')).toContain('tool a');
  expect(targets('cat node')).toEqual(['cat node']);
});

it('a word that only the running command knows is no target, and stays unknown among what is given', () => {
  const found = runTargets('node "$X" a "$Y"', '/repo');
  expect(found.map(({ target }) => target)).toEqual(['node', 'a']);
  expect(found[1]?.args).toEqual([undefined]);
});
