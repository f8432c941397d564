import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOnlyCommand, startedPrograms } from './queries.js';

const PLACE = { cwd: '/repo', home: '/home/u', fileSystem: false } as const;

function isReadOnly(command: string): boolean {
  return readOnlyCommand(command, PLACE).readOnly;
}

describe('a command is read-only only when all of it is', () => {
  it.each([
    ['ls -la | head -3'],
    ['git diff HEAD -- src'],
    ['for f in a b; do wc -l "$f"; done'],
    ['diff <(sort a) <(sort b)'],
    ['cd src && cat a.ts'],
    ['sed -n 1,5p a'],
    ["awk '{print $1}' a"],
    ['test -f a && echo yes'],
  ])('%s is', (command) => {
    expect(readOnlyCommand(command, PLACE)).toEqual({ readOnly: true, why: 'it only reads' });
  });

  it.each(
    [
      ['git status && touch x'],
      ['ls > x'],
      ['cat <(touch x)'],
      ['echo "$(touch x)"'],
      ['echo $((a[$(touch x)]))'],
      ['[[ -v a[$(touch x)] ]]'],
      ['PATH=. ls'],
      ['GIT_PAGER=x git log'],
      ['sort --compress-prog=x a'],
      ['sed 1e a'],
      ['sed -ni p a'],
      ['git -c core.pager=x log'],
      ['git grep -Ox y'],
      ['find . -exec ls {} +'],
      ['rg --pre x y'],
      ['curl x'],
      ['cat .env'],
      ['cat ~/.ssh/id_rsa'],
      ['grep -r x .'],
      ['echo $SECRET'],
      ['env'],
      ['cd /tmp'],
      ['frobnicate'],
      ['ls --frobnicate'],
      ['./ls'],
      ['if'],
      [''],
    ].filter(([command]) => command !== ''),
  )('%s is not', (command) => {
    expect(isReadOnly(command)).toBe(false);
  });
});

describe('the programs that a command starts', () => {
  const names = (command: string) => startedPrograms(command, PLACE).programs.map(({ name }) => name);

  it.each([
    ['nohup claude -p x &'],
    ["bash -c 'claude -p x'"],
    ['c=claude; $c -p x'],
    ['echo x | xargs claude -p'],
    ['echo "claude -p x" | sh'],
    ['tmux new -d "claude -p x"'],
    ['python3 -c "import os; os.system(\'claude -p x\')"'],
    ['f() { claude -p x; }; f'],
  ])('%s', (command) => {
    expect(names(command)).toContain('claude');
  });

  it('come with their arguments, and the place of their name', () => {
    const { programs } = startedPrograms('FOO=1 npx -y @anthropic-ai/claude-code@latest -p "$X"', PLACE);
    expect(programs).toContainEqual(
      expect.objectContaining({
        name: '@anthropic-ai/claude-code',
        args: ['-p', undefined],
        span: { start: 13, end: 45 },
      }),
    );
  });

  it('are not those that a text mentions', () => {
    expect(names('git commit -m "run claude -p x"')).toEqual(['git']);
    expect(names('cat > x.sh <<E\nclaude -p x\nE')).toEqual(['cat']);
  });

  it('a function that starts itself over and over is told', () => {
    expect(startedPrograms(':(){ :|:& };:', PLACE).forks).toBe(true);
    expect(startedPrograms('f() { f; }; f', PLACE).forks).toBe(false);
  });
});

describe('a walk that follows links reads what they lead to', () => {
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-walk-')));
    for (const name of ['app/docs', 'app/src', 'outside', 'app/empty']) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    writeFileSync(join(folder, 'app/src/a.ts'), '');
    writeFileSync(join(folder, 'app/.env'), '');
    writeFileSync(join(folder, 'outside/server.pem'), '');
    symlinkSync('../.env', join(folder, 'app/docs/config'));
    symlinkSync('../docs', join(folder, 'app/src/docs'));
    symlinkSync('..', join(folder, 'app/src/up'));
    symlinkSync(join(folder, 'outside'), join(folder, 'app/empty/more'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const answer = (command: string) =>
    readOnlyCommand(command, { cwd: join(folder, 'app'), home: '/home/u' }).readOnly;

  it.each([
    'grep -R x docs',
    'grep --dereference-recursive x src',
    'grep -R x empty',
    'grep -R --include=config x src',
    'grep -R --exclude-dir=up x src',
    'diff -r docs empty',
    'diff -rN src empty',
    'diff docs empty',
    'diff -N docs src',
  ])('%s is left alone', (command) => {
    expect(answer(command)).toBe(false);
  });

  it.each([
    'grep -r x docs',
    'grep -rn x src empty',
    'grep -R --exclude=config --exclude-dir=up x docs',
    'diff -r --no-dereference docs empty',
    'diff docs/config.md docs/other.md',
    'ls -LR docs',
    'find -L docs -name "*.ts"',
    'du -L docs',
  ])('%s is approved', (command) => {
    expect(answer(command)).toBe(true);
  });
});

describe('names that are handed on as arguments', () => {
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-names-')));
    const files = ['src/a.ts', 'src/deep/b.ts', 'odd/a -f x.ts', 'dash/-x', "quoted/it's.ts", 'kept/.env'];
    for (const name of files) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), '');
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const answer = (command: string) => readOnlyCommand(command, { cwd: folder, home: '/home/u' }).readOnly;

  it.each([
    'find src | xargs wc -l',
    'find src -name "*.ts" -type f | sort | head -20 | xargs grep -n TODO',
    'find src -print0 | xargs -0 cat',
    'find odd quoted -print0 | xargs -0 cat',
    'find src | grep -v deep | xargs -n 1 head',
    'find src | xargs -I{} cat {}',
    'rg -l x src | xargs wc -l',
    'grep -rl x src | xargs cat',
  ])('%s is approved where each is sure to be one plain name', (command) => {
    expect(answer(command)).toBe(true);
  });

  it.each([
    'find odd | xargs cat',
    'find quoted | xargs cat',
    'find dash | xargs cat',
    'find . -name "*.ts" | xargs cat',
    'find src -print0 | xargs cat',
    'find src | xargs -0 cat',
    'find odd -print0 | sort | xargs -0 cat',
    'find src -printf "%p -x\n" | xargs cat',
    'find src -ls | xargs cat',
    'find src | head -c 9 | xargs cat',
    'find src | cat -n | xargs cat',
    'find src | sed s/a/-x/ | xargs cat',
    'find src | grep -n a | xargs cat',
    'find src | grep -o e.* | xargs cat',
    '(echo -x; find src) | xargs cat',
    'find kept | xargs cat',
    'git diff --name-only | xargs cat',
    'ls src | xargs cat',
    'find src | xargs uniq',
    'find src | xargs xxd',
    'find src | xargs rm',
    'find src | xargs sh -c "cat"',
    'find src | xargs -I{} git show HEAD:{}',
    'find src | xargs -I{} rg --pre={} x',
    'find src | xargs env',
  ])('%s is left alone', (command) => {
    expect(answer(command)).toBe(false);
  });

  it.each(['[ -n "$(git status --porcelain)" ]', 'test -z "$(git diff)"', '[ "$(git rev-parse HEAD)" = x ]'])(
    'a test of what another command prints is approved: %s',
    (command) => {
      expect(answer(command)).toBe(true);
    },
  );

  it.each(['[ $(git log) ]', '[ -n $(git log) ]', '[ "$(git log)" -eq 1 ]', '[ "$(git log)" "$(git log)" ]'])(
    'one that could be another test is not: %s',
    (command) => {
      expect(answer(command)).toBe(false);
    },
  );
});
