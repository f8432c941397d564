import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessOptions, ToolAccess } from './access.js';
import { accessesOf } from './accesses.js';
import { BUILTIN_TOOLS, FORMER_TOOLS, TOOL_ALIASES } from './builtin-tools.js';

const OPTIONS: AccessOptions = { home: '/home/u', platform: 'posix' };

function touch(toolName: string, toolInput: unknown, options: AccessOptions = {}): ToolAccess {
  return accessesOf({ toolName, toolInput, cwd: '/repo' }, { ...OPTIONS, ...options });
}

function brief({ accesses }: ToolAccess): string[] {
  return accesses.map(({ mode, path, via, tree }) => `${mode} ${path} (${via})${tree ? ' tree' : ''}`);
}

function kinds({ problems }: ToolAccess): string[] {
  return problems.map(({ kind }) => kind);
}

describe('the file tools', () => {
  it.each([
    ['Read', { file_path: '/repo/.env' }, ['read /repo/.env (file_path)']],
    ['Read', { file_path: 'src/../.env' }, ['read /repo/.env (file_path)']],
    ['Read', { file_path: ' ~/x ' }, ['read /home/u/x (file_path)']],
    ['Write', { file_path: '../etc/x', content: '' }, ['write /etc/x (file_path)']],
    ['Edit', { file_path: 'a.ts' }, ['read /repo/a.ts (file_path)', 'write /repo/a.ts (file_path)']],
    [
      'MultiEdit',
      { file_path: 'a.ts', edits: [] },
      ['read /repo/a.ts (file_path)', 'write /repo/a.ts (file_path)'],
    ],
    [
      'NotebookEdit',
      { notebook_path: 'a.ipynb', new_source: 'x' },
      ['read /repo/a.ipynb (notebook_path)', 'write /repo/a.ipynb (notebook_path)'],
    ],
    ['NotebookRead', { notebook_path: 'a.ipynb' }, ['read /repo/a.ipynb (notebook_path)']],
    ['LS', { path: '/repo' }, ['list /repo (path)']],
    ['LSP', { operation: 'hover', filePath: 'a.ts' }, ['read /repo/a.ts (filePath)']],
  ])('%s %j', (tool, input, expected) => {
    const result = touch(tool, input);
    expect(brief(result)).toEqual(expected);
    expect(result).toMatchObject({ complete: true, problems: [] });
  });

  it('take a file URI, an escape and a variable literally', () => {
    const paths = ['file:///repo/.env', '/repo/%2eenv', '$HOME/.env'].map(
      (file_path) => touch('Read', { file_path }).accesses[0]?.path,
    );
    expect(paths).toEqual(['/repo/file:/repo/.env', '/repo/%2eenv', '/repo/$HOME/.env']);
  });

  it('never read content as a path', () => {
    const input = { file_path: 'a.md', content: '/etc/passwd', old_string: '/etc/a', new_string: 'cat .env' };
    expect(brief(touch('Write', input))).toEqual(['write /repo/a.md (file_path)']);
    expect(new Set(touch('Edit', input).accesses.map(({ path }) => path))).toEqual(new Set(['/repo/a.md']));
  });

  it.each([
    ['missing', {}],
    ['null', { file_path: null }],
    ['empty', { file_path: '' }],
    ['blank', { file_path: ' \t' }],
    ['a number', { file_path: 7 }],
    ['an array', { file_path: ['/repo/.env'] }],
    ['with a NUL byte', { file_path: '/repo/a\0/etc/x' }],
    ['longer than any path', { file_path: `/${'a/'.repeat(20_000)}` }],
  ])('call a path that is %s malformed, and give no access for it', (_, input) => {
    for (const tool of ['Read', 'Write', 'Edit', 'MultiEdit']) {
      const result = touch(tool, input);
      expect(result).toMatchObject({ accesses: [], complete: false });
      expect(result.problems).toMatchObject([{ kind: 'malformed', via: 'file_path' }]);
    }
  });

  it.each([undefined, null, 'x', 7, []])('call the input %j malformed', (input) => {
    expect(kinds(touch('Read', input))).toEqual(['malformed']);
  });
});

