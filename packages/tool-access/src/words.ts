/** The words of an identifier, in lower case: split at `_`, `-`, other punctuation and camelCase. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, 256)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** A set of words, written as one line. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Whether any of the words is in the set. */
export function anyOf(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word));
}
