import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const plugins = new URL('./plugins/', import.meta.url);

/** Runs a program in a process of its own, with the built packages. */
function run(program: string): Promise<{ stdout: string; stderr: string; ends: string | number }> {
  const source = `
    import { createRunner } from '@hookloom/core';
    import { isolated } from '@hookloom/isolated';
    const start = async (module, options) => {
      const plugin = await isolated(new URL(module, ${JSON.stringify(plugins.href)}), options);
      const runner = createRunner(plugin, { onLog: ({ message }) => console.log(message) });
      const tool_input = (command) => ({ command });
      const call = { session_id: 's', cwd: '/', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 't' };
      return { runner, ask: (command) => runner.run({ ...call, tool_input: tool_input(command) }) };
    };
    ${program}`;
  const cwd = fileURLToPath(new URL('../', import.meta.url));
  return new Promise((resolve) => {
    const args = ['--input-type=module', '--eval', source];
    execFile(process.execPath, args, { cwd, timeout: 10_000 }, (error, stdout, stderr) => {
      const ends = error === null ? 0 : error.killed ? 'never' : (error.signal ?? error.code ?? 'unknown');
      resolve({ stdout, stderr, ends });
    });
  });
}

it('a thread at rest does not hold the process open', async () => {
  const { stdout, ends } = await run(`
    const { ask } = await start('well-behaved.mjs?denies');
    console.log((await ask('ls')).verdict.decision);`);
  expect(stdout).toBe('deny\n');
  expect(ends).toBe(0);
});

it('a thread that loops without end does not hold the process open either', async () => {
  const { stdout, ends } = await run(`
    const { ask } = await start('faulty.mjs');
    console.log((await ask('loops without end')).failures[0].code);`);
  expect(stdout).toBe('PLUGIN_TIMEOUT\n');
  expect(ends).toBe(0);
});

it('flush waits for work in the background, and holds the process open meanwhile', async () => {
  const { stdout, ends } = await run(`
    const { ask, runner } = await start('well-behaved.mjs?works-in-the-background');
    await ask('ls');
    await runner.flush();
    console.log('flushed');`);
  expect(stdout).toBe('worked\nflushed\n');
  expect(ends).toBe(0);
});

it('what the plugin prints comes out of the process', async () => {
  const { stdout, stderr, ends } = await run(`
    const { ask } = await start('prints.mjs');
    await ask('ls');
    await new Promise((resolve) => setTimeout(resolve, 100));`);
  expect(stdout).toBe('to stdout\n');
  expect(stderr).toContain('to stderr');
  expect(ends).toBe(0);
});

it('the process goes on after each of its endings in turn', async () => {
  const { stdout, ends } = await run(`
    const { ask } = await start('faulty.mjs', { memory: 32, timeout: '5s' });
    for (const fault of ['exits the process', 'fills 2 GB of heap with texts', 'throws in a timer', 'deny'])
      console.log((await ask(fault)).verdict.votes[0].reason);`);
  expect(stdout.split('\n')).toEqual([
    expect.stringContaining('PLUGIN_THREW'),
    expect.stringContaining('PLUGIN_THREW'),
    expect.stringContaining('PLUGIN_THREW'),
    'denied by rule',
    '',
  ]);
  expect(ends).toBe(0);
});

it('what no thread holds back: one piece of memory larger than the heap ends the process', async () => {
  const { stderr, ends } = await run(`
    const { ask } = await start('hungry.mjs', { memory: 32 });
    await ask('ls');
    console.log('still here');`);
  expect(stderr).toContain('out of memory');
  expect(ends).not.toBe(0);
});

it('what no thread holds back: a signal to the process', async () => {
  const { stdout, ends } = await run(`
    const { ask } = await start('kills.mjs');
    await ask('ls');
    console.log('still here');`);
  expect(stdout).toBe('');
  expect(ends).toBe('SIGKILL');
});