describe('the searches', () => {
  it('read everything below the path of Grep', () => {
    const result = touch('Grep', { pattern: '/etc/x', path: 'src', glob: '*.ts', type: 'ts' });
    expect(result.accesses).toEqual([
      { path: '/repo/src', mode: 'read', via: 'path', tree: { glob: '*.ts', type: 'ts' } },
    ]);
  });

  it.each([{}, { path: undefined }, { path: '' }, { path: '.' }])(
    'start in the working directory for %j',
    (input) => {
      expect(brief(touch('Grep', { pattern: 'x', ...input }))).toEqual(['read /repo (path) tree']);
      expect(brief(touch('Glob', { pattern: '*', ...input }))).toEqual(['list /repo (path) tree']);
    },
  );

  it('only list for Glob, with its pattern as the scope', () => {
    expect(touch('Glob', { pattern: '**/.env*', path: '~' }).accesses).toEqual([
      { path: '/home/u', mode: 'list', via: 'path', tree: { glob: '**/.env*' } },
    ]);
  });

  it.each([
    ['/etc/*.conf', undefined, '/etc'],
    ['/etc/*.conf', 'src', '/etc'],
    ['~/x/*', undefined, '/home/u/x'],
    ['../../etc/*', 'src', '/etc'],
    ['/*', undefined, '/'],
  ])('follow the pattern %j out of the path %j', (pattern, path, expected) => {
    expect(brief(touch('Glob', { pattern, path }))).toEqual([`list ${expected} (pattern) tree`]);
  });

  it('never take the pattern of Grep for a path', () => {
    expect(brief(touch('Grep', { pattern: '\\.env', path: '/repo/docs' }))).toEqual([
      'read /repo/docs (path) tree',
    ]);
  });

  it('call a path that is no text malformed', () => {
    expect(kinds(touch('Grep', { pattern: 'x', path: 7 }))).toEqual(['malformed']);
    expect(kinds(touch('Glob', { pattern: '*', path: 7 }))).toEqual(['malformed']);
    expect(kinds(touch('Glob', {}))).toEqual(['malformed']);
    expect(kinds(touch('Glob', { pattern: '/a\0*' }))).toEqual(['malformed']);
  });
});

describe('the other built-in tools', () => {
  it.each([
    ['Artifact', { file_path: 'a.html' }, ['read /repo/a.html (file_path)']],
    [
      'Artifact',
      { action: 'upload_asset', file_paths: ['a.png', '.env'] },
      ['read /repo/a.png (file_paths[0])', 'read /repo/.env (file_paths[1])'],
    ],
    ['Artifact', { action: 'read_asset', out_dir: '/etc' }, ['write /etc (out_dir)']],
    [
      'Projects',
      { method: 'project_write', path: 'claude/x', local_path: '.env' },
      ['read /repo/.env (local_path)'],
    ],
    [
      'Workflow',
      { script: "read('/etc/x')", scriptPath: 'w.js' },
      ['read /repo/w.js (scriptPath)', 'execute /repo/w.js (scriptPath)'],
    ],
    ['EnterWorktree', { path: '../other' }, ['list /other (path)']],
    ['SendUserFile', { files: ['.env'], caption: 'x' }, ['read /repo/.env (files[0])']],
    ['SendUserFile', { files: '.env' }, ['read /repo/.env (files)']],
    [
      'SendUserMessage',
      { message: '/etc/x', attachments: ['a.png', { file_uuid: '1' }] },
      ['read /repo/a.png (attachments[0])'],
    ],
    ['WebFetch', { url: 'file:///repo/.env', prompt: 'x' }, ['read /repo/.env (url)']],
    ['ReadMcpResourceTool', { server: 's', uri: 'file:///repo/%2eenv' }, ['read /repo/.env (uri)']],
    ['ReadMcpResource', { server: 's', uri: 'file:///repo/.env' }, ['read /repo/.env (uri)']],
    ['ReadMcpResourceDirTool', { server: 's', uri: 'file:///repo' }, ['list /repo (uri)']],
  ])('%s %j', (tool, input, expected) => {
    const result = touch(tool, input);
    expect(brief(result)).toEqual(expected);
    expect(result.complete).toBe(true);
  });

  it.each([
    ['WebFetch', { url: 'https://example.com/docs/.env', prompt: 'x' }],
    ['ReadMcpResourceTool', { server: 's', uri: 'memo://repo/.env' }],
    ['ReportFindings', { findings: [{ file: '.env' }] }],
    ['TodoWrite', { todos: [{ content: 'cat .env' }] }],
    ['Task', { prompt: 'read /etc/passwd' }],
    ['Agent', { prompt: 'read /etc/passwd' }],
    ['Monitor', { ws: { url: 'wss://example.com' } }],
    ['AskUserQuestion', undefined],
  ])('%s %j touches nothing here', (tool, input) => {
    expect(touch(tool, input)).toEqual({ accesses: [], complete: true, problems: [] });
  });

  it.each([
    ['ReadMcpResourceTool', { server: 's', uri: 'file://elsewhere/x' }],
    ['ReadMcpResourceTool', { server: 's', uri: 'file:///%zz' }],
    ['ReadMcpResourceTool', { server: 's' }],
    ['WebFetch', { url: 'file:///a%00b' }],
    ['Artifact', { file_paths: ['a', 7] }],
  ])('%s %j is malformed', (tool, input) => {
    expect(kinds(touch(tool, input))).toEqual(['malformed']);
  });

  it.each([
    ['Bash', { command: 'cat .env' }, 'cat'],
    ['Monitor', { command: 'tail -f .env' }, 'tail'],
  ])('%s is a command, read as bash would run it', (tool, input, via) => {
    expect(touch(tool, input)).toMatchObject({
      accesses: [{ path: '/repo/.env', mode: 'read', via }],
      complete: true,
      problems: [],
    });
  });

  it('a command for PowerShell was not read', () => {
    expect(touch('PowerShell', { command: 'gc .env' })).toMatchObject({
      accesses: [],
      complete: false,
      problems: [{ kind: 'shell', via: 'command' }],
    });
  });

  it('a command that is no text is malformed', () => {
    expect(kinds(touch('Bash', {}))).toEqual(['malformed']);
    expect(kinds(touch('Monitor', { command: 7 }))).toEqual(['malformed']);
  });
});

