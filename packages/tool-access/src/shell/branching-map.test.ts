import { expect, it } from 'vitest';
import { BranchingMap } from './branching-map.js';

it('a branch goes its own way, and so does what it came from', () => {
  const trunk = new BranchingMap<string, number>();
  trunk.set('a', 1);
  const branch = trunk.branch();
  const twig = branch.branch();
  branch.set('a', 2);
  trunk.delete('a');
  twig.set('b', 3);
  expect([...trunk.entries()]).toEqual([]);
  expect([...branch.entries()]).toEqual([['a', 2]]);
  expect([...twig.entries()]).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
});

it('a branch of an empty map gives nothing back to it', () => {
  const trunk = new BranchingMap<string, number>();
  const branch = trunk.branch();
  branch.set('a', 1);
  expect(trunk.has('a')).toBe(false);
  expect(branch.get('a')).toBe(1);
});
