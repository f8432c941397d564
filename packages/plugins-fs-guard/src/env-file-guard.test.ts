import { describe, expect, it } from 'vitest';
import { makeProject } from '../test/project.js';
import { envFileGuard } from './env-file-guard.js';

const FILES = {
  '.env': 'KEY=1',
  '.env.local': 'KEY=1',
  '.env.example': 'KEY=',
  'src/a.ts': 'process.env.KEY',
  'packages/api/.env': 'KEY=1',
  'docs/config.link': '->../.env',
  'docs/dangling.link': '->../.env.production',
  'docs/chain.link': '->config.link',
  'linked-folder': '->packages/api',
  'template.link': '->.env.example',
  '.env.sample': '->.env',
};

const guard = envFileGuard();

async function decide(tool: string, input: Record<string, unknown>): Promise<string> {
  const project = makeProject(FILES);
  const absolute = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      JSON.parse(JSON.stringify(value).replaceAll('/p/', `${project.root}/`)),
    ]),
  );
  const outcome = await project.call(guard, tool, absolute);
  expect(outcome.failures).toEqual([]);
  return outcome.verdict.decision;
}

describe('env files are closed to every file tool', () => {
  it.each([
    ['Read', { file_path: '/p/.env' }],
    ['Read', { file_path: '/p/src/../.env' }],
    ['Read', { file_path: '/p/.env/' }],
    ['Read', { file_path: '/p/.env ' }],
    ['Read', { file_path: '.env' }],
    ['Read', { file_path: '/p/.ENV' }],
    ['Read', { file_path: '/p/.Env.Local' }],
    ['Read', { file_path: '/p/.env.bak' }],
    ['Read', { file_path: '/p/.envrc' }],
    ['Read', { file_path: '/p/packages/api/.env' }],
    ['Read', { file_path: '/p/docs/config.link' }],
    ['Read', { file_path: '/p/docs/chain.link' }],
    ['Read', { file_path: '/p/docs/dangling.link' }],
    ['Read', { file_path: '/p/linked-folder/.env' }],
    ['Read', { file_path: '/proc/self/cwd/.env' }],
    ['Read', { file_path: '/proc/self/cwd/docs/config.link' }],
    ['Write', { file_path: '/p/.env', content: 'x' }],
    ['Write', { file_path: '/p/new/folder/.env', content: 'x' }],
    ['Write', { file_path: '/p/docs/dangling.link', content: 'x' }],
    ['Edit', { file_path: '/p/.env', old_string: 'a', new_string: 'b' }],
    ['MultiEdit', { file_path: '/p/.env.local', edits: [{ old_string: 'a', new_string: 'b' }] }],
    ['NotebookEdit', { notebook_path: '/p/.env', new_source: 'x' }],
    ['Grep', { pattern: 'KEY', path: '/p/.env' }],
    ['Grep', { pattern: 'KEY', path: '/p/docs/config.link' }],
    ['Grep', { pattern: 'KEY', path: '/p/', glob: '.env' }],
    ['Grep', { pattern: 'KEY', glob: '**/.env.{local,production}' }],
    ['Grep', { pattern: 'KEY', glob: '{src/a.ts,.env}' }],
    ['Grep', { pattern: 'KEY', glob: '*.ts packages/api/.env' }],
    ['mcp__filesystem__read_file', { path: '/p/.env' }],
    ['mcp__filesystem__read_file', { path: 'file:///p/.env' }],
    ['mcp__filesystem__read_multiple_files', { paths: ['/p/src/a.ts', '/p/.env'] }],
    ['mcp__filesystem__write_file', { path: '/p/.env', content: 'x' }],
    ['mcp__filesystem__move_file', { source: '/p/.env', destination: '/p/a.txt' }],
    ['mcp__filesystem__move_file', { source: '/p/a.txt', destination: '/p/.env' }],
    ['mcp__filesystem__move_file', { source: '/p/packages/api', destination: '/p/b' }],
    ['mcp__plugin_dev_filesystem__read_file', { path: '/p/.env' }],
    ['mcp__serena__read_file', { relative_path: '.env' }],
    ['ReadMcpResourceTool', { server: 'fs', uri: 'file:///p/.env' }],
  ])('%s %j', async (tool, input) => {
    // A file URI has three slashes and a path that begins with the third.
    expect(await decide(tool, input)).toBe('deny');
  });

  it('a template that is a link to the real file is no template', async () => {
    expect(await decide('Read', { file_path: '/p/.env.sample' })).toBe('deny');
  });
});

describe('everything else passes', () => {
  it.each([
    ['Read', { file_path: '/p/.env.example' }],
    ['Read', { file_path: '/p/template.link' }],
    ['Read', { file_path: '/p/src/env.ts' }],
    ['Read', { file_path: '/p/.environment' }],
    ['Read', { file_path: '/p/.env-cmdrc' }],
    ['Read', { file_path: '/p/env' }],
    ['Read', { file_path: '/p/prod.env' }],
    ['Read', { file_path: '/p/node_modules/dotenv/README.md' }],
    ['Read', { file_path: '/p/.env/bin/activate' }],
    ['Write', { file_path: '/p/README.md', content: 'cp .env.example .env && cat .env' }],
    ['Edit', { file_path: '/p/src/a.ts', old_string: 'x', new_string: "config({ path: '.env' })" }],
    ['Glob', { pattern: '**/.env*' }],
    ['LS', { path: '/p/' }],
    ['mcp__filesystem__list_directory', { path: '/p/' }],
    ['mcp__filesystem__search_files', { path: '/p/', pattern: '.env' }],
    ['mcp__filesystem__read_file', { path: '/p/.env.example' }],
    ['mcp__github__create_issue', { title: 'Loading .env fails', body: 'run cat .env to see' }],
    ['mcp__github__get_file_contents', { owner: 'o', repo: 'r', path: '.env' }],
    ['WebFetch', { url: 'https://example.com/docs/.env', prompt: 'x' }],
    ['TodoWrite', { todos: [{ content: 'write .env', status: 'pending', activeForm: 'x' }] }],
    ['Agent', { description: 'd', prompt: 'read .env' }],
    ['SomeNewTool', { path: '/p/src/a.ts' }],
  ])('%s %j', async (tool, input) => {
    expect(await decide(tool, input)).toBe('none');
  });
});

