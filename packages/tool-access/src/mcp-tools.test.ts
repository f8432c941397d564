import { describe, expect, it } from 'vitest';
import type { ToolAccess } from './access.js';
import { accessesOf } from './accesses.js';

function touch(toolName: string, toolInput: unknown): ToolAccess {
  return accessesOf({ toolName, toolInput, cwd: '/repo' }, { home: '/home/u', platform: 'posix' });
}

function brief({ accesses }: ToolAccess): string[] {
  return accesses.map(({ mode, path, via, tree }) => `${mode} ${path} (${via})${tree ? ' tree' : ''}`);
}

function kinds({ problems }: ToolAccess): string[] {
  return problems.map(({ kind }) => kind);
}

describe('the verb in a tool name decides the mode', () => {
  it.each([
    ['read_file', 'read'],
    ['read_text_file', 'read'],
    ['readFile', 'read'],
    ['readfile', 'read'],
    ['get-file-contents', 'read'],
    ['file_read', 'read'],
    ['view', 'read'],
    ['Read', 'read'],
    ['write_file', 'write'],
    ['WriteFile', 'write'],
    ['create_directory', 'write'],
    ['create_text_file', 'write'],
    ['fs_write', 'write'],
    ['dir_create', 'write'],
    ['log_write', 'write'],
    ['chmod', 'write'],
    ['download_image', 'write'],
    ['browser_take_screenshot', 'write'],
    ['edit_file', 'read write'],
    ['insert_at_line', 'read write'],
    ['delete_lines', 'read write'],
    ['rename_symbol', 'read write'],
    ['search_and_replace', 'read write'],
    ['find_replace', 'read write'],
    ['get_or_create_file', 'read write'],
    ['write_and_read', 'read write'],
    ['upload_attachment', 'read'],
    ['analyze_image', 'read'],
    ['list_directory', 'list'],
    ['ls', 'list'],
    ['get_file_info', 'list'],
    ['file_exists', 'list'],
    ['check_path_exists', 'list'],
    ['read_directory', 'list'],
    ['get_update_status', 'list'],
    ['set_working_directory', 'list'],
    ['run_script_file', 'read execute'],
    ['zap', 'read write'],
    ['git_add', 'read write'],
  ])('%s: %s', (tool, modes) => {
    const { accesses, complete } = touch(`mcp__srv__${tool}`, { path: '/repo/x' });
    expect(accesses.map(({ mode }) => mode).join(' ')).toBe(modes);
    expect(complete).toBe(true);
  });

  it.each([
    ['delete_file', 'write'],
    ['remove_directory', 'write'],
    ['search_code', 'read'],
    ['search_for_pattern', 'read'],
    ['search_in_files_by_text', 'read'],
    ['grep', 'read'],
    ['start_search', 'read'],
    ['find_symbol', 'read'],
    ['index_codebase', 'read'],
    ['read_files_in_directory', 'read'],
    ['directory_tree', 'list'],
    ['search_files', 'list'],
    ['find_files_by_pattern', 'list'],
    ['glob', 'list'],
  ])('%s: %s, with everything below', (tool, modes) => {
    expect(brief(touch(`mcp__srv__${tool}`, { path: '/repo/x' }))).toEqual(
      modes.split(' ').map((mode) => `${mode} /repo/x (path) tree`),
    );
  });

  it('an action decides when the name does not', () => {
    expect(brief(touch('mcp__srv__file', { action: 'read', path: 'x' }))).toEqual(['read /repo/x (path)']);
    expect(brief(touch('mcp__srv__file', { command: 'create', path: 'x' }))).toEqual([
      'write /repo/x (path)',
    ]);
  });

  it('an action cannot talk a verb down', () => {
    expect(brief(touch('mcp__srv__write_file', { action: 'view', path: 'x' }))).toEqual([
      'write /repo/x (path)',
    ]);
  });

  it('a search for names and a search for contents are told apart by their fields', () => {
    const modeOf = (tool: string, input: object) =>
      touch(`mcp__srv__${tool}`, { path: '.', ...input }).accesses[0]?.mode;
    expect(modeOf('search_files', { regex: 'KEY' })).toBe('read');
    expect(modeOf('start_search', { pattern: '.env', searchType: 'files' })).toBe('list');
    expect(modeOf('start_search', { pattern: 'KEY', searchType: 'content' })).toBe('read');
    expect(modeOf('grep', { pattern: 'KEY', searchType: 'files' })).toBe('read');
  });
});

