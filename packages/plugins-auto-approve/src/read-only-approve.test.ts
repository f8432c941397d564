import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { definePlugin, type Stack } from '@hookloom/core';
import { fire, subagent, toolCall } from '@hookloom/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ReadOnlyApproveOptions, readOnlyApprove } from './read-only-approve.js';
import { isSecretFile } from './secret-files.js';

const FILES = {
  'src/a.ts': 'TODO',
  'README.md': 'x',
  'config/.env': 'KEY=1',
  'config/.env.example': 'KEY=',
  'config/app.yml': 'x',
  'deploy/id_rsa': 'k',
  'safe.link': '->src/a.ts',
  'secret.link': '->config/.env',
  'out.link': '->/etc',
};

function makeProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-ro-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    if (content.startsWith('->')) symlinkSync(content.slice(2), join(root, name));
    else writeFileSync(join(root, name), content);
  }
  return root;
}

async function decide(
  tool: string,
  input: Record<string, unknown>,
  stack: Stack = readOnlyApprove(),
  more = {},
) {
  const root = makeProject();
  const real = JSON.parse(JSON.stringify(input).replaceAll('/repo', root));
  const outcome = await fire(stack, toolCall(tool, real, { cwd: root, ...more }));
  expect(outcome.failures).toEqual([]);
  return outcome.verdict;
}

describe('reads of the project are approved', () => {
  it.each([
    ['Read', { file_path: '/repo/src/a.ts' }],
    ['Read', { file_path: '/repo/safe.link' }],
    ['Read', { file_path: '/repo/config/.env.example' }],
    ['Read', { file_path: '/repo/missing.ts' }],
    ['Grep', { pattern: 'TODO', path: '/repo/src' }],
    ['Grep', { pattern: 'TODO', glob: '*.ts' }],
    ['Grep', { pattern: 'TODO', path: '/repo/config', glob: '*.{ts,yml}' }],
    ['Grep', { pattern: 'TODO', path: '/repo/config', glob: '!**/.env' }],
    ['Glob', { pattern: 'src/**/*.ts' }],
    ['Glob', { pattern: '**/.env*' }],
    ['LS', { path: '/repo' }],
    ['TodoWrite', { todos: [] }],
    ['mcp__filesystem__read_file', { path: '/repo/README.md' }],
    ['mcp__filesystem__read_multiple_files', { paths: ['/repo/README.md', '/repo/src/a.ts'] }],
    ['mcp__filesystem__list_directory', { path: '/repo' }],
  ])('%s %j', async (tool, input) => {
    const { decision, votes } = await decide(tool, input);
    expect(decision).toBe('allow');
    expect(votes[0]?.reason).not.toBe('');
  });

  it('in a subagent too, so that prompts do not multiply', async () => {
    expect(
      (await decide('Read', { file_path: '/repo/src/a.ts' }, readOnlyApprove(), subagent())).decision,
    ).toBe('allow');
  });
});

describe('it does not vote on anything else', () => {
  it.each([
    ['a secret', 'Read', { file_path: '/repo/config/.env' }],
    ['a secret by a link', 'Read', { file_path: '/repo/secret.link' }],
    ['a key', 'Read', { file_path: '/repo/deploy/id_rsa' }],
    [
      'one secret of several',
      'mcp__filesystem__read_multiple_files',
      { paths: ['/repo/README.md', '/repo/config/.env'] },
    ],
    ['a search that reaches a secret', 'Grep', { pattern: 'x', path: '/repo' }],
    ['a search of everything', 'Grep', { pattern: 'x', glob: '*' }],
    [
      'a search whose exclusion is taken back',
      'Grep',
      { pattern: 'x', path: '/repo/config', glob: '!.env .env' },
    ],
    ['a search in a secret', 'Grep', { pattern: 'x', path: '/repo/config/.env' }],
    ['a path outside', 'Read', { file_path: '/etc/hostname' }],
    ['a path outside, by dots', 'Read', { file_path: '/repo/../x' }],
    ['a path outside, by a link', 'Read', { file_path: '/repo/out.link/hostname' }],
    ['the home folder', 'Read', { file_path: '~/.bashrc' }],
    ['a listing outside', 'Glob', { pattern: '/etc/*' }],
    ['a sibling with the same beginning', 'Read', { file_path: '/repo-evil/x' }],
    ['a write', 'Write', { file_path: '/repo/a', content: '' }],
    ['an edit', 'Edit', { file_path: '/repo/src/a.ts', old_string: 'a', new_string: 'b' }],
    ['a shell command', 'Bash', { command: 'ls' }],
    ['a fetch', 'WebFetch', { url: 'https://example.com/?q=secret', prompt: 'x' }],
    ['an MCP write', 'mcp__filesystem__write_file', { path: '/repo/x', content: '' }],
    ['a remote tool', 'mcp__github__merge_pull_request', { pullNumber: 1 }],
    ['an unknown MCP tool', 'mcp__unknown__get_thing', { id: 1 }],
    ['a reader of an unknown server', 'mcp__unknown__read_file', { path: '/repo/README.md' }],
    ['an unknown tool', 'ReadEverything', { file_path: '/repo/src/a.ts' }],
    ['a malformed call', 'Read', { file_path: 7 }],
    ['an agent', 'Agent', { description: 'd', prompt: 'read' }],
  ])('%s: %s %j', async (_case, tool, input) => {
    expect((await decide(tool, input)).decision).toBe('none');
  });
});

