/**
 * The known word that differs from `word` in case alone, or else in at most two places, or that alone begins with it;
 * `undefined` when none does.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceOf(lower, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  if (ranked[0] !== undefined && ranked[0].distance <= 2) return ranked[0].candidate;
  const begun = known.filter((candidate) => lower.length > 2 && candidate.toLowerCase().startsWith(lower));
  return begun.length === 1 ? begun[0] : undefined;
}

/** The least number of letters to insert, delete or replace. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