describe('the names of fields decide what is a path', () => {
  it.each(
    (
      'path file_path filePath filepath FilePath fileName file_name filename relative_path relativePath absolute_path ' +
      'notebook_path target_path input_path old_path directory dir folder pathInProject path_in_project file source_file ' +
      'config_path path1 path_a subDirectoryRelativePath'
    ).split(' '),
  )('%s', (key) => {
    expect(touch('mcp__srv__read_it', { [key]: '/repo/x' }).accesses).toMatchObject([
      { path: '/repo/x', mode: 'read', via: key },
    ]);
  });

  it.each(['source', 'src', 'target', 'from', 'image', 'attachment', 'template'])(
    '%s, when the value looks like a path',
    (key) => {
      for (const value of ['/repo/.env', './.env', '.env', 'a/../.env', 'config/.env']) {
        expect(brief(touch('mcp__srv__read_it', { [key]: value }))).toEqual([
          `read /repo/${value.startsWith('config') ? 'config/' : ''}.env (${key})`,
        ]);
      }
      for (const value of [
        'feature/login',
        'main',
        'owner/repo',
        'a@example.com',
        'https://example.com/.env',
      ]) {
        expect(touch('mcp__srv__read_it', { [key]: value }).accesses).toEqual([]);
      }
    },
  );

  it.each([
    'name_path',
    'xpath',
    'url_path',
    'remote_path',
    'exclude_paths',
    'max_files',
    'file_type',
    'folder_id',
    'path_pattern',
  ])('%s is no path', (key) => {
    expect(touch('mcp__srv__read_it', { [key]: '/repo/.env' }).accesses).toEqual([]);
  });

  it.each(['import_path', 'json_path', 'key_path', 'modulePath', 'package_path', 'interpreter'])(
    '%s is a path when its value cannot be a dotted name',
    (key) => {
      for (const value of ['/etc/x.pem', '~/x', './x', '../x', 'config/x.json']) {
        expect(touch('mcp__srv__read_it', { [key]: value }).accesses).toMatchObject([{ via: key }]);
      }
      for (const value of [
        '$.store.book',
        'os.path',
        'server.port',
        '.items',
        'github.com/o/r',
        '@o/r/x.js',
      ]) {
        expect(touch('mcp__filesystem__read_file', { [key]: value }).accesses).toEqual([]);
      }
    },
  );

  it.each([
    'title',
    'body',
    'query',
    'pattern',
    'description',
    'message',
    'content',
    'text',
    'prompt',
    'old_string',
    'code',
  ])('%s is text, whatever is in it', (key) => {
    for (const value of ['/repo/.env', 'file:///repo/.env', { path: '.env' }, [{ path: '.env' }]]) {
      expect(touch('mcp__srv__write_it', { [key]: value }).accesses).toEqual([]);
    }
  });

  it('each element of an array is a path of its own', () => {
    expect(brief(touch('mcp__srv__read_multiple_files', { paths: ['a', '/repo/.env', 7, null] }))).toEqual([
      'read /repo/a (paths[0])',
      'read /repo/.env (paths[1])',
    ]);
  });

  it('fields are found one level down', () => {
    expect(brief(touch('mcp__srv__write_all', { files: [{ path: '.env', content: '/etc/x' }] }))).toEqual([
      'write /repo/.env (files[0].path)',
    ]);
    expect(brief(touch('mcp__srv__read_it', { options: { file_path: '.env' } }))).toEqual([
      'read /repo/.env (options.file_path)',
    ]);
  });

  it('files may be named by the keys of an object', () => {
    expect(brief(touch('mcp__srv__write_all', { files: { '.env': 'A=1', 'a.ts': 'x' } }))).toEqual([
      'write /repo/.env (files[".env"])',
      'write /repo/a.ts (files["a.ts"])',
    ]);
  });

  it('a NUL byte is malformed', () => {
    expect(kinds(touch('mcp__srv__read_file', { path: '/repo/a\0b' }))).toEqual(['malformed']);
  });

  it('an empty path is the directory that the server works in', () => {
    expect(brief(touch('mcp__srv__list_dir', { relative_path: '' }))).toEqual(['list /repo (relative_path)']);
  });
});

