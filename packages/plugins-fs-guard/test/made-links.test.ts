import { describe, expect, it } from 'vitest';
import { envFileGuard } from '../src/env-file-guard.js';
import { systemPathGuard } from '../src/system-path-guard.js';
import { makeProject } from './project.js';

const FILES = {
  '.env': 'KEY=1',
  'README.md': 'x',
  'src/a.ts': 'x',
  'packages/api/.env': 'KEY=1',
  'packages/api/a.ts': 'x',
};

async function decide(command: string, guard = envFileGuard()): Promise<string> {
  const outcome = await makeProject(FILES).call(guard, 'Bash', { command });
  expect(outcome.failures).toEqual([]);
  return outcome.verdict.decision;
}

describe('a link that the same command makes is known', () => {
  it.each([
    ['ln -s ../.env src/q.ts; cat src/*.ts'],
    ['ln -s ../.env src/q.ts; for f in src/*; do cat "$f"; done'],
    ["ln -s ../.env src/q.ts; find src -name '*.ts' -exec cat {} +"],
    ["ln -s ../.env src/q.ts; find src -name '*.ts' | xargs cat"],
    ['ln -s ../.env src/q.ts; grep -R KEY src'],
    ['ln -s . d; cat d/.e*'],
    ['ln -sr .env src/q; cat src/q'],
    ['ln -s .env a; ln -s a b; cat b'],
    ['ln -s "$(ls -A | grep env)" q; cat q'],
    ["find . -name '.e*' -exec ln -s {} q \\;; cat q"],
    ['ln -s . fx; find fx/ -type f -exec cat {} +'],
    ['ln -s "$PWD" fx; find fx/ -name ".e*" | xargs cat'],
  ])('%s is denied', async (command) => {
    expect(await decide(command)).toBe('deny');
  });

  it.each([
    ['ln -s ../README.md src/q.md; cat src/*'],
    ["ln -s ../.env src/q.ts; find src -name '*.md' -exec cat {} +"],
    ['ln -s ../.env src/q.ts; cat packages/api/*.ts'],
    ['ln -s src d; cat d/*.ts'],
    ['ln -s src fx; find fx/ -type f -exec wc -l {} +'],
    ['ln -s a b; ln -s b a; cat a'],
    ['ln -s "$(ls src | head -1)" q; cat q'],
  ])('%s passes', async (command) => {
    expect(await decide(command)).toBe('none');
  });

  it('it leads into a system folder', async () => {
    expect(await decide('ln -s /etc d; for f in d/pass*; do echo x > $f; done', systemPathGuard())).toBe(
      'deny',
    );
    expect(await decide('ln -s /etc d; cat d/pass*', systemPathGuard())).toBe('none');
  });
});