describe('options', () => {
  it('tools of your own are approved, but not for a secret or a path outside', async () => {
    const own = readOnlyApprove({ tools: ['mcp__docs__search', 'mcp__notes__(read|list)_.*'] });
    expect((await decide('mcp__docs__search', { query: 'x' }, own)).decision).toBe('allow');
    expect((await decide('mcp__notes__read_note', { path: '/repo/README.md' }, own)).decision).toBe('allow');
    expect((await decide('mcp__notes__read_note', { path: '/repo/config/.env' }, own)).decision).toBe('none');
    expect((await decide('mcp__notes__write_note', { path: '/repo/README.md' }, own)).decision).toBe('none');
  });

  it('the project can be another folder than the working directory', async () => {
    const wide = readOnlyApprove({ project: dirname(realpathSync(tmpdir())) });
    expect((await decide('Read', { file_path: '/repo/../x' }, wide)).decision).toBe('allow');
  });

  it.each([
    [{ tools: ['/etc'] }, 'MATCHER_DEAD'],
    [{ tools: 'Read' }, 'OPTION_INVALID'],
    [{ tools: ['Bash'] }, 'OPTION_INVALID'],
    [{ tools: ['mcp__docs__search', 'Write'] }, 'OPTION_INVALID'],
    [{ tools: ['.*'] }, 'OPTION_INVALID'],
    [{ tools: ['Task'] }, 'OPTION_INVALID'],
    [{ project: '' }, 'OPTION_INVALID'],
    [{ tool: ['x'] }, 'OPTION_UNKNOWN'],
  ])('%j is refused', (options, code) => {
    expect(() => readOnlyApprove(options as ReadOnlyApproveOptions)).toThrow(
      expect.objectContaining({ code, plugin: 'read-only-approve' }),
    );
  });
});

describe('shell commands, on demand', () => {
  const shell = readOnlyApprove({ shell: true });

  it.each([
    'ls -la',
    'git status && git log --oneline -5',
    'grep -rn TODO src | head -3',
    'cat README.md | wc -l',
    'for f in src/*.ts; do wc -l "$f"; done',
    'diff <(sort README.md) <(sort src/a.ts)',
    'find . -name "*.ts" -type f 2>/dev/null',
  ])('%s is approved', async (command) => {
    expect((await decide('Bash', { command }, shell)).decision).toBe('allow');
  });

  it.each([
    'git status && touch x',
    'cat config/.env',
    'cat deploy/id_rsa',
    'ls > files.txt',
    'ls $(touch x)',
    'find . -delete',
    'curl https://example.com',
    'PAGER=./evil git log',
    'git -c core.pager=./evil log',
    'npm test',
    './scripts/run.sh',
    'cat "$FILE"',
    'unknown-command --version',
    'echo "unterminated',
    'sed -n "w out" README.md',
    'awk "BEGIN { system(\\"id\\") }"',
    'git log --output=x',
    'sort -o README.md README.md',
    'bash -c "ls; rm x"',
  ])('%s is left alone', async (command) => {
    expect((await decide('Bash', { command }, shell)).decision).toBe('none');
  });

  it('without the option none is approved', async () => {
    expect((await decide('Bash', { command: 'ls' })).decision).toBe('none');
  });
});

describe('in a stack', () => {
  it('a later rewrite takes the approval back', async () => {
    const mover = definePlugin({
      name: 'mover',
      role: 'rewriter',
      hooks: { PreToolUse: (ctx) => ctx.rewrite({ ...ctx.input, file_path: '/etc/hostname' }) },
    });
    expect((await decide('Read', { file_path: '/repo/src/a.ts' }, [readOnlyApprove(), mover])).decision).toBe(
      'none',
    );
  });
});

describe('secret files', () => {
  it.each([
    '/p/.env',
    '/p/.ENV.local',
    '/p/.envrc',
    '/p/server.pem',
    '/p/tls.key',
    '/p/id_ed25519',
    '/p/.npmrc',
    '/p/.netrc',
    '/p/.git-credentials',
    '/p/credentials.json',
    '/p/.credentials',
    '/p/secrets.yaml',
    '/p/terraform.tfstate',
    '/p/prod.tfvars',
    `${homedir()}/.ssh/config`,
    `${homedir()}/.aws/credentials`,
    '/p/service-account-prod.json',
  ])('%s is one', (path) => {
    expect(isSecretFile(path)).toBe(true);
  });

  it.each([
    '/p/.env.example',
    '/p/env.ts',
    '/p/id_rsa.pub',
    '/p/keys.ts',
    '/p/src/secrets.ts',
    '/p/package.json',
    '/p/.gitignore',
    '/p/docs/credentials-guide.md',
    '/p/monkey.ts',
  ])('%s is none', (path) => {
    expect(isSecretFile(path)).toBe(false);
  });
});