describe('a program that a tool is to use is executed, not written', () => {
  it.each([
    ['set_interpreter', { pythonPath: '/usr/bin/python3' }],
    ['set_interpreter', { interpreter: '/usr/bin/python3' }],
    ['create_venv', { python_path: '/usr/bin/python3' }],
    ['init_project', { node_path: '/usr/bin/python3' }],
    ['configure_browser', { executable_path: '/usr/bin/python3' }],
    ['set_executable', { executable_path: '/usr/bin/python3' }],
    ['create_terminal_profile', { shell_path: '/usr/bin/python3' }],
  ])('%s %j', (tool, input) => {
    expect(brief(touch(`mcp__srv__${tool}`, input))).toEqual([
      `execute /usr/bin/python3 (${Object.keys(input)[0]})`,
    ]);
  });

  it.each([
    ['download_tool', { binary_path: '/usr/bin/x' }, 'write'],
    ['create_binary', { binary_path: '/usr/bin/x' }, 'write'],
    ['create_python_file', { python_path: '/usr/bin/x' }, 'write'],
    ['create_bundle', { output_binary_path: '/usr/bin/x' }, 'write'],
    ['delete_tool', { executable_path: '/usr/bin/x' }, 'write'],
    ['analyze_binary', { binary_path: '/usr/bin/x' }, 'read'],
  ])('but what %s %j makes, removes or reads is that', (tool, input, mode) => {
    expect(touch(`mcp__srv__${tool}`, input).accesses.map((access) => access.mode)).toEqual([mode]);
  });
});

describe('two paths of one call', () => {
  it.each([
    [
      'move_file',
      { source: '/repo/.env', destination: 'a' },
      ['read /repo/.env (source) tree', 'write /repo/.env (source) tree', 'write /repo/a (destination)'],
    ],
    ['copy_file', { src: 'a', dst: '.env' }, ['read /repo/a (src) tree', 'write /repo/.env (dst)']],
    [
      'convert',
      { input_path: 'a', output_path: 'b' },
      ['read /repo/a (input_path)', 'write /repo/b (output_path)'],
    ],
    ['create_archive', { source: './a', dest: './b' }, ['read /repo/a (source)', 'write /repo/b (dest)']],
    ['compare_files', { path1: 'a', path2: 'b' }, ['read /repo/a (path1)', 'read /repo/b (path2)']],
    ['diff', { old_path: 'a', new_path: 'b' }, ['read /repo/a (old_path)', 'read /repo/b (new_path)']],
    [
      'rename_file',
      { path: '/repo/x/a', new_name: '.env' },
      ['read /repo/x/a (path) tree', 'write /repo/x/a (path) tree', 'write /repo/x/.env (new_name)'],
    ],
    ['read_file', { path: 'a', save_path: 'b' }, ['read /repo/a (path)', 'write /repo/b (save_path)']],
  ])('%s %j', (tool, input, expected) => {
    expect(brief(touch(`mcp__srv__${tool}`, input))).toEqual(expected);
  });

  it('a file name stands in the directory beside it', () => {
    expect(brief(touch('mcp__srv__write_file', { folder: '/etc', filename: 'hosts' }))).toEqual([
      'list /etc (folder)',
      'write /etc/hosts (filename)',
    ]);
  });

  it('a relative path starts in the project that the call names', () => {
    expect(brief(touch('mcp__srv__read_file', { path: '.env', projectPath: '/other' }))).toEqual([
      'read /other/.env (path)',
    ]);
    expect(brief(touch('mcp__git__git_add', { repo_path: '/other', files: ['.env'] }))).toEqual([
      'read /other/.env (files[0])',
      'write /other/.env (files[0])',
    ]);
  });

  it('the project is the path when there is no other', () => {
    expect(brief(touch('mcp__git__git_status', { repo_path: '/other' }))).toEqual([
      'list /other (repo_path)',
    ]);
  });
});

