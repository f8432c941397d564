import { createRunner, definePlugin, onTool } from '@hookloom/core';
import { fire, toolCall } from '@hookloom/testing';
import { describe, expect, it } from 'vitest';
import { makeProject, type Project } from '../test/project.js';
import { type PathGuardOptions, pathGuard } from './path-guard.js';

const FILES = {
  'config/keys/prod.key': 'k',
  'config/app.yml': 'a',
  'src/a.ts': 'x',
  'src/secrets/deep/b.txt': 'b',
  'tls/site.pem': 'p',
  'keys.link': '->config/keys',
  'my data/private.txt': 'p',
};

async function decide(
  project: Project,
  options: Omit<PathGuardOptions, 'root'>,
  tool: string,
  path: string,
  more = {},
) {
  const guard = pathGuard({ ...options, root: project.root });
  return (
    await project.call(guard, tool, { file_path: project.path(path), path: project.path(path), ...more })
  ).verdict.decision;
}

describe('patterns', () => {
  it.each([
    ['a folder, by path', ['config/keys'], 'config/keys/prod.key', 'deny'],
    ['the folder itself', ['config/keys'], 'config/keys', 'deny'],
    ['not one whose name only begins so', ['config/keys'], 'config/keys-old/a', 'none'],
    ['through a link', ['config/keys'], 'keys.link/prod.key', 'deny'],
    ['where the protected folder is named by a link', ['./keys.link'], 'config/keys/prod.key', 'deny'],
    ['in another case', ['config/keys'], 'CONFIG/Keys/prod.key', 'deny'],
    ['a name in any folder', ['*.pem'], 'tls/site.pem', 'deny'],
    ['a name of a folder, with all in it', ['tls'], 'tls/site.pem', 'deny'],
    ['not a name that only begins so', ['tl'], 'tls/site.pem', 'none'],
    ['a path beside the project of the same name', ['./tls'], 'src/tls/site.pem', 'none'],
    ['a folder of a name, anywhere', ['secrets/'], 'src/secrets/deep/b.txt', 'deny'],
    ['a path with wildcards', ['config/**/*.key'], 'config/keys/prod.key', 'deny'],
    ['and not beyond', ['config/*.key'], 'config/keys/prod.key', 'none'],
    ['a file that is not there yet', ['config/keys'], 'config/keys/new/one.key', 'deny'],
    ['everything', ['/'], 'src/a.ts', 'deny'],
    ['the project', ['.'], 'src/a.ts', 'deny'],
  ])('%s: %j %s', async (_case, deny, path, decision) => {
    expect(await decide(makeProject(FILES), { deny }, 'Read', path)).toBe(decision);
  });

  it('an exception opens part of a closed folder, but no link out of it', async () => {
    const project = makeProject({ ...FILES, 'config/open/a': 'a', 'config/open/b': '->../keys/prod.key' });
    const options = { deny: ['./config'], allow: ['config/open'] };
    expect(await decide(project, options, 'Read', 'config/open/a')).toBe('none');
    expect(await decide(project, options, 'Read', 'config/open/b')).toBe('deny');
    expect(await decide(project, options, 'Read', 'config/app.yml')).toBe('deny');
  });

  it('a path with wildcards also holds where the project is reached by another name', async () => {
    const project = makeProject({ ...FILES, alias: '->config' });
    expect(await decide(project, { deny: ['alias/**/*.key'] }, 'Read', 'config/keys/prod.key')).toBe('deny');
  });

  it('is read as in .gitignore: **/x is the name x, and x/** is x with all in it', async () => {
    const project = makeProject(FILES);
    expect(await decide(project, { deny: ['**/*.pem'] }, 'Read', 'tls/site.pem')).toBe('deny');
    expect(await decide(project, { deny: ['config/keys/**'] }, 'Read', 'config/keys/prod.key')).toBe('deny');
    expect(await decide(project, { deny: ['config/keys/**'] }, 'Grep', '')).toBe('none');
  });

  it('brackets may be part of a name', async () => {
    const project = makeProject({ 'app/[slug]/page.tsx': 'x', 'app/s/page.tsx': 'x' });
    expect(await decide(project, { deny: ['app/[slug]'] }, 'Read', 'app/[slug]/page.tsx')).toBe('deny');
  });

  it('relative patterns start from the project, wherever the agent has gone', async () => {
    const project = makeProject(FILES);
    const guard = pathGuard({ deny: ['config/keys'], root: project.root });
    const input = { file_path: '../config/keys/prod.key' };
    const outcome = await fire(guard, toolCall('Read', input, { cwd: project.path('src') }));
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('relative patterns hold in the folder of the session, also when the process runs elsewhere', async () => {
    const project = makeProject(FILES);
    const runner = createRunner(pathGuard({ deny: ['config/keys'] }), { onOutcome: () => undefined });
    const read = async (cwd: string) => {
      const call = toolCall('Read', { file_path: project.path('config/keys/prod.key') }, { cwd });
      return (await runner.run(call)).verdict.decision;
    };
    expect(await read(project.root)).toBe('deny');
    expect(await read(project.path('src'))).toBe('deny');
  });

  it('the home folder is meant by a tilde', async () => {
    const outcome = await fire(
      pathGuard({ deny: ['~/.ssh'] }),
      toolCall('Read', { file_path: '~/.ssh/id_ed25519' }),
    );
    expect(outcome.verdict.decision).toBe('deny');
  });
});

describe('modes', () => {
  it('reading, writing and running are closed by default, listing is not', async () => {
    const project = makeProject(FILES);
    const options = { deny: ['config/keys'] };
    expect(await decide(project, options, 'Write', 'config/keys/x', { content: 'x' })).toBe('deny');
    expect(await decide(project, options, 'mcp__filesystem__list_directory', 'config/keys')).toBe('none');
    expect(
      await decide(
        project,
        { ...options, modes: ['list'] },
        'mcp__filesystem__list_directory',
        'config/keys',
      ),
    ).toBe('deny');
    expect(await decide(project, { ...options, modes: ['write'] }, 'Read', 'config/keys/prod.key')).toBe(
      'none',
    );
  });

  it('listing by a glob is closed where it would show a closed name, and only there', async () => {
    const project = makeProject(FILES);
    const list = (pattern: string) =>
      decide(project, { deny: ['config/keys'], modes: ['list'] }, 'Glob', '', {
        pattern,
        file_path: undefined,
      });
    expect(await list('config/keys/**')).toBe('deny');
    expect(await list('**/*')).toBe('deny');
    expect(await list('**/*.key')).toBe('deny');
    expect(await list('src/**')).toBe('none');
    expect(await list('**/*.ts')).toBe('none');
    const tree = { deny: ['config/keys'], modes: ['list'] as const };
    expect(await decide(project, tree, 'mcp__filesystem__directory_tree', '')).toBe('deny');
    expect(await decide(project, tree, 'mcp__filesystem__directory_tree', 'src')).toBe('none');
  });

  it('a folder that holds a protected one cannot be moved or deleted', async () => {
    const project = makeProject(FILES);
    expect(
      await decide(project, { deny: ['config/keys'] }, 'mcp__filesystem__delete_directory', 'config'),
    ).toBe('deny');
    expect(await decide(project, { deny: ['*.key'] }, 'mcp__filesystem__delete_directory', 'config')).toBe(
      'deny',
    );
    expect(await decide(project, { deny: ['config/keys'] }, 'mcp__filesystem__delete_directory', 'src')).toBe(
      'none',
    );
  });
});

describe('searches', () => {
  async function globFor(deny: string[], path = ''): Promise<unknown> {
    const project = makeProject(FILES);
    const guard = pathGuard({ deny, root: project.root });
    return (await project.call(guard, 'Grep', { pattern: 'x', path: project.path(path) })).input;
  }

  it.each([
    [
      ['config/keys'],
      '',
      '!/[cC][oO][nN][fF][iI][gG]/[kK][eE][yY][sS] !/[cC][oO][nN][fF][iI][gG]/[kK][eE][yY][sS]/**',
    ],
    [['config/keys'], 'config', '!/[kK][eE][yY][sS] !/[kK][eE][yY][sS]/**'],
    [['*.pem'], '', '!**/*.[pP][eE][mM]'],
    [['k/'], '', '!**/[kK]'],
    [
      ['my data/private.txt'],
      'my data',
      '!/[pP][rR][iI][vV][aA][tT][eE].[tT][xX][tT] !/[pP][rR][iI][vV][aA][tT][eE].[tT][xX][tT]/**',
    ],
  ])('of %j in "%s" leave it out', async (deny, path, glob) => {
    expect(await globFor(deny, path)).toMatchObject({ glob });
  });

  it('beside the protected folder go on as they are', async () => {
    expect(await globFor(['config/keys'], 'src')).toBeUndefined();
  });

  it('in the protected folder are denied', async () => {
    expect(await decide(makeProject(FILES), { deny: ['config/keys'] }, 'Grep', 'config/keys')).toBe('deny');
  });

  it('moved by a later rewrite to where they would reach it are denied', async () => {
    const project = makeProject(FILES);
    const mover = definePlugin({
      name: 'mover',
      role: 'rewriter',
      hooks: { PreToolUse: onTool('Grep', (ctx) => ctx.rewrite({ ...ctx.input, path: project.root })) },
    });
    const stack = [pathGuard({ deny: ['config/keys'], root: project.root }), mover];
    const outcome = await project.call(stack, 'Grep', { pattern: 'x', path: project.path('src') });
    expect(outcome.verdict.decision).toBe('deny');
    expect(outcome.failures).toEqual([]);
  });
});

describe('in a stack', () => {
  it('a rewrite after the guard is judged again, by where it leads', async () => {
    const project = makeProject(FILES);
    const mover = definePlugin({
      name: 'mover',
      role: 'rewriter',
      hooks: {
        PreToolUse: onTool('Write', (ctx) =>
          ctx.rewrite({ ...ctx.input, file_path: project.path('keys.link/x') }),
        ),
      },
    });
    const stack = [pathGuard({ deny: ['config/keys'], root: project.root }), mover];
    const outcome = await project.call(stack, 'Write', { file_path: project.path('a'), content: 'x' });
    expect(outcome.verdict.decision).toBe('deny');
  });

  it('two path guards need two names', () => {
    const two = [pathGuard({ deny: ['a'] }), pathGuard({ deny: ['b'] })];
    expect(() => createRunner(two)).toThrow(expect.objectContaining({ code: 'PLUGIN_DUPLICATE' }));
    createRunner([pathGuard({ deny: ['a'] }), pathGuard({ name: 'other-paths', deny: ['b'] })]);
  });
});

describe('options', () => {
  it.each([
    [undefined, 'OPTION_INVALID'],
    [{ deny: [] }, 'OPTION_INVALID'],
    [{ deny: 'config' }, 'OPTION_INVALID'],
    [{ deny: ['a\0b'] }, 'OPTION_INVALID'],
    [{ deny: ['!*.pem'] }, 'OPTION_INVALID'],
    [{ deny: ['!x'] }, 'OPTION_INVALID'],
    [{ deny: [' secret.txt'] }, 'OPTION_INVALID'],
    [{ deny: ['a[b'] }, 'OPTION_INVALID'],
    [{ deny: ['{a'] }, 'OPTION_INVALID'],
    [{ deny: ['a'], modes: ['see'] }, 'OPTION_INVALID'],
    [{ deny: ['a'], reason: ' ' }, 'OPTION_INVALID'],
    [{ deny: ['a'], denied: ['b'] }, 'OPTION_UNKNOWN'],
    [{ deny: ['a'], name: 'Not Kebab' }, 'NAME_INVALID'],
  ])('%j is refused', (options, code) => {
    expect(() => pathGuard(options as unknown as PathGuardOptions)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it('a missing deny is refused', () => {
    expect(() => pathGuard({} as PathGuardOptions)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });
});
