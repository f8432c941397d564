import type { Plugin } from 'esbuild';

/**
 * Keeps the reading of commands in files of its own, behind the `#shell` of package.json: Node loads it at the first command,
 * bundlers take it as a module like any other, and `hookloom bundle` as a program of its own.
 */
export const shellApart: Plugin = {
  name: 'shell-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/shell\/index\.js$/ }, () => ({ path: '#shell', external: true }));
  },
};
