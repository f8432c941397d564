import { readFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Loader, type Plugin, transform } from 'esbuild';

const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
};

/** Keeps what `import.meta` says of a file's place, which is lost where a module becomes part of CommonJS. */
export const importMeta: Plugin = {
  name: 'hookloom-import-meta',
  setup(build) {
    build.onLoad({ filter: /\.m?[jt]s$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta')) return undefined;
      const { code } = await transform(text, {
        loader: LOADERS[extname(path)] ?? 'js',
        sourcefile: path,
        target: 'node20',
        define: {
          'import.meta.url': JSON.stringify(pathToFileURL(path).href),
          'import.meta.filename': JSON.stringify(path),
          'import.meta.dirname': JSON.stringify(dirname(path)),
        },
      });
      return { contents: code, loader: 'js' };
    });
  },
};