describe('declared tools', () => {
  it('are read by their declaration', () => {
    const tools = {
      mcp__db__dump: {
        out: 'write',
        'inputs[].file': ['read', 'list'],
        query: { mode: 'execute', form: 'shell' },
        at: { mode: 'read', form: 'uri' },
      },
    } as const;
    const input = {
      out: 'a.sql',
      inputs: [{ file: 'x' }, {}],
      query: 'cat z',
      at: 'file:///y',
      path: '/etc/x',
    };
    const result = touch('mcp__db__dump', input, { tools });
    expect(brief(result)).toEqual([
      'write /repo/a.sql (out)',
      'read /repo/x (inputs[0].file)',
      'list /repo/x (inputs[0].file)',
      'read /repo/z (cat)',
      'read /y (at)',
    ]);
    expect(kinds(result)).toEqual([]);
  });

  it('win over what is built in', () => {
    expect(touch('Read', {}, { tools: { Read: {} } })).toEqual({
      accesses: [],
      complete: true,
      problems: [],
    });
  });

  it('leave a field out without a complaint unless it is required', () => {
    expect(touch('x', {}, { tools: { x: { out: 'write' } } }).complete).toBe(true);
    expect(touch('x', {}, { tools: { x: { out: { mode: 'write', required: true } } } }).complete).toBe(false);
  });
});

describe('the working directory', () => {
  it('is not needed for absolute paths', () => {
    for (const file_path of ['/repo/.env', '~/x']) {
      expect(accessesOf({ toolName: 'Read', toolInput: { file_path }, cwd: '' }, OPTIONS).complete).toBe(
        true,
      );
    }
  });

  it.each(['', 'repo', '/re\0po'])('%j leaves relative paths undecided', (cwd) => {
    const result = accessesOf({ toolName: 'Read', toolInput: { file_path: '.env' }, cwd }, OPTIONS);
    expect(result.problems).toMatchObject([{ kind: 'malformed', via: 'cwd' }]);
    expect(brief(result)).toEqual(['read /.env (file_path)']);
  });
});

describe('on Windows', () => {
  const windows = (toolName: string, toolInput: unknown) =>
    accessesOf({ toolName, toolInput, cwd: 'C:\\repo' }, { home: 'C:\\Users\\u', platform: 'win32' });

  it.each([
    ['Read', { file_path: 'src/../.env' }, 'read C:\\repo\\.env (file_path)'],
    ['Write', { file_path: '\\\\?\\C:\\repo\\.env' }, 'write C:\\repo\\.env (file_path)'],
    ['Glob', { pattern: 'C:\\Windows\\*.ini' }, 'list C:\\Windows (pattern) tree'],
    ['Glob', { pattern: 'src\\*.ts' }, 'list C:\\repo (path) tree'],
    ['mcp__filesystem__read_file', { path: 'file:///C:/repo/.env' }, 'read C:\\repo\\.env (path)'],
    ['mcp__x__read', { source: '.\\a' }, 'read C:\\repo\\a (source)'],
  ])('%s %j', (tool, input, expected) => {
    expect(brief(windows(tool, input))).toEqual([expected]);
  });
});

