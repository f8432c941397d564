/**
 * The names that a Grep's `glob` asks for letter by letter, without the folders before them; those that it leaves out are
 * not among them.
 *
 * @example
 * askedNames('src/*.{ts,js} config/.env !x') // ['.env']
 */
export function askedNames(glob: string): string[] {
  return partsOf(glob)
    .flatMap(expandBraces)
    .map((part) => part.slice(part.lastIndexOf('/') + 1))
    .filter((name) => !/[*?[\]{}]/.test(name));
}

function partsOf(glob: string): string[] {
  return glob
    .split(/\s+/)
    .flatMap((part) => (part.includes('{') ? [part] : part.split(',')))
    .filter((part) => part !== '' && !part.startsWith('!'));
}

function expandBraces(part: string): string[] {
  const [all, before, list, after] = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(part) ?? [];
  if (all === undefined) return [part];
  return (list as string)
    .split(',')
    .flatMap((each) => expandBraces(`${before}${each}${after}`))
    .slice(0, 200);
}
