import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SECRETS = ['.env', '.env.local', '.env.production', '.env.bak', '.envrc', 'packages/api/.env'];
const TEMPLATES = ['.env.example', '.env.sample', '.env.template', '.env.dist'];
const FILES: Readonly<Record<string, string>> = {
  a: 'foo\nb\n',
  b: 'b\n',
  'a.txt': 'text\n',
  'in.txt': 'text\n',
  'data.csv': 'x,1\ny,2\n',
  'd.json': '{"x":1}\n',
  'config.json': '{"env":{"FOO":1}}\n',
  'package.json': '{"name":"fixture","scripts":{"test":"true","build":"true"}}\n',
  'README.md': '# Fixture\nCopy .env.example to .env\n',
  'docker-compose.yml': 'services:\n  web:\n    env_file: .env\n',
  '.gitignore': 'node_modules\n.env\n.env.*\n!.env.example\n.envrc\n',
  'evil.sed': '1e touch PWNED\n',
  'evil.awk': 'BEGIN{system("touch PWNED")}\n',
  'evil.sh': 'touch PWNED\n',
  'run-agent.sh': 'claude -p x\n',
  'a.diff': '--- a\n+++ a\n@@ -1 +1 @@\n-foo\n+bar\n',
  'hosts.diff': '--- hosts\n+++ hosts\n@@ -1 +1 @@\n-a\n+b\n',
  'scripts/run.sh': 'echo run\n',
  'scripts/pwn.sh': 'touch PWNED\n',
  'scripts/build.js': 'console.log(1)\n',
  'src/a.ts': 'export const a = 1; // TODO\n',
  'src/b.ts': 'export const b = 2;\n',
  'src/config.ts': 'export const config = 1;\n',
  'src/env.ts': 'export const env = process.env;\n',
  'src/env.d.ts': 'declare const x: string;\n',
  'test/a.test.ts': 'a\n',
  'docs/setup.md': '# Setup\n',
  'sub/x.txt': 'x\n',
  'node_modules/dotenv/README.md': 'dotenv\n',
};

function git(root: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  execFileSync('git', ['-C', root, ...identity, ...args], { env, stdio: 'ignore' });
}

/** The folders of a built project. */
export interface Fixture {
  readonly root: string;
  readonly mount: string;
  readonly home: string;
  remove(): void;
}

/** Builds the project that the cases are about, in a temporary folder; `remove` takes it away. */
export function buildFixture(): Fixture {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-corpus-')));
  const root = join(base, 'repo');
  const mount = join(base, 'sbx');
  const home = join(base, 'home');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const name of SECRETS) write(name, `SECRET=MARKER-${name}\n`);
  for (const name of TEMPLATES) write(name, 'SECRET=\n');
  for (const [name, text] of Object.entries(FILES)) write(name, text);
  mkdirSync(join(home, '.ssh'), { recursive: true });
  writeFileSync(join(home, '.ssh/id_rsa'), 'MARKER\n');
  mkdirSync(mount);
  symlinkSync('../.env', join(root, 'docs/config.link'));
  symlinkSync('/etc', join(root, 'out.link'));
  symlinkSync('src/a.ts', join(root, 'in.link'));
  execFileSync('tar', ['cf', 'a.tar', 'a', 'b'], { cwd: root });
  writeFileSync(join(root, 'a.zip'), '');
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-f', '.', ':!node_modules', ':!.env.bak');
  git(root, 'commit', '-q', '-m', 'one');
  git(root, 'branch', 'feature');
  write('src/b.ts', 'export const b = 3;\n');
  git(root, 'commit', '-q', '-am', 'two');
  git(root, 'tag', 'v1');
  write('src/a.ts', 'export const a = 5; // TODO\n');
  git(root, 'stash', 'push', '-q');
  git(root, 'remote', 'add', 'origin', 'https://origin.invalid/x');
  write('src/config.ts', 'export const config = 2;\n');
  return { root, mount, home, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/** Puts the fixture's folders in the place of those that a case is written with. */
export function placed<T>(value: T, fixture: Fixture): T {
  const place = (each: unknown): unknown => {
    if (typeof each === 'string') {
      return each
        .replace(/(?<![\w.-])\/repo(?![\w.])/g, fixture.root)
        .replace(/(?<![\w.-])\/sbx(?![\w.])/g, fixture.mount)
        .replace(/(?<![\w.-])\/root(?![\w.-])/g, fixture.home);
    }
    if (Array.isArray(each)) return each.map(place);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, place(inner)]));
  };
  return place(value) as T;
}
