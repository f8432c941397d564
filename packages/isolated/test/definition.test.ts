import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRunner, deadlineOf, eventsOf, isPlugin, mapHandlers, toolNamesOf } from '@hookloom/core';
import { subagent, toolCall } from '@hookloom/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { type IsolatedOptions, isolated } from '../src/index.js';
import { pluginNamed } from './plugins/well-behaved.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hookloom-isolated-'));
afterAll(() => rmSync(folder, { recursive: true }));

function moduleOf(source: string): URL {
  const file = join(folder, `${Math.random()}.mjs`);
  writeFileSync(file, source);
  return pathToFileURL(file);
}

const wellBehaved = (name: string) => new URL(`./plugins/well-behaved.mjs?${name}`, import.meta.url);

describe('a module that is refused at once', () => {
  it.each([
    ['is not there', pathToFileURL(join(folder, 'missing.mjs')), 'could not be loaded'],
    ['does not parse', moduleOf('const = 1'), 'SyntaxError'],
    ['throws', moduleOf('throw new RangeError("x")'), 'RangeError'],
    ['has no default export', moduleOf('export const plugin = 1'), 'default export'],
    ['exports a factory', moduleOf('export default () => 1'), 'call it'],
    ['exports something like a plugin', moduleOf('export default { name: "a", hooks: {} }'), 'definePlugin'],
    ['exits', moduleOf('process.exit(0)'), 'WorkerExited'],
    ['has an end only after the time for the start', moduleOf('for (;;);'), 'WorkerStartTimeout'],
    [
      'fills the heap',
      moduleOf('const a = []; for (;;) a.push(String(a.length).repeat(999).split(""))'),
      'WorkerOutOfMemory',
    ],
  ])('%s', async (_, module, words) => {
    const starting = isolated(module, { execArgv: [], startWithin: '2s', memory: 32 });
    await expect(starting).rejects.toMatchObject({
      name: 'HookloomError',
      code: 'PLUGIN_INVALID',
      message: expect.stringContaining(words),
    });
  });

  it.each([
    ['a relative path', './plugin.js'],
    ['the name of a package', '@acme/guard'],
    ['another address', new URL('https://example.com/plugin.js')],
    ['no module', undefined],
  ])('%s', async (_, module) => {
    await expect(isolated(module as string)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('import.meta'),
    });
  });

  it.each([
    [{ memory: 8 }, 'OPTION_INVALID'],
    [{ memory: '64mb' }, 'OPTION_INVALID'],
    [{ timeout: 5 }, 'DURATION_INVALID'],
    [{ startWithin: '0s' }, 'DURATION_INVALID'],
    [{ onFailure: 'open' }, 'OPTION_INVALID'],
    [{ role: 'observer' }, 'OPTION_UNKNOWN'],
    [{ name: 'Not Kebab' }, 'NAME_INVALID'],
  ])('option %j', async (options, code) => {
    const starting = isolated(wellBehaved('silent'), { execArgv: [], ...options } as IsolatedOptions);
    await expect(starting).rejects.toMatchObject({ code });
  });
});

describe('an isolated plugin', () => {
  it.each(['only-bash', 'only-an-expression', 'counts', 'finds-the-verbs', 'heeds-its-signal'])(
    'that %s says of itself what it says without a thread',
    async (name) => {
      const plugin = await isolated(wellBehaved(name), { execArgv: [] });
      const without = pluginNamed(name);
      const { role, timeout, onFailure } = plugin;
      expect({ name: plugin.name, role, timeout, onFailure }).toEqual({
        name,
        role: without.role,
        timeout: without.timeout,
        onFailure: without.onFailure,
      });
      expect(isPlugin(plugin)).toBe(true);
      expect(eventsOf(plugin)).toEqual(eventsOf(without));
      expect(toolNamesOf(plugin, 'PreToolUse')).toEqual(toolNamesOf(without, 'PreToolUse'));
      await plugin.close();
    },
  );

  it('takes another name, timeout and onFailure', async () => {
    const options = { name: 'renamed', timeout: '250ms', onFailure: 'ask', execArgv: [] } as const;
    const plugin = await isolated(wellBehaved('throws'), options);
    expect(deadlineOf(plugin, 'PreToolUse')).toBe(250);
    const runner = createRunner(plugin, { onOutcome: () => undefined });
    const { verdict } = await runner.run(toolCall('Bash', { command: 'ls' }));
    expect(verdict).toMatchObject({ decision: 'ask', votes: [{ plugin: 'renamed' }] });
    await plugin.close();
  });

  it('can be wrapped, and is not asked then about tools that it does not listen for', async () => {
    const plugin = await isolated(wellBehaved('only-bash'), { execArgv: [] });
    const onMainThread = mapHandlers(plugin, (handler) => (ctx, next) => {
      return ctx.agent === undefined ? handler(ctx, next) : undefined;
    });
    const runner = createRunner(onMainThread, { onOutcome: () => undefined });
    const decisionOf = async (tool: string, more = {}) =>
      (await runner.run(toolCall(tool, { command: 'rm a' }, more))).verdict.decision;
    expect([
      await decisionOf('Bash'),
      await decisionOf('Bash', subagent()),
      await decisionOf('Read'),
    ]).toEqual(['deny', 'none', 'none']);
    expect(toolNamesOf(onMainThread, 'PreToolUse')).toEqual(['Bash']);
    await plugin.close();
  });

  it('takes an absolute path and a file URL as a text', async () => {
    const url = wellBehaved('denies');
    const file = join(folder, 'denies.mjs');
    writeFileSync(file, `export { default } from ${JSON.stringify(url.href)};`);
    for (const module of [file, pathToFileURL(file).href, fileURLToPath(pathToFileURL(file))]) {
      const plugin = await isolated(module, { execArgv: [] });
      expect(plugin.name).toBe('denies');
      await plugin.close();
    }
  });
});
