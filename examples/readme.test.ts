import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const SNIPPET = /(?:<!-- file: (?<file>\S+) -->\n)?```(?<language>ts|js|json|text)\n(?<code>.*?)```/gs;

const pages = [
  'README.md',
  ...readdirSync(`${root}packages`).map((name) => `packages/${name}/README.md`),
  'docs/writing-a-plugin.md',
  'examples/plugin-package/README.md',
];
const snippets = pages.flatMap((page) =>
  [...readFileSync(root + page, 'utf8').matchAll(SNIPPET)].map(({ groups }, index) => ({
    name: `${page}, snippet ${index + 1}`,
    file: groups?.file,
    language: groups?.language,
    code: groups?.code ?? '',
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

it('every other snippet is whole: it compiles as it stands', () => {
  const alone = snippets.filter(({ file, language }) => file === undefined && language === 'ts');
  expect(alone.length).toBeGreaterThan(8);
  // As files beside this one, which are in memory alone.
  const texts = new Map(alone.map(({ code }, index) => [`${root}examples/snippet-${index}.ts`, code]));
  const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
  const options = {
    ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
    customConditions: ['@hookloom/source'],
    paths: { 'hookloom-plugin-change-budget': [`${root}examples/plugin-package/src/index.ts`] },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  const program = ts.createProgram([...texts.keys()], options, host);
  const told = [...texts.keys()].flatMap((path, index) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${alone[index]?.name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(told).toEqual([]);
});

it('every snippet of JSON parses', () => {
  for (const { language, code } of snippets) if (language === 'json') JSON.parse(code);
});
