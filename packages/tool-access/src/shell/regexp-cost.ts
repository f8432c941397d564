const MOST_STEPS = 4_000_000;

/** Whether a regular expression from a command can be run on a text of some length in bounded time. */
export function isCheap(source: string, length: number): boolean {
  const plain = source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, 'x');
  // A repeated group that repeats inside may try every way to part a text.
  if (/\((?:[^()]|\([^()]*\))*[*+{|](?:[^()]|\([^()]*\))*\)(?:[*+{])/.test(plain)) return false;
  if (/\\[1-9]/.test(source)) return false;
  const repeats = plain.match(/[*+{]/g)?.length ?? 0;
  return Math.max(length, 2) ** (repeats + 1) <= MOST_STEPS || repeats === 0;
}
