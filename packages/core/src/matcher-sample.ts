const MOST_SAMPLES = 64;
const LONGEST_SAMPLE = 200;

/**
 * Lists texts that a regular expression would match, one for each branch, with every repetition taken once.
 * Look-arounds and back-references count as empty, so a sample is a candidate to be tested, not a proof.
 */
export function sampleExpression(source: string): string[] {
  let at = 0;

  function alternatives(): string[] {
    const branches = sequence();
    while (source[at] === '|') {
      at += 1;
      branches.push(...sequence());
    }
    return branches.slice(0, MOST_SAMPLES);
  }

  function sequence(): string[] {
    let samples = [''];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const next = repeated(atom());
      samples = samples.flatMap((sample) => next.map((text) => sample + text)).slice(0, MOST_SAMPLES);
    }
    return samples;
  }

  function atom(): string[] {
    const character = source[at] ?? '';
    at += 1;
    if (character === '(') return group();
    if (character === '[') return [characterClass()];
    if (character === '\\') return [escaped()];
    if (character === '.') return ['x'];
    return character === '^' || character === '$' ? [''] : [character];
  }

  function group(): string[] {
    const opening = /^\?(?:[:=!]|<[=!]|<[^>]*>)/.exec(source.slice(at))?.[0] ?? '';
    at += opening.length;
    const inner = alternatives();
    at += 1;
    return /[=!]$/.test(opening) ? [''] : inner;
  }

  function characterClass(): string {
    const end = source.slice(at).search(/(?<!\\)\]/) + at;
    const set = new RegExp(`[${source.slice(at, end)}]`);
    at = end + 1;
    const names = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-';
    return [...names].find((name) => set.test(name)) ?? ' ';
  }

  function escaped(): string {
    const character = source[at] ?? '';
    at += 1;
    const known: Record<string, string> = {
      w: 'a',
      d: '1',
      D: 'a',
      S: 'a',
      s: ' ',
      W: ' ',
      b: '',
      B: '',
      n: '\n',
    };
    return known[character] ?? character;
  }

  function repeated(samples: string[]): string[] {
    const quantifier = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(source.slice(at));
    if (quantifier === null) return samples;
    at += quantifier[0].length;
    const times = Math.min(Math.max(Number(quantifier[1] ?? 1), 1), 50);
    return samples.map((sample) => sample.repeat(times).slice(0, LONGEST_SAMPLE));
  }

  return alternatives();
}
