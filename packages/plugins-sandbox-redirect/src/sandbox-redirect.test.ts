import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin, type Outcome, type Stack } from '@hookloom/core';
import { fire, payload, toolCall } from '@hookloom/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SandboxRedirectOptions, sandboxRedirect } from './sandbox-redirect.js';

/** A root with some files and an empty mount beside it. In inputs and answers they are written /repo and /sbx. */
function makeWorld(options: Partial<SandboxRedirectOptions> = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-sbx-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(`${base}/repo/src`, { recursive: true });
  mkdirSync(`${base}/sbx`);
  mkdirSync(`${base}/elsewhere`);
  writeFileSync(`${base}/repo/src/a.ts`, 'original');
  symlinkSync(`${base}/elsewhere`, `${base}/repo/out.link`);
  symlinkSync('src/a.ts', `${base}/repo/in.link`);
  const world = (text: string) => text.replaceAll('/repo', `${base}/repo`).replaceAll('/sbx', `${base}/sbx`);
  const back = (text: string) => text.replaceAll(base, '');
  const plugin = sandboxRedirect({ mount: `${base}/sbx`, root: `${base}/repo`, ...options });
  return {
    base,
    plugin,
    async call(tool: string, input: Record<string, unknown>, stack: Stack = plugin): Promise<Outcome> {
      const real = JSON.parse(world(JSON.stringify(input)));
      const outcome = await fire(stack, toolCall(tool, real, { cwd: `${base}/repo` }));
      return JSON.parse(back(JSON.stringify(outcome)));
    },
  };
}

describe('with reads from the mount', () => {
  const options = { reads: 'mount', outside: 'deny' } as const;

  it.each([
    ['inside', 'Write', { file_path: '/repo/src/a.ts', content: 'x' }, '/sbx/src/a.ts'],
    ['a trailing slash', 'Write', { file_path: '/repo/', content: 'x' }, '/sbx'],
    ['relative', 'Write', { file_path: 'src/a.ts', content: 'x' }, '/sbx/src/a.ts'],
    ['dot-slash', 'Write', { file_path: './src/a.ts', content: 'x' }, '/sbx/src/a.ts'],
    ['a percent sign is literal', 'Write', { file_path: '/repo/a%2e%2e/b', content: 'x' }, '/sbx/a%2e%2e/b'],
    ['a name that begins with dots', 'Write', { file_path: '/repo/..a', content: 'x' }, '/sbx/..a'],
    ['a name that ends with dots', 'Write', { file_path: '/repo/a..', content: 'x' }, '/sbx/a..'],
    ['the working directory', 'Write', { file_path: '.', content: 'x' }, '/sbx'],
    ['dot-dot to the root', 'Write', { file_path: '/repo/src/..', content: 'x' }, '/sbx'],
    ['content stays as it is', 'Write', { file_path: '/repo/a.md', content: 'see /repo/src' }, '/sbx/a.md'],
    ['an edit', 'Edit', { file_path: '/repo/src/a.ts', old_string: 'a', new_string: 'b' }, '/sbx/src/a.ts'],
    [
      'a link within the root leads to the copy of its target',
      'Read',
      { file_path: '/repo/in.link' },
      '/sbx/src/a.ts',
    ],
    ['only the path of a search', 'Grep', { pattern: '/repo/x', path: '/repo/src' }, '/sbx/src'],
    ['a search without a path', 'Grep', { pattern: 'x' }, '/sbx'],
    ['an MCP tool', 'mcp__filesystem__read_file', { path: '/repo/a' }, '/sbx/a'],
  ])('%s', async (_case, tool, input, expected) => {
    const outcome = await makeWorld(options).call(tool, input);
    const field = 'file_path' in input ? 'file_path' : 'path';
    expect(outcome.input).toEqual({ ...input, [field]: expected });
    expect(['allow', 'none']).toContain(outcome.verdict.decision);
  });

  it('backslashes are literal on POSIX', async () => {
    const outcome = await makeWorld(options).call('Write', {
      file_path: '\\\\server\\share\\x',
      content: 'x',
    });
    expect(outcome.input).toMatchObject({ file_path: '/sbx/\\\\server\\share\\x' });
  });

  it.each([
    ['a prefix without a separator', 'Write', { file_path: '/repo-evil/x', content: 'x' }],
    ['dot-dot', 'Write', { file_path: '/repo/../etc/passwd', content: 'x' }],
    ['dot-dot above the root', 'Write', { file_path: '/repo/src/../..', content: 'x' }],
    ['the home folder', 'Write', { file_path: '~/x', content: 'x' }],
    ['a name that /proc has for the root', 'Write', { file_path: '/proc/self/root/repo/x', content: 'x' }],
    ['a link to the outside', 'Write', { file_path: '/repo/out.link/x', content: 'x' }],
    ['a NUL byte', 'Write', { file_path: '/repo/src/\0/etc/passwd', content: 'x' }],
    ['an empty path', 'Write', { file_path: '', content: 'x' }],
    ['one path of two outside', 'mcp__filesystem__move_file', { source: '/repo/a', destination: '/etc/a' }],
    ['a read outside', 'Read', { file_path: '/etc/passwd' }],
    [
      'a path that a server joins to its own folder',
      'mcp__serena__create_text_file',
      { relative_path: 'a.ts', content: '' },
    ],
    ['a write by the command of an MCP tool', 'mcp__shell__run', { command: 'echo x > /repo/a' }],
    [
      'a write by a shell in the command of an MCP tool',
      'mcp__shell__run',
      { command: "bash -c 'tee /repo/a'" },
    ],
  ])('%s is denied', async (_case, tool, input) => {
    const outcome = await makeWorld(options).call(tool, input);
    expect(outcome.verdict.decision).toBe('deny');
    expect(outcome.failures).toEqual([]);
  });
});

