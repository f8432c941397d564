import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';

const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;
const ENDINGS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];
const MOST_FILES = 500;
const MOST_BYTES = 1_000_000;

/**
 * The files that a module imports by relative path, and theirs in turn, and the folders of the packages that they
 * import, with theirs. Read from the text: a path that is put together while it runs is not seen.
 */
export function importsOf(module: string): string[] {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [module];
  for (let file = waiting.pop(); file !== undefined && files.size < MOST_FILES; file = waiting.pop()) {
    for (const specifier of specifiersIn(file)) {
      if (!/^\.{0,2}\//.test(specifier)) {
        addPackage(specifier, dirname(file), packages);
        continue;
      }
      for (const found of filesAt(resolve(dirname(file), specifier))) {
        if (files.has(found)) continue;
        files.add(found);
        waiting.push(found);
      }
    }
  }
  return [...files, ...packages];
}

function specifiersIn(file: string): string[] {
  try {
    if (statSync(file).size > MOST_BYTES) return [];
    return [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, , specifier]) => specifier as string);
  } catch {
    return [];
  }
}

/** The files that a path without its ending may mean; the path itself when there is none yet. */
function filesAt(path: string): string[] {
  // TypeScript names the file that a source will become.
  const paths = [path, path.replace(/\.([mc]?)js$/, '.$1ts')];
  const found = paths.flatMap((each) => ENDINGS.map((ending) => each + ending)).filter(isFile);
  return found.length > 0 ? [...new Set(found)] : [path];
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Adds the folder where a package is installed, those nearer by where another of its name would come before it, and so
 * on for what it needs itself. Of a scope that is Hookloom's own it is all, since its packages need each other.
 */
function addPackage(specifier: string, from: string, packages: Set<string>): void {
  if (isBuiltin(specifier) || specifier.startsWith('#') || packages.size > MOST_FILES) return;
  const [scope = '', name = ''] = specifier.split('/');
  const folder = scope === '@hookloom' || !scope.startsWith('@') ? scope : join(scope, name);
  const nearer: string[] = [];
  for (let current = from; ; current = dirname(current)) {
    const path = join(current, 'node_modules', folder);
    if (existsSync(path)) {
      for (const each of nearer) packages.add(each);
      if (!packages.has(path)) {
        packages.add(path);
        for (const [needed, at] of neededBy(path)) addPackage(needed, at, packages);
      }
      return;
    }
    if (!current.endsWith('node_modules')) nearer.push(path);
    if (current === dirname(current)) return;
  }
}

/** What an installed package needs, or the packages of a scope, and the folder from which that is looked for. */
function neededBy(path: string): [name: string, from: string][] {
  const folders = path.endsWith(`${sep}@hookloom`)
    ? readdirSync(path).map((name) => join(path, name))
    : [path];
  return folders.flatMap((folder) => {
    try {
      const real = realpathSync(folder);
      const { dependencies = {} } = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>;
      };
      return Object.keys(dependencies).map((name): [string, string] => [name, real]);
    } catch {
      return [];
    }
  });
}
