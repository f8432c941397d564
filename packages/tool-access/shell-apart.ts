import type { Plugin } from 'esbuild';

/**
 * Keeps the reading of commands in a file of its own: most calls hold no command, and a program that is put together from
 * this package, as `hookloom bundle` does, can leave that file alone until there is one.
 */
export const shellApart: Plugin = {
  name: 'shell-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/shell\/index\.js$/ }, () => ({ path: './shell.js', external: true }));
  },
};