describe('searches', () => {
  it('carry what narrows them', () => {
    expect(
      touch('mcp__ripgrep__search', { pattern: 'x', path: 'src', filePattern: '*.ts', fileType: 'ts' })
        .accesses,
    ).toEqual([{ path: '/repo/src', mode: 'read', via: 'path', tree: { glob: '*.ts', type: 'ts' } }]);
    expect(touch('mcp__filesystem__search_files', { path: '.', pattern: '.env' }).accesses).toEqual([
      { path: '/repo', mode: 'list', via: 'path', tree: { glob: '.env' } },
    ]);
  });

  it('of a file server start in the working directory', () => {
    expect(brief(touch('mcp__serena__search_for_pattern', { substring_pattern: 'KEY' }))).toEqual([
      'read /repo (path) tree',
    ]);
  });

  it.each([
    ['mcp__code-index__search_code_advanced', { pattern: 'KEY' }],
    ['mcp__code-index__search', { regex: 'KEY' }],
    ['mcp__srv__search_code', { query: 'KEY' }],
    ['mcp__srv__search_text', { pattern: 'KEY' }],
  ])('%s %j reads the working directory', (tool, input) => {
    expect(touch(tool, input)).toMatchObject({
      accesses: [{ path: '/repo', mode: 'read', via: 'path', tree: {} }],
      complete: true,
    });
  });

  it.each([
    ['mcp__srv__web_search', { query: '.env' }],
    ['mcp__srv__search_symbols', { query: 'AAPL' }],
    ['mcp__redis__search_keys', { pattern: 'user:*' }],
    ['mcp__memory__search_nodes', { query: 'KEY' }],
    ['mcp__ms-learn__code_sample_search', { query: 'KEY' }],
    ['mcp__code-docs__search', { pattern: 'KEY' }],
    ['mcp__github__search_code', { query: 'KEY' }],
    ['mcp__docker__search_code', { pattern: 'KEY' }],
  ])('%s %j reaches no file', (tool, input) => {
    expect(touch(tool, input).accesses).toEqual([]);
  });

  it('recursive: true reaches everything below', () => {
    expect(brief(touch('mcp__serena__list_dir', { relative_path: '.', recursive: true }))).toEqual([
      'list /repo (relative_path) tree',
    ]);
  });
});

describe('URIs', () => {
  it.each([
    ['mcp__srv__read_file', { path: 'file:///repo/.env' }, 'read /repo/.env (path)'],
    ['mcp__srv__convert_to_markdown', { uri: 'file://localhost/repo/%2Eenv' }, 'read /repo/.env (uri)'],
    ['mcp__srv__browser_navigate', { url: 'file:///repo/.env' }, 'read /repo/.env (url)'],
    ['mcp__srv__zap', { href: 'file:///repo/.env' }, 'read /repo/.env (href)'],
    ['mcp__srv__read_thing', { thing: 'file:///repo/.env' }, 'read /repo/.env (thing)'],
    ['mcp__srv__read_resource', { uri: '/repo/.env' }, 'read /repo/.env (uri)'],
    ['mcp__srv__browser_navigate', { url: 'view-source:file:///repo/.env' }, 'read /repo/.env (url)'],
    ['mcp__github__browser_navigate', { url: 'fi\tle:///repo/.env' }, 'read /repo/.env (url)'],
  ])('%s %j is local', (tool, input, expected) => {
    expect(brief(touch(tool, input))).toEqual([expected]);
  });

  it.each([
    ['mcp__srv__read_file', { path: 'https://example.com/.env' }],
    ['mcp__srv__fetch', { url: 'https://example.com/.env' }],
    ['mcp__srv__fetch', { url: '/docs/.env' }],
    ['mcp__srv__read_resource', { uri: 'memo://repo/.env' }],
    ['mcp__srv__show_image', { image: 'data:image/png;base64,a/b.c' }],
  ])('%s %j is not', (tool, input) => {
    expect(touch(tool, input).accesses).toEqual([]);
  });

  it.each(['file://elsewhere/x', 'file:///repo/%zz', 'file:///repo/a%00b'])('%s is malformed', (path) => {
    expect(kinds(touch('mcp__srv__read_file', { path }))).toEqual(['malformed']);
  });
});