describe('with an overlay, the default', () => {
  it('a write goes to the mount, parents made, approved, and the model is told the path', async () => {
    const world = makeWorld();
    const outcome = await world.call('Write', { file_path: '/repo/new/b.ts', content: 'x' });
    expect(outcome.verdict.decision).toBe('allow');
    expect(outcome.input).toMatchObject({ file_path: '/sbx/new/b.ts' });
    expect(outcome.notes[0]?.text).toContain('copy /sbx/new/b.ts');
    expect(existsSync(`${world.base}/sbx/new`)).toBe(true);
    expect(existsSync(`${world.base}/repo/new`)).toBe(false);
  });

  it('a path is read from the mount when it has a copy there, else as it is', async () => {
    const world = makeWorld();
    expect((await world.call('Read', { file_path: '/repo/src/a.ts' })).rewrites).toEqual([]);
    mkdirSync(`${world.base}/sbx/src`);
    writeFileSync(`${world.base}/sbx/src/a.ts`, 'copy');
    expect((await world.call('Read', { file_path: '/repo/src/a.ts' })).input).toEqual({
      file_path: '/sbx/src/a.ts',
    });
    expect((await world.call('Grep', { pattern: 'x', path: '/repo/src/a.ts' })).input).toMatchObject({
      path: '/sbx/src/a.ts',
    });
  });

  it('a search of a folder goes on in the original, with a note of where the changed files are', async () => {
    const world = makeWorld();
    mkdirSync(`${world.base}/sbx/src`);
    const outcome = await world.call('Grep', { pattern: 'x', path: '/repo/src' });
    expect(outcome.rewrites).toEqual([]);
    expect(outcome.notes[0]?.text).toContain('/sbx/src');
  });

  it('an edit of an original acts on a copy of it', async () => {
    const world = makeWorld();
    await world.call('Edit', { file_path: '/repo/src/a.ts', old_string: 'a', new_string: 'b' });
    expect(readFileSync(`${world.base}/sbx/src/a.ts`, 'utf8')).toBe('original');
  });

  it('an edit does not put back the original over a copy', async () => {
    const world = makeWorld();
    mkdirSync(`${world.base}/sbx/src`);
    writeFileSync(`${world.base}/sbx/src/a.ts`, 'copy');
    await world.call('Edit', { file_path: '/repo/src/a.ts', old_string: 'a', new_string: 'b' });
    expect(readFileSync(`${world.base}/sbx/src/a.ts`, 'utf8')).toBe('copy');
  });

  it('what lies in the mount stays, and is approved', async () => {
    const outcome = await makeWorld().call('Edit', {
      file_path: '/sbx/src/a.ts',
      old_string: 'a',
      new_string: 'b',
    });
    expect(outcome.rewrites).toEqual([]);
    expect(outcome.verdict.decision).toBe('allow');
  });

  it('a link that leaves the mount is outside', async () => {
    const world = makeWorld();
    symlinkSync(`${world.base}/elsewhere`, `${world.base}/sbx/out`);
    for (const path of ['/sbx/out/x', '/repo/out/x']) {
      expect((await world.call('Write', { file_path: path, content: 'x' })).verdict.decision).toBe('deny');
    }
  });

  it('reads outside are left alone', async () => {
    const outcome = await makeWorld().call('Read', { file_path: '/etc/hostname' });
    expect([outcome.verdict.decision, outcome.rewrites.length]).toEqual(['none', 0]);
  });

  it('a failed edit of a redirected path is told the copy', async () => {
    const world = makeWorld();
    mkdirSync(`${world.base}/sbx/src`);
    writeFileSync(`${world.base}/sbx/src/a.ts`, 'copy');
    const edit = (id: string, response: string) => ({
      tool_name: 'Edit',
      tool_input: { file_path: `${world.base}/repo/src/a.ts`, old_string: 'x', new_string: 'y' },
      tool_use_id: id,
      tool_response: response,
    });
    const notesAfter = async (response: string) => {
      const batch = payload('PostToolBatch', {
        cwd: `${world.base}/repo`,
        tool_calls: [edit('a', response)],
      });
      return (await fire(world.plugin, batch)).notes;
    };
    const refused = await notesAfter('<tool_use_error>String to replace not found in file.</tool_use_error>');
    expect(refused[0]?.text).toContain(`read ${world.base}/sbx/src/a.ts, then edit that path`);
    expect(await notesAfter(`The file ${world.base}/sbx/src/a.ts has been updated.`)).toEqual([]);
  });

  it('a call that is denied in the end leaves nothing on the disk', async () => {
    const world = makeWorld();
    const no = definePlugin({ name: 'no', hooks: { PreToolUse: (ctx) => ctx.deny('no') } });
    await world.call('Write', { file_path: '/repo/new/b.ts', content: 'x' }, [world.plugin, no]);
    expect(existsSync(`${world.base}/sbx/new`)).toBe(false);
  });
});

