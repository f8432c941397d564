import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createProject } from './project.js';

describe('createProject', () => {
  it('makes files, links and their folders, and removes all of it', async () => {
    const project = await createProject({
      'sub/deep/a.txt': 'hello',
      link: { symlink: 'sub/deep/a.txt' },
      'dangling/link': { symlink: 'nowhere' },
    });
    expect(project.read('sub/deep/a.txt')).toBe('hello');
    expect(project.read('link')).toBe('hello');
    expect(project.read('dangling/link')).toBeUndefined();
    expect(project.exists('dangling/link')).toBe(true);
    expect(project.exists('sub/deep/a.txt/below')).toBe(false);
    expect(project.exists('missing')).toBe(false);
    expect(realpathSync(project.cwd)).toBe(project.cwd);
    expect(project.home.startsWith(project.cwd)).toBe(false);
    writeFileSync(project.path('new.txt'), 'more');
    await project.dispose();
    expect([existsSync(project.cwd), existsSync(project.home)]).toEqual([false, false]);
  });

  it('does not take a folder for a missing file', async () => {
    const project = await createProject({ 'sub/a.txt': '' });
    expect(() => project.read('sub')).toThrow('EISDIR');
    await project.dispose();
  });
});
