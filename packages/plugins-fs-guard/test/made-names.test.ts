// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are bash’s own
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { envFileGuard } from '../src/env-file-guard.js';
import { makeProject } from './project.js';

const FILES = { '.env': 'KEY=1', '.env.example': 'KEY=', 'src/a.ts': 'x', 'docs/a.md': 'x' };

async function decide(command: string, project = makeProject(FILES)): Promise<string> {
  const outcome = await project.call(envFileGuard(), 'Bash', { command });
  expect(outcome.failures).toEqual([]);
  return outcome.verdict.decision;
}

/** A project of which git knows the template, and not the file itself. */
function makeRepository() {
  const project = makeProject(FILES);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.path('.'), stdio: 'pipe' });
  git('init', '-q');
  git('add', '.env.example', 'src', 'docs');
  return project;
}

describe('a name that is made of another one', () => {
  it.each([
    "git ls-files | sed 's/.example//' | xargs cat",
    'git ls-files | cut -d. -f1,2 | xargs cat',
    'git ls-files | awk \'{sub(/.example/,"");print}\' | xargs cat',
    'for f in $(git ls-files); do cat "${f%.example}"; done',
    'git ls-files | while read f; do cat "${f/.example/}"; done',
    "ls -A | sed 's/.example//' | xargs cat",
    "find . -name '.env.example' -exec sh -c 'cat \"${1%.example}\"' _ {} \\;",
    'find . -name \'*.example\' | while read f; do cp a.txt "${f%.*}"; done',
    'find . -name "*.example" -print0 | xargs -0 basename -s .example | xargs cat',
  ])('may be that of an env file, where it was that of its template: %s', async (command) => {
    expect(await decide(command, makeRepository())).toBe('deny');
  });

  it.each([
    "git ls-files | tr '\\n' '\\0' | xargs -0 wc -l",
    "git ls-files | sed 's#^#./#' | xargs wc -l",
    "git ls-files | sed -n '1,5p' | xargs wc -l",
    "git ls-files | sed '/test/d' | xargs wc -l",
    "find . -name '*.ts' | sed 's|^\\./||' | xargs wc -l",
    "find src -name '*.ts' | sed 's/\\.ts$/.js/' | xargs ls",
    'for f in src/*.ts; do wc -l "${f%.ts}.test.ts"; done',
    'for f in docs/*.md; do cat "./${f#./}"; done',
    "ls docs | sed 's/\\.md$//' | sort",
    "find . -name '*.md' -exec basename {} .md \\;",
  ])('is no matter where the end of it stays, or no template is among them: %s', async (command) => {
    expect(await decide(command, makeRepository())).toBe('none');
  });
});

it.each([
  ["git grep -l x | xargs sed -i 's/x/y/'", 'none'],
  ["git grep -lz x -- src | xargs -0 sed -i 's/x/y/'", 'none'],
  ['git grep -l --untracked KEY | xargs cat', 'deny'],
  ['git grep -l --no-index KEY | xargs cat', 'deny'],
  ["git grep -l KEY | sed 's/.example//' | xargs cat", 'deny'],
])('git grep prints the names of tracked files: %s', async (command, decision) => {
  expect(await decide(command, makeRepository())).toBe(decision);
});

describe('names that are made into commands', () => {
  it.each([
    "ls -A | sed 's/^/cat /' | sh",
    'ls -A | awk \'{print "cat "$1}\' | bash',
    "find . -name '.e*' -printf 'cat %p\\n' | sh",
    "find . -type f | sed 's/.*/cat &/' | bash -s",
  ])('may be any command: %s', async (command) => {
    expect(await decide(command)).toBe('deny');
  });

  it.each(['echo "npm test" | bash', 'cat scripts/x.sh | sh', "printf 'ls\\n' | sh"])(
    'but not what is no name: %s',
    async (command) => {
      expect(await decide(command)).toBe('none');
    },
  );
});

describe('the items of xargs', () => {
  it.each([
    'echo .env,x | xargs -d, -n1 cat',
    'echo x,.env | xargs -d, cat',
    "printf 'a|.env' | xargs -d'|' -n1 cat",
    "printf 'x\\t.env' | xargs --delimiter='\\t' cat",
    `echo '.e"n"v' | xargs cat`,
    `echo '".env"' | xargs cat`,
    "echo '.e\\nv' | xargs cat",
    "printf '  .env\\n' | xargs -I{} cat {}",
    "printf '.env\\0' | xargs -0 cat",
    "printf '.env\\n' | parallel cat",
    'xargs cat <<< .env',
  ])('are parted as xargs does it: %s', async (command) => {
    expect(await decide(command)).toBe('deny');
  });

  it.each([
    `echo 'a .env b' | xargs -d, cat`,
    `echo '"a .env"' | xargs cat`,
    'echo a,b | xargs -d, -n1 cat',
    "printf 'src/a.ts\\n' | xargs cat",
  ])('and no finer: %s', async (command) => {
    expect(await decide(command)).toBe('none');
  });
});

it.each([
  ['yq -p props .env', 'deny'],
  ['cat c.yml | yq .env', 'deny'],
  ['yq .name package.json', 'none'],
  ["yq '.services' docker-compose.yml", 'none'],
  ['cat c.yml | yq .environment', 'none'],
])('yq takes its one operand for a file where there is one: %s', async (command, decision) => {
  expect(await decide(command)).toBe(decision);
});