describe('shell commands', () => {
  it.each([
    ['a redirect', 'echo x > out.txt', 'echo x > /sbx/out.txt'],
    ['a redirect to the end of a file', 'echo x >> src/a.ts', 'echo x >> /sbx/src/a.ts'],
    ['an absolute word', 'touch /repo/b', 'touch /sbx/b'],
    ['after a cd', 'cd src && touch b.ts', 'cd src && touch /sbx/src/b.ts'],
    ['an edit in place', 'sed -i s/a/b/ src/a.ts', 'sed -i s/a/b/ /sbx/src/a.ts'],
    ['quotes are kept', 'touch "src/new file"', 'touch "/sbx/src/new file"'],
    ['single quotes are kept', "touch 'b'", "touch '/sbx/b'"],
    ['a name that needs quotes', `tee "it's"`, `tee "/sbx/it's"`],
    ['wildcards are kept', 'rm -rf src/*.o', 'rm -rf /sbx/src/*.o'],
    ['braces are kept', 'touch /repo/{a,b}', 'touch /sbx/{a,b}'],
    ['a folder as the target', 'cp /etc/hostname src/', 'cp /etc/hostname /sbx/src/'],
    ['a glued option', 'gcc -o/repo/out a.c', 'gcc -o/sbx/out a.c'],
    [
      'an option with a value',
      'curl --output=/repo/x http://127.0.0.1:9/',
      'curl --output=/sbx/x http://127.0.0.1:9/',
    ],
    ['dd', 'dd if=/dev/zero of=/repo/x count=1', 'dd if=/dev/zero of=/sbx/x count=1'],
    ['a variable that the command sets', 'F=b; echo x > $F', 'F=b; echo x > /sbx/b'],
    ['a word that is put together', 'mkdir -p "$PWD/log"', 'mkdir -p /sbx/log'],
    ['a heredoc stays text', 'cat > a.sh <<EOF\ncat /repo/x\nEOF', 'cat > /sbx/a.sh <<EOF\ncat /repo/x\nEOF'],
  ])('%s: %s', async (_case, command, expected) => {
    const outcome = await makeWorld().call('Bash', { command });
    expect(outcome.input).toEqual({ command: expected });
    expect(outcome.verdict.decision).toBe('none');
    expect(outcome.failures).toEqual([]);
  });

  it.each([
    ['text', 'echo "/repo is the root"'],
    ['the bit bucket', 'make > /dev/null 2>&1'],
    ['what is executed', '/repo/scripts/run.sh'],
    ['a pattern', "grep -rn '/repo/x' /etc/hostname"],
    ['a commit message', 'git commit -m "write /repo/x"'],
    ['a read without a copy', 'cat src/a.ts'],
    ['what writes somewhere that it does not say', 'npm test'],
  ])('%s stays as it is: %s', async (_case, command) => {
    const outcome = await makeWorld().call('Bash', { command });
    expect([outcome.verdict.decision, outcome.rewrites]).toEqual(['none', []]);
  });

  it.each([
    ['a write outside', 'touch ~/x'],
    ['a name that only the command knows', 'echo x > $OUT'],
    ['a name with a command in it', 'ls > "$(pwd)/z"'],
    ['a target that is not named', 'tar xf a.tar'],
    ['what cannot be read', 'echo "unterminated > x'],
  ])('%s is denied: %s', async (_case, command) => {
    expect((await makeWorld().call('Bash', { command })).verdict.decision).toBe('deny');
  });

  it('a file is read from its copy, and changed on a copy of the original', async () => {
    const world = makeWorld();
    await world.call('Bash', { command: 'sed -i s/original/changed/ src/a.ts' });
    expect(readFileSync(`${world.base}/sbx/src/a.ts`, 'utf8')).toBe('original');
    const read = await world.call('Bash', { command: 'cat src/a.ts' });
    expect(read.input).toEqual({ command: 'cat /sbx/src/a.ts' });
  });

  it('shell: deny refuses commands that write under the root, and leaves others alone', async () => {
    const world = makeWorld({ shell: 'deny' });
    expect((await world.call('Bash', { command: 'touch b' })).verdict.decision).toBe('deny');
    expect((await world.call('Bash', { command: 'ls' })).verdict.decision).toBe('none');
  });

  it.each(['ask', 'deny'] as const)('undecided: %s holds for what writes unsaid', async (undecided) => {
    expect((await makeWorld({ undecided }).call('Bash', { command: 'npm test' })).verdict.decision).toBe(
      undecided,
    );
    expect((await makeWorld({ undecided }).call('Bash', { command: 'ls' })).verdict.decision).toBe('none');
  });
});

