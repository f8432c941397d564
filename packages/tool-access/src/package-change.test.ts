import { expect, it } from 'vitest';
import { packageChanges } from './package-change.js';

it.each([
  ['npm install lodash', 'npm install', ['lodash']],
  ['npm i -D lodash@4 ./folder', 'npm i', ['lodash@4', './folder']],
  ['cd x && pnpm -C y remove a b', 'pnpm remove', ['a', 'b']],
  ['npm --prefix install uninstall a', 'npm uninstall', ['a']],
  ['npm install a -w b', 'npm install', ['a']],
  ['bash -c "yarn add a"', 'yarn add', ['a']],
  ['npm ci && npm update', 'npm update', []],
])('%s changes packages', (command, called, packages) => {
  expect(packageChanges(command, '/repo')).toEqual([{ command: called, packages }]);
});

it.each(['npm test', 'npm run install', 'npm ls lodash', 'echo npm install a', 'pip install a'])(
  '%s changes none',
  (command) => {
    expect(packageChanges(command, '/repo')).toEqual([]);
  },
);
