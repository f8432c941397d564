/** Writes letters as classes of both cases, since the search tool compares names exactly: `env` becomes `[eE][nN][vV]`. */
export function bothCases(glob: string): string {
  let inClass = false;
  return [...glob]
    .map((character) => {
      if (character === '[') inClass = true;
      if (character === ']') inClass = false;
      const lower = character.toLowerCase();
      const upper = character.toUpperCase();
      if (lower === upper || [...lower].length !== 1 || [...upper].length !== 1) return character;
      return inClass ? lower + upper : `[${lower}${upper}]`;
    })
    .join('');
}

/**
 * Lists globs that together match every name that begins with `prefix`, but for the given endings. The search tool can
 * leave names out but cannot take one back in, so "all but these" is spelt out, letter by letter of the endings.
 */
export function allBut(prefix: string, endings: readonly string[]): string[] {
  const globs: string[] = [];
  const walk = (start: string) => {
    const further = endings.filter((ending) => ending.length > start.length && ending.startsWith(start));
    const nextLetters = [...new Set(further.map((ending) => [...ending.slice(start.length)][0] as string))];
    if (!endings.includes(start)) globs.push(bothCases(prefix + start));
    const next = nextLetters.length === 0 ? '?' : `[!${nextLetters.map(inBothCases).join('')}]`;
    globs.push(`${bothCases(prefix + start)}${next}*`);
    for (const letter of nextLetters) walk(start + letter);
  };
  walk('');
  return globs;
}

function inBothCases(letter: string): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  return lower === upper ? letter : lower + upper;
}
