import { toLiteralGlob } from './search-glob.js';

/**
 * Lists globs that together match every name that begins with `prefix`, but for the given endings. The search tool can
 * leave names out but cannot take one back in, so "all but these" is spelt out, letter by letter of the endings, which are
 * ASCII.
 */
export function allBut(prefix: string, endings: readonly string[]): string[] {
  const globs: string[] = [];
  const walk = (start: string) => {
    const further = endings.filter((ending) => ending.length > start.length && ending.startsWith(start));
    const nextLetters = [...new Set(further.map((ending) => ending[start.length] as string))];
    const head = toLiteralGlob(prefix + start);
    if (!endings.includes(start)) globs.push(head);
    globs.push(`${head}${nextLetters.length === 0 ? '?' : `[!${nextLetters.map(inBothCases).join('')}]`}*`);
    for (const letter of nextLetters) walk(start + letter);
  };
  walk('');
  return globs;
}

function inBothCases(letter: string): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  return lower === upper ? letter : lower + upper;
}
