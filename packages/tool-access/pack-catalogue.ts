import { isDeepStrictEqual } from 'node:util';
import { build, type Plugin } from 'esbuild';

/**
 * Packs the catalogue into one text, of which an entry is read when its command is first met: to make thousands of objects
 * takes longer than all the rest of a short process.
 */
export const packCatalogue: Plugin = {
  name: 'pack-catalogue',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]catalogue[\\/]index\.ts$/ }, async ({ path }) => {
      const bundled = await build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
      const code = Buffer.from(bundled.outputFiles[0]?.contents ?? '').toString('base64');
      const { builtinCatalogue } = await import(`data:text/javascript;base64,${code}`);
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(builtinCatalogue)), builtinCatalogue)) {
        throw new Error('the catalogue holds something that JSON does not');
      }
      return {
        contents: `export const builtinCatalogue = ${JSON.stringify(pack(builtinCatalogue))};`,
        loader: 'js',
      };
    });
  },
};

function pack(table: object): string {
  const lines = Object.entries(table).map(
    ([name, entry]) =>
      `${name}\t${JSON.stringify(entry, (key, value) => (key === 'subcommands' ? pack(value) : value))}`,
  );
  return `\n${lines.join('\n')}\n`;
}