describe('whatever the call', () => {
  const names = [
    ...Object.keys({ ...BUILTIN_TOOLS, ...FORMER_TOOLS, ...TOOL_ALIASES }),
    'mcp__filesystem__read_file',
    'mcp__filesystem__move_file',
    'mcp__x__rename',
    'mcp__github__upload',
    'mcp__x__execute_command',
    'mcp__x__zap',
  ];
  const keys = [
    'file_path notebook_path path paths files file_paths edits source destination new_name cwd folder filename',
    'uri url command pattern glob content __proto__',
  ].flatMap((line) => line.split(' '));
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[~./\\a:C ?%]{0,12}$/),
    fc.constantFrom('/etc/../x', '~', '\\\\?\\C:\\x', 'file:///a%2f..', 'C:x', '\\\\a\\b', '. .'),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, text, fc.anything(), fc.array(tie('value')), tie('record')),
    record: fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), tie('value')),
  }));
  const call = fc.record({
    toolName: fc.oneof(fc.constantFrom(...names), fc.string()),
    toolInput: value,
    cwd: text,
  });

  it.each(['posix', 'win32'] as const)('every path is absolute and normal on %s', (platform) => {
    const rules = platform === 'win32' ? win32 : posix;
    fc.assert(
      fc.property(call, (given) => {
        const { accesses, complete, problems } = accessesOf(given, { home: '/home/u', platform });
        expect(complete).toBe(problems.length === 0);
        for (const { path } of accesses) {
          expect(rules.isAbsolute(path)).toBe(true);
          expect(rules.normalize(path)).toBe(path);
          expect(path === rules.parse(path).root || !path.endsWith(rules.sep)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('it answers, even to what is no call at all', () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const nothing = [undefined, null, 7, 'x', [], {}, revoked.proxy] as never[];
    for (const given of nothing) {
      for (const options of nothing) expect(accessesOf(given, options).complete).toBe(false);
    }
    expect(kinds(touch('Read', revoked.proxy))).toEqual(['malformed']);
    expect(kinds(touch('mcp__x__read', revoked.proxy))).toEqual(['malformed']);
  });

  it('a getter that throws is a problem of its own field only', () => {
    const input = {
      get path() {
        throw new Error('no');
      },
      file_path: '.env',
    };
    const result = touch('mcp__x__read', input);
    expect(brief(result)).toEqual(['read /repo/.env (file_path)']);
    expect(result.problems).toMatchObject([{ kind: 'malformed', via: 'path' }]);
  });

  it('an object without a prototype is read like any other', () => {
    const input = Object.assign(Object.create(null), { file_path: '.env' });
    expect(brief(touch('Read', input))).toEqual(['read /repo/.env (file_path)']);
  });

  it('a cycle ends', () => {
    const input: { path: string; self?: unknown; edits?: unknown } = { path: 'a' };
    input.self = input;
    input.edits = [input, [input]];
    expect(touch('mcp__x__read', input).accesses.length).toBeGreaterThan(0);
  });

  it.each([
    ['mcp__x__read', { paths: Array.from({ length: 200_000 }, (_, at) => `f${at}`) }],
    ['mcp__x__read', Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`path${at}`, `f${at}`]))],
    ['mcp__x__read', { edits: Array.from({ length: 200_000 }, () => ({ files: [{ path: 'x' }] })) }],
    ['Artifact', { file_paths: Array.from({ length: 200_000 }, () => 'x') }],
  ])('%s with too many values is cut short, and says so', (tool, input) => {
    const start = performance.now();
    const result = touch(tool, input);
    expect(kinds(result)).toEqual(['too-large']);
    expect(result.accesses.length).toBeLessThanOrEqual(20_000);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('guards that ask about the same command', () => {
  it('share one answer, which none of them can change', () => {
    const first = touch('Bash', { command: 'cat .env' });
    expect(touch('Bash', { command: 'cat .env' })).toBe(first);
    expect(() => (first.accesses as unknown[]).pop()).toThrow(TypeError);
    expect(() => Object.assign(first.accesses[0] ?? {}, { path: '/repo/x' })).toThrow(TypeError);
    expect(brief(touch('Bash', { command: 'cat .env' }))).toEqual(['read /repo/.env (cat)']);
  });

  it('a command with other paths beside it leaves that answer alone', () => {
    const alone = touch('Bash', { command: 'cat a' });
    const both = touch('mcp__terminal__run', { command: 'cat a', output_file: '/repo/b' });
    expect(both.accesses.length).toBeGreaterThan(alone.accesses.length);
    expect(brief(alone)).toEqual(['read /repo/a (cat)']);
  });

  it('another folder, home or environment is another command', () => {
    const command = { toolName: 'Bash', toolInput: { command: 'cat ~/a $F' } };
    const paths = (cwd: string, options: AccessOptions) =>
      accessesOf({ ...command, cwd }, options).accesses.map(({ path }) => path);
    expect(paths('/one', { home: '/h', shell: { env: { F: 'x' } } })).toEqual(['/h/a', '/one/x']);
    expect(paths('/two', { home: '/h', shell: { env: { F: 'x' } } })).toEqual(['/h/a', '/two/x']);
    expect(paths('/one', { home: '/i', shell: { env: { F: 'x' } } })).toEqual(['/i/a', '/one/x']);
    expect(paths('/one', { home: '/h', shell: { env: { F: 'y' } } })).toEqual(['/h/a', '/one/y']);
  });
});