describe('remote services', () => {
  it.each([
    ['mcp__github__create_issue', { title: 'Loading .env fails', body: 'run cat .env' }],
    ['mcp__github__get_file_contents', { owner: 'o', repo: 'r', path: '.env' }],
    ['mcp__github__create_or_update_file', { path: '.env', content: 'x' }],
    ['mcp__github__push_files', { files: [{ path: '.env', content: 'x' }] }],
    ['mcp__plugin_github_github__delete_file', { path: '.env' }],
    ['mcp__git-hub__get_file', { path: '.env' }],
    ['mcp__grep__searchGitHub', { query: 'x', path: '.env' }],
    ['mcp__gitlab__get_file', { file_path: '.env' }],
    ['mcp__claude_ai_Google_Drive__read_file', { path: '/etc/x' }],
    ['mcp__slack__post_message', { channel: '#a', text: 'cat .env' }],
    ['mcp__notion__update_page', { path: '/etc/x' }],
    ['mcp__gitlab__upload_file', { file_path: '.env', content: 'x' }],
  ])('%s %j touches nothing here', (tool, input) => {
    expect(touch(tool, input)).toEqual({ accesses: [], complete: true, problems: [] });
  });

  it.each([
    ['mcp__slack__upload_file', { file_path: '/repo/.env' }, 'read /repo/.env (file_path)'],
    ['mcp__jira__add_attachment', { local_path: '.env' }, 'read /repo/.env (local_path)'],
    ['mcp__gdrive__upload_file', { local_path: '.env', folder: 'x' }, 'read /repo/.env (local_path)'],
    ['mcp__gdrive__download_file', { file_id: '1', output_path: '/etc/x' }, 'write /etc/x (output_path)'],
    ['mcp__figma__download_images', { localPath: 'img' }, 'write /repo/img (localPath)'],
  ])('%s %j goes through a local file', (tool, input, expected) => {
    expect(brief(touch(tool, input))).toContain(expected);
  });

  it('a file server is never taken for one', () => {
    expect(brief(touch('mcp__github-filesystem__read_file', { path: '.env' }))).toEqual([
      'read /repo/.env (path)',
    ]);
  });
});

