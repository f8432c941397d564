import { existsSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;
const ENDINGS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];
const MOST_FILES = 500;
const MOST_BYTES = 1_000_000;

/**
 * The files that a module imports by relative path, and theirs in turn, and the folders of the packages that they
 * import. Read from the text: a path that is put together while it runs is not seen.
 */
export function importsOf(module: string): string[] {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [module];
  for (let file = waiting.pop(); file !== undefined && files.size < MOST_FILES; file = waiting.pop()) {
    for (const specifier of specifiersIn(file)) {
      if (!/^\.{0,2}\//.test(specifier)) {
        const folder = packageFolder(specifier, dirname(file));
        if (folder !== undefined) packages.add(folder);
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

/** Where a package is installed; of a scope that is Hookloom's own all of it, since its packages need each other. */
function packageFolder(specifier: string, from: string): string | undefined {
  if (isBuiltin(specifier) || specifier.startsWith('#')) return undefined;
  const [scope = '', name = ''] = specifier.split('/');
  const folder = scope === '@hookloom' || !scope.startsWith('@') ? scope : join(scope, name);
  for (let current = from; ; current = dirname(current)) {
    const path = join(current, 'node_modules', folder);
    if (existsSync(path)) return path;
    if (current === dirname(current)) return undefined;
  }
}
