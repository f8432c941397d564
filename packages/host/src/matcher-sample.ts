const MOST_SAMPLES = 64;
const MOST_REPEATS = 50;
const NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-';

// A group without groups in it, and how often it is repeated.
const GROUP = /\((\?[^:=!>]*[:=!>])?([^()]*)\)([*+?]|\{\d[\d,]*\})?\??/;
const REPEATED = /(.)([*+?]|\{\d[\d,]*\})\??/g;

/**
 * Lists texts that a regular expression would match, one for each branch, with every repetition taken once.
 * Look-arounds count as empty, so a sample is a candidate to be tested, not a proof.
 */
export function sampleExpression(source: string): string[] {
  let samples = [source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[.^$]/g, sampleCharacter)];
  while (samples.some((sample) => GROUP.test(sample))) {
    samples = samples.flatMap(takeGroupApart).slice(0, MOST_SAMPLES);
  }
  return samples.flatMap(branchesOf);
}

/** A character of names that an escape, a class or a dot matches, or a space, which no name has. */
function sampleCharacter(token: string): string {
  if (/^([$^]|\\b)$/i.test(token)) return '';
  const one = new RegExp(`^${token}$`);
  return [...NAME_CHARACTERS].find((character) => one.test(character)) ?? ' ';
}

function takeGroupApart(sample: string): string[] {
  const [group, opening = '', inner = '', times = ''] = GROUP.exec(sample) ?? [];
  if (group === undefined) return [sample];
  const branches = /[=!]$/.test(opening) ? [''] : branchesOf(inner);
  return branches.map((branch) => sample.replace(group, () => repeat(branch, times)));
}

function branchesOf(text: string): string[] {
  return text.split('|').map((branch) => branch.replace(REPEATED, (_, one, times) => repeat(one, times)));
}

function repeat(text: string, times: string): string {
  return text.repeat(Math.min(Number(/\d+/.exec(times)?.[0] || 1), MOST_REPEATS));
}
