import { expect, it } from 'vitest';
import { isSecretFile, SECRET_NAMES } from './secret-files.js';

/** The names that a glob stands for: each of its braces, and two texts for a star. */
function namesOf(glob: string): string[] {
  const [all, before = '', list = '', after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
  if (all !== undefined) return list.split(',').flatMap((word) => namesOf(before + word + after));
  return glob.includes('*') ? [glob.replaceAll('*', 'x'), glob.replaceAll('*', 'two.words')] : [glob];
}

it.each(SECRET_NAMES.flatMap(namesOf))('%s is taken for a secret', (name) => {
  expect(isSecretFile(`/project/${name}`)).toBe(true);
});

it.each(['main.ts', 'README.md', 'package.json', 'keys.ts', 'environment.yml', 'servicetest.json'])(
  '%s is none',
  (name) => {
    expect(isSecretFile(`/project/${name}`)).toBe(false);
  },
);