describe('what can be set', () => {
  it('approve: false leaves the question to the permission rules', async () => {
    const outcome = await makeWorld({ approve: false }).call('Write', { file_path: '/repo/b', content: 'x' });
    expect(outcome.verdict.decision).toBe('none');
    expect(outcome.input).toMatchObject({ file_path: '/sbx/b' });
  });

  it('outside: pass leaves a write outside alone', async () => {
    const outcome = await makeWorld({ outside: 'pass' }).call('Write', {
      file_path: '/elsewhere/x',
      content: 'x',
    });
    expect([outcome.verdict.decision, outcome.rewrites.length]).toEqual(['none', 0]);
  });

  it('reads: pass reads originals only', async () => {
    const world = makeWorld({ reads: 'pass' });
    mkdirSync(`${world.base}/sbx/src`);
    writeFileSync(`${world.base}/sbx/src/a.ts`, 'copy');
    expect((await world.call('Read', { file_path: '/repo/src/a.ts' })).rewrites).toEqual([]);
  });

  it('an MCP tool is redirected, and not approved', async () => {
    const outcome = await makeWorld().call('mcp__filesystem__write_file', { path: '/repo/b', content: 'x' });
    expect([outcome.verdict.decision, outcome.input]).toEqual(['none', { path: '/sbx/b', content: 'x' }]);
  });

  it('a file URI stays one', async () => {
    const outcome = await makeWorld().call('mcp__fs__write_file', {
      uri: 'file:///repo/a%20b',
      content: 'x',
    });
    expect(outcome.input).toMatchObject({ uri: 'file:///sbx/a%20b' });
  });

  it('a mount or root by a link is taken where it leads', async () => {
    const world = makeWorld();
    symlinkSync(`${world.base}/sbx`, `${world.base}/sbx.link`);
    symlinkSync(`${world.base}/repo`, `${world.base}/repo.link`);
    const plugin = sandboxRedirect({ mount: `${world.base}/sbx.link`, root: `${world.base}/repo.link` });
    for (const root of ['/repo.link', '/repo']) {
      const outcome = await world.call('Write', { file_path: `${root}/b`, content: 'x' }, plugin);
      expect(outcome.input).toMatchObject({ file_path: '/sbx/b' });
    }
  });

  it.each([
    [{ mount: '/x', root: '/x' }, 'OPTION_INVALID'],
    [{ mount: '/', root: '/home' }, 'OPTION_INVALID'],
    [{ mount: '/home/u', root: '/home/u/app' }, 'OPTION_INVALID'],
    [{ mount: '/etc/sandbox' }, 'OPTION_INVALID'],
    [{ mount: '/proc/sys/x' }, 'OPTION_INVALID'],
    [{ mount: '' }, 'OPTION_INVALID'],
    [{}, 'OPTION_INVALID'],
    [{ mount: '/x', reads: 'copy' }, 'OPTION_INVALID'],
    [{ mount: '/x', mounts: '/y' }, 'OPTION_UNKNOWN'],
  ])('%j is refused', (options, code) => {
    expect(() => sandboxRedirect(options as SandboxRedirectOptions)).toThrow(
      expect.objectContaining({ code, plugin: 'sandbox-redirect' }),
    );
  });
});

it.each([
  ['(cd /repo/src); touch ../y', '(cd /sbx/src); touch /sbx/y'],
  ['cd /repo/src && touch y', 'cd /sbx/src && touch y'],
  ['[ -f q ] && cd /repo/src; touch ../y', '[ -f q ] && cd /sbx/src; touch /sbx/y'],
])('a relative word that may stand without its cd: %s', async (command, wanted) => {
  const { base } = makeWorld();
  mkdirSync(`${base}/repo/docs`);
  const placed = (text: string) => text.replaceAll('/repo', `${base}/repo`).replaceAll('/sbx', `${base}/sbx`);
  const plugin = sandboxRedirect({ mount: `${base}/sbx`, root: `${base}/repo`, reads: 'mount' });
  const call = toolCall('Bash', { command: placed(command) }, { cwd: `${base}/repo/docs` });
  expect((await fire(plugin, call)).input).toMatchObject({ command: placed(wanted) });
});