describe('a search goes on without the env files', () => {
  it.each([
    ['no path', {}],
    ['the project', { path: '/p/' }],
    ['a catch-all glob', { path: '/p/', glob: '*' }],
    ['a glob of other files', { path: '/p/', glob: '*.{ts,js}' }],
    ['a glob that takes some env files', { path: '/p/', glob: '*.local' }],
    ['a glob that takes env files alone', { path: '/p/', glob: '.env*' }],
    ['a glob of other dot files', { path: '/p/', glob: '**/.*rc' }],
    ['a linked folder', { path: '/p/linked-folder' }],
  ])('%s', async (_case, input) => {
    const project = makeProject(FILES);
    const call = {
      pattern: 'KEY',
      ...JSON.parse(JSON.stringify(input).replaceAll('/p/', `${project.root}/`)),
    };
    const outcome = await project.call(guard, 'Grep', call);
    expect(outcome.verdict.decision).toBe('none');
    const { glob } = outcome.input as { glob: string };
    expect(glob.startsWith(call.glob === undefined ? '!**/{' : `${call.glob} !**/{`)).toBe(true);
    expect(outcome.input).toEqual({ ...call, glob });
  });

  it('one file is searched as it is', async () => {
    const project = makeProject(FILES);
    const outcome = await project.call(guard, 'Grep', { pattern: 'x', path: project.path('src/a.ts') });
    expect(outcome.rewrites).toEqual([]);
  });

  it('a search that already leaves them out is left as it is', async () => {
    const project = makeProject(FILES);
    const first = await project.call(guard, 'Grep', { pattern: 'x' });
    const second = await project.call(guard, 'Grep', first.input as Record<string, unknown>);
    expect(second.rewrites).toEqual([]);
  });

  it('a glob that only looks like the exclusion does not stand in for it', async () => {
    const project = makeProject(FILES);
    const first = await project.call(guard, 'Grep', { pattern: 'x' });
    const { glob } = first.input as { glob: string };
    for (const lookalike of [`!${glob}`, `x${glob}`, `${glob} *`]) {
      const outcome = await project.call(guard, 'Grep', { pattern: 'x', glob: lookalike });
      expect(outcome.input).toMatchObject({ glob: `${lookalike} ${glob}` });
    }
  });

  it('an MCP search, which cannot be told so, is denied over a folder that holds one, and passes over another', async () => {
    const project = makeProject(FILES);
    const search = (path: string) =>
      project.call(guard, 'mcp__ripgrep__search', { pattern: 'KEY', path: project.path(path) });
    expect((await search('packages')).verdict.decision).toBe('deny');
    expect((await search('src')).verdict.decision).toBe('none');
  });
});

describe('what the model and the person are told', () => {
  it('the reason says why and what to do instead, and quotes nothing of the file', async () => {
    const project = makeProject({ '.env': 'KEY=hunter2' });
    const outcome = await project.call(guard, 'Read', { file_path: project.path('.env') });
    expect(outcome.verdict.votes[0]?.reason).toMatch(/must not be read.*holds secrets.*\.env\.example/);
    expect(outcome.messages[0]?.text).toBe(`kept the agent from reading ${project.path('.env')}`);
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });
});

describe('bad input', () => {
  it.each([
    ['Read', {}],
    ['Read', { file_path: 42 }],
    ['Read', { file_path: '' }],
    ['Read', { file_path: '/p/a\0.env' }],
    ['Write', { file_path: ['/p/.env'], content: 'x' }],
    ['Grep', { pattern: 'x', path: {} }],
    ['Grep', { pattern: 'x', glob: 7 }],
  ])('a call that cannot be read is denied: %s %j', async (tool, input) => {
    expect(await decide(tool, input)).toBe('deny');
  });

  it('a call with more paths than are looked at is denied', async () => {
    const paths = [...Array.from({ length: 10_001 }, () => '/p/src/a.ts'), '/p/.env'];
    expect(await decide('mcp__filesystem__read_multiple_files', { paths })).toBe('deny');
  });

  it('options that cannot be right are errors when the guard is made', () => {
    expect(() => envFileGuard({ allowed: ['.env.ci'] } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_UNKNOWN' }),
    );
    expect(() => envFileGuard({ allow: [''] })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
    expect(() => envFileGuard({ deny: ['!(a|b)*'] })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
    expect(() => envFileGuard({ timeout: '0s' })).toThrow(
      expect.objectContaining({ code: 'DURATION_INVALID' }),
    );
  });
});

it('more names can be closed, and more be left open', async () => {
  const project = makeProject(FILES);
  const own = envFileGuard({ deny: ['secrets.*'], allow: ['.env.ci'] });
  const read = async (name: string) =>
    (await project.call(own, 'Read', { file_path: project.path(name) })).verdict.decision;
  expect([await read('secrets.yml'), await read('.env.ci'), await read('.env')]).toEqual([
    'deny',
    'none',
    'deny',
  ]);
});
