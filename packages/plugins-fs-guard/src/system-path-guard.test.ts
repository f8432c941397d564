import { describe, expect, it } from 'vitest';
import { makeProject } from '../test/project.js';
import { systemPathGuard } from './system-path-guard.js';

const guard = systemPathGuard();

async function decide(tool: string, input: Record<string, unknown>): Promise<string> {
  const project = makeProject({ 'etc.link': '->/etc', 'src/a.ts': 'x' });
  const outcome = await project.call(
    guard,
    tool,
    JSON.parse(JSON.stringify(input).replaceAll('/p/', `${project.root}/`)),
  );
  expect(outcome.failures).toEqual([]);
  return outcome.verdict.decision;
}

describe.skipIf(process.platform === 'win32')('the system’s folders are closed for writing', () => {
  it.each([
    ['Write', { file_path: '/etc/hosts', content: 'x' }],
    ['Write', { file_path: '/etc', content: 'x' }],
    ['Write', { file_path: '/usr/local/bin/x', content: 'x' }],
    ['Write', { file_path: '/bin/x', content: 'x' }],
    ['Write', { file_path: '/sbin/x', content: 'x' }],
    ['Write', { file_path: '/lib/x.so', content: 'x' }],
    ['Write', { file_path: '/lib64/x.so', content: 'x' }],
    ['Write', { file_path: '/boot/x', content: 'x' }],
    ['Write', { file_path: '/sys/class/x', content: 'x' }],
    ['Write', { file_path: '/proc/sys/net/ipv4/ip_forward', content: '1' }],
    ['Write', { file_path: '/dev/sda', content: 'x' }],
    ['Write', { file_path: '/tmp/../etc/hosts', content: 'x' }],
    ['Write', { file_path: '//etc//hosts', content: 'x' }],
    ['Write', { file_path: '/p/etc.link/hookloom', content: 'x' }],
    ['Edit', { file_path: '/etc/passwd', old_string: 'a', new_string: 'b' }],
    ['MultiEdit', { file_path: '/etc/ssh/sshd_config', edits: [] }],
    ['NotebookEdit', { notebook_path: '/etc/x.ipynb', new_source: 'x' }],
    ['mcp__filesystem__write_file', { path: '/etc/cron.d/x', content: 'x' }],
    ['mcp__filesystem__move_file', { source: '/etc/hosts', destination: '/p/x' }],
    ['mcp__filesystem__create_directory', { path: '/usr/x' }],
    ['mcp__filesystem__edit_file', { path: '/etc/hosts', edits: [] }],
    ['mcp__filesystem__delete_directory', { path: '/' }],
  ])('%s %j', async (tool, input) => {
    expect(await decide(tool, input)).toBe('deny');
  });

  it.skipIf(process.platform !== 'linux')('also by the name that /proc has for the root', async () => {
    expect(await decide('Write', { file_path: '/proc/self/root/etc/hookloom', content: 'x' })).toBe('deny');
  });
});

describe('everything else passes', () => {
  it.each([
    ['Read', { file_path: '/etc/hosts' }],
    ['Grep', { pattern: 'x', path: '/etc' }],
    ['Glob', { pattern: '/usr/**/*.h' }],
    ['mcp__filesystem__read_file', { path: '/etc/os-release' }],
    ['Write', { file_path: '/etcetera/x', content: 'x' }],
    ['Write', { file_path: '/etc-backup/x', content: 'x' }],
    ['Write', { file_path: '/home/u/usr/bin/x', content: 'x' }],
    ['Write', { file_path: '/libexec-of-mine/x', content: 'x' }],
    ['Write', { file_path: '/dev/null', content: 'x' }],
    ['Write', { file_path: '/dev/stdout', content: 'x' }],
    ['Write', { file_path: '/dev/fd/3', content: 'x' }],
    ['Write', { file_path: '/p/etc/hosts', content: 'x' }],
    ['Edit', { file_path: '/p/src/a.ts', old_string: 'x', new_string: 'cp x /usr/bin/' }],
    ['mcp__filesystem__move_file', { source: '/p/src', destination: '/p/lib' }],
  ])('%s %j', async (tool, input) => {
    expect(await decide(tool, input)).toBe('none');
  });
});

it('takes more folders, and exceptions', async () => {
  const project = makeProject({});
  const own = systemPathGuard({ deny: [project.path('vendor')], allow: ['/usr/local/share/app'] });
  const write = async (path: string) =>
    (await project.call(own, 'Write', { file_path: path, content: 'x' })).verdict.decision;
  expect(await write(project.path('vendor/a'))).toBe('deny');
  expect(await write('/usr/local/share/app/a')).toBe('none');
  expect(await write('/usr/local/share/apple')).toBe('deny');
});