describe('a path of this machine is local, whatever the server is called', () => {
  it.each([
    ['mcp__tool-box__read_file', { path: '/repo/.env' }, 'read /repo/.env (path)'],
    ['mcp__sand-box__read_file', { path: '~/.ssh/id_rsa' }, 'read /home/u/.ssh/id_rsa (path)'],
    ['mcp__plugin_slack_files__read_file', { path: '/home/u/x' }, 'read /home/u/x (path)'],
    ['mcp__drive__create_file', { path: '/repo/.env' }, 'write /repo/.env (path)'],
    ['mcp__drive__create_file', { path: '/x/../repo/.env' }, 'write /repo/.env (path)'],
    ['mcp__drive__create_file', { path: 'file:///x' }, 'write /x (path)'],
    ['mcp__drive__create_file', { folder: '/repo', filename: '.env' }, 'write /repo/.env (filename)'],
    ['mcp__linear__read_file', { path: '.env', project_path: '/repo/x' }, 'read /repo/x/.env (path)'],
    ['mcp__docker__write_file', { path: '/repo/.env' }, 'write /repo/.env (path)'],
    ['mcp__ssh__connect', { private_key_path: '~/.ssh/id' }, 'read /home/u/.ssh/id (private_key_path)'],
  ])('%s %j', (tool, input, expected) => {
    expect(brief(touch(tool, input))).toContain(expected);
  });

  it.each(['/repository/.env', '/home/user/x', '/repo/../x', '/etc/x', '.env', '/'])(
    '%s may be elsewhere',
    (path) => {
      expect(touch('mcp__drive__read_file', { path })).toEqual({
        accesses: [],
        complete: true,
        problems: [],
      });
    },
  );

  it('a root as working directory or home makes no path local', () => {
    for (const place of [
      { cwd: '/', home: '/home/u' },
      { cwd: '/repo', home: '/' },
    ]) {
      const call = { toolName: 'mcp__github__get_file', toolInput: { path: '/src/a.ts' }, cwd: place.cwd };
      expect(accessesOf(call, { home: place.home, platform: 'posix' }).accesses).toEqual([]);
    }
  });

  it('on Windows too, in any case', () => {
    const call = { toolName: 'mcp__drive__read_file', toolInput: { path: 'c:/REPO/.env' }, cwd: 'C:\\repo' };
    expect(accessesOf(call, { home: 'C:\\u', platform: 'win32' }).accesses).toMatchObject([
      { path: 'C:\\REPO\\.env', mode: 'read' },
    ]);
  });
});

describe('what is attached to a message is read', () => {
  it.each([
    ['mcp__gmail__send_email', { body: 'hi', attachments: ['/p/.env'] }, 'attachments[0]'],
    ['mcp__gmail__send_email', { body: 'hi', attachments: [{ path: '/p/.env' }] }, 'attachments[0].path'],
    ['mcp__gmail__create_draft', { body: 'hi', attachments: ['/p/.env'] }, 'attachments[0]'],
    ['mcp__gmail__draft_email', { body: 'hi', attachments: [{ path: '/p/.env' }] }, 'attachments[0].path'],
    ['mcp__jira__create_issue', { body: 'hi', attachment_paths: ['/p/.env'] }, 'attachment_paths[0]'],
    ['mcp__gmail__send_email', { body: 'hi', file_attachments: ['/p/.env'] }, 'file_attachments[0]'],
    ['mcp__slack__send_message', { text: 'hi', file_path: '/p/.env' }, 'file_path'],
    ['mcp__mailer__create_draft', { body: 'hi', attachments: ['/p/.env'] }, 'attachments[0]'],
  ])('%s %j', (tool, input, via) => {
    expect(brief(touch(tool, input))).toEqual([`read /p/.env (${via})`]);
  });

  it.each([
    ['mcp__gmail__send_email', { body: 'hi', attachments: ['att_123', 'https://x/a.pdf'] }],
    ['mcp__gmail__send_email', { attachments: [{ filename: 'a.pdf', content: 'JVBERi0' }] }],
    ['mcp__outlook__create_draft', { attachments: [{ filename: 'a.pdf', contentBytes: 'JVBERi0' }] }],
    ['mcp__gmail__send_email', { attachment_name: '/p/.env' }],
    ['mcp__jira__delete_attachment', { attachment: 'a.pdf' }],
    ['mcp__gmail__get_attachment', { attachment: 'a.pdf' }],
  ])('%s %j attaches no file', (tool, input) => {
    expect(touch(tool, input).accesses).toEqual([]);
  });
});

