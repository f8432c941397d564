import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Project, toolCall } from '@hookloom/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeProject, decisionIn, hookloom, type Start } from './command-line.js';

let project: Project;

afterEach(() => project.dispose());

/** A config whose one guard denies every call by its own name. */
function denying(name: string, verb = 'deny'): string {
  return `
    import { definePlugin } from '@hookloom/core';
    export default [definePlugin({ name: '${name}', hooks: { PreToolUse: (ctx) => ctx.${verb}('as ${name} says') } })];`;
}

/** Writes the person's own config, with its packages beside it. */
function putUserConfig(content: string): void {
  const folder = join(project.home, '.config/hookloom');
  mkdirSync(folder, { recursive: true });
  symlinkSync(project.path('node_modules'), join(folder, 'node_modules'), 'dir');
  writeFileSync(join(folder, 'hookloom.config.mjs'), content);
}

async function decide(args: readonly string[] = [], start: Start = {}) {
  const stdin = JSON.stringify(toolCall('Read', { file_path: '/x' }));
  return decisionIn(await hookloom(project, ['run', '--event', 'PreToolUse', ...args], { stdin, ...start }));
}

describe('the config of a project', () => {
  it('is found from a folder within it, when no project is told', async () => {
    project = await createNodeProject({
      '.git/HEAD': '',
      'hookloom.config.mjs': denying('outer'),
      'a/b/c.txt': '',
    });
    const within = { cwd: project.path('a/b'), env: { CLAUDE_PROJECT_DIR: '' } };
    expect((await decide([], within)).reason).toContain('outer');
  });

  it('is that of CLAUDE_PROJECT_DIR, wherever the session went', async () => {
    project = await createNodeProject({
      '.git/HEAD': '',
      'hookloom.config.mjs': denying('outer'),
      'a/hookloom.config.mjs': `export default []`,
    });
    expect((await decide([], { cwd: project.path('a') })).reason).toContain('outer');
  });

  it('is not looked for above the repository', async () => {
    project = await createNodeProject({ 'hookloom.config.mjs': denying('outer'), 'repo/.git/HEAD': '' });
    const { reason } = await decide([], {
      cwd: project.path('repo'),
      env: { CLAUDE_PROJECT_DIR: project.path('repo') },
    });
    expect(reason).not.toContain('outer');
    expect(reason).toContain('there is no hookloom.config');
  });

  it('can be told, and then has to be there', async () => {
    project = await createNodeProject({ 'conf/mine.mjs': denying('told') });
    expect((await decide(['--config', 'conf/mine.mjs'])).reason).toContain('told');
    expect(await decide(['--config', 'conf/other.mjs'])).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('there is no config'),
    });
  });

  it('is refused when there are two', async () => {
    project = await createNodeProject({
      'hookloom.config.mjs': `export default []`,
      'hookloom.config.js': `export default []`,
    });
    expect((await decide()).reason).toContain('more than one');
  });
});

describe('configs of several scopes', () => {
  it('join: each denies what it minds', async () => {
    project = await createNodeProject({
      'hookloom.config.mjs': denying('shared'),
      'hookloom.config.local.mjs': denying('mine'),
    });
    putUserConfig(denying('always'));
    // A deny ends the stack: the person's own comes first.
    expect((await decide()).reason).toContain('always');
  });

  it('a local allow cannot weaken the deny of the project', async () => {
    project = await createNodeProject({
      'hookloom.config.mjs': denying('shared'),
      'hookloom.config.local.mjs': denying('mine', 'allow'),
    });
    expect(await decide()).toEqual({ decision: 'deny', reason: 'shared: as shared says' });
  });

  it('a project cannot weaken the deny of the person', async () => {
    project = await createNodeProject({ 'hookloom.config.mjs': denying('shared', 'allow') });
    putUserConfig(denying('always'));
    expect((await decide()).decision).toBe('deny');
  });

  it('both keep a plugin of one name', async () => {
    project = await createNodeProject({ 'hookloom.config.mjs': denying('same', 'ask') });
    putUserConfig(denying('same', 'ask'));
    expect((await decide()).reason).toBe('user-same: as same says\nsame: as same says');
  });
});
