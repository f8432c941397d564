import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const SNIPPET = /(?:<!-- file: (?<file>\S+) -->\n)?```ts\n(?<code>.*?)```/gs;

const readmes = ['README.md', ...readdirSync(`${root}packages`).map((name) => `packages/${name}/README.md`)];
const snippets = readmes.flatMap((readme) =>
  [...readFileSync(root + readme, 'utf8').matchAll(SNIPPET)].map(({ groups }, index) => ({
    name: `${readme}, snippet ${index + 1}`,
    file: groups?.file,
    code: groups?.code,
  })),
);

it.each(snippets.filter(({ file }) => file !== undefined))(
  '$name is the file that the tests run',
  ({ file, code }) => {
    expect(code).toBe(readFileSync(root + file, 'utf8'));
  },
);

it('every snippet of the main README is such a file', () => {
  const main = snippets.filter(({ name }) => name.startsWith('README.md'));
  expect(main.length).toBeGreaterThan(3);
  expect(main.filter(({ file }) => file === undefined)).toEqual([]);
});
