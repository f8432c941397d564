import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { allBut } from './name-glob.js';

// picomatch reads these globs as ripgrep does, once a negated class is written its way.
const matcherOf = (globs: string[]) =>
  picomatch(
    globs.map((glob) => glob.replaceAll('[!', '[^')),
    { dot: true, nonegate: true },
  );

it('allBut matches every name that begins so, but for the exempt ones', () => {
  const endings = ['example', 'sample', 'template', 'dist', 'ex'];
  const matchesAny = matcherOf(allBut('.env.', endings));
  const letters = fc.constantFrom(...'exampldistX.-1');
  const ending = fc.oneof(
    fc.constantFrom(...endings),
    fc.string({ unit: letters, maxLength: 9 }),
    fc.tuple(fc.constantFrom(...endings), fc.nat({ max: 9 })).map(([text, length]) => text.slice(0, length)),
    fc
      .tuple(fc.constantFrom(...endings), fc.string({ unit: letters, maxLength: 2 }))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(ending, (text) => {
      expect(matchesAny(`.env.${text}`)).toBe(!endings.includes(text.toLowerCase()));
    }),
    { numRuns: 2000 },
  );
}, 60_000);