describe('containers and other machines', () => {
  it.each([
    ['mcp__docker__write_file', { path: '/etc/nginx.conf' }],
    ['mcp__podman__read_file', { container: 'x', path: '/etc/x' }],
    ['mcp__k8s__list_files', { pod: 'x', path: '/etc' }],
    ['mcp__ssh-server__read_file', { file_path: '/etc/x' }],
    ['mcp__sftp__delete_file', { remote_path: '/etc/x' }],
  ])('%s %j touches nothing here', (tool, input) => {
    expect(touch(tool, input)).toEqual({ accesses: [], complete: true, problems: [] });
  });

  it.each([
    ['mcp__docker__build_image', { path: './app' }, 'read /repo/app (path)'],
    ['mcp__kubernetes__kubectl_apply', { filename: 'x.yaml' }, 'write /repo/x.yaml (filename)'],
    ['mcp__ssh__upload_file', { local_path: '/p/.env', remote_path: '/x' }, 'read /p/.env (local_path)'],
    ['mcp__docker__copy_to_container', { source: '/p/.env', dest_path: '/x' }, 'read /p/.env (source) tree'],
    ['mcp__MCP_DOCKER__read_file', { path: '/etc/x' }, 'read /etc/x (path)'],
    ['mcp__docker-filesystem__read_file', { path: '/etc/x' }, 'read /etc/x (path)'],
  ])('%s %j works here', (tool, input, expected) => {
    expect(brief(touch(tool, input))).toContain(expected);
  });

  it('a container without a path is undecided: it may share a folder', () => {
    expect(kinds(touch('mcp__docker__create_container', { volumes: ['/etc:/x'] }))).toEqual(['unknown-tool']);
  });
});

describe('commands', () => {
  it.each([
    ['mcp__desktop-commander__start_process', { command: 'cat .env', timeout_ms: 1000 }, '/repo/.env'],
    ['mcp__desktop-commander__interact_with_process', { pid: 1, input: 'cat .env' }, '/repo/.env'],
    ['mcp__serena__execute_shell_command', { command: 'cat x', cwd: '/tmp' }, '/tmp/x'],
    ['mcp__srv__run_command', { cmd: 'cat x' }, '/repo/x'],
    ['mcp__srv__bash', { script: 'cat x' }, '/repo/x'],
    ['mcp__tmux__send-keys', { pane: '1', keys: 'cat .env' }, '/repo/.env'],
    ['mcp__shell__do', { command: 'cat x' }, '/repo/x'],
    ['mcp__srv__exec', { command: ['cat', '.env'] }, '/repo/.env'],
    ['mcp__srv__exec', { command: ['sh', '-c', 'cat .env'] }, '/repo/.env'],
    ['mcp__srv__exec', { commands: ['cd sub', 'cat .env'] }, '/repo/sub/.env'],
    ['mcp__srv__zap', { command: 'cat .env' }, '/repo/.env'],
    ['mcp__acp__Bash', { command: 'cat x' }, '/repo/x'],
  ])('%s %j is read as bash would run it', (tool, input, path) => {
    expect(touch(tool, input).accesses).toContainEqual(
      expect.objectContaining({ path, mode: 'read', via: 'cat' }),
    );
  });

  it('program text was not read either', () => {
    expect(touch('mcp__ide__executeCode', { code: "open('.env')" }).problems).toMatchObject([
      { kind: 'code', via: 'code' },
    ]);
  });

  it('a command that is only talked about is none', () => {
    expect(kinds(touch('mcp__srv__explain_command', { command: 'cat .env' }))).toEqual(['unknown-tool']);
  });
});

describe('what is not known', () => {
  it.each([
    ['mcp__unknown__get_thing', { id: 1 }],
    ['mcp__memory__create_entities', { entities: [{ name: '.env', observations: ['/etc/x'] }] }],
    ['mcp__sqlite__query', { query: 'select 1' }],
    ['mcp__srv__zap', {}],
    ['mcp__srv__zap', undefined],
  ])('%s %j is undecided', (tool, input) => {
    expect(touch(tool, input)).toMatchObject({
      accesses: [],
      complete: false,
      problems: [{ kind: 'unknown-tool' }],
    });
  });

  it('a tool that is neither built in nor of a server is read by its fields, and stays undecided', () => {
    const result = touch('FutureTool', { file_path: '.env' });
    expect(brief(result)).toEqual(['read /repo/.env (file_path)', 'write /repo/.env (file_path)']);
    expect(kinds(result)).toEqual(['unknown-tool']);
  });

  it.each(['x', 7, []])('the input %j is malformed', (input) => {
    expect(kinds(touch('mcp__srv__read_file', input))).toEqual(['malformed']);
  });
});
