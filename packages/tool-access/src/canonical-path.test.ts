import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canonicalPath } from './canonical-path.js';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-links-')));
  for (const name of ['a', 'b']) writeFileSync(join(folder, name), name);
  symlinkSync('a', join(folder, 'link'));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function relink(): void {
  rmSync(join(folder, 'link'));
  symlinkSync('b', join(folder, 'link'));
}

describe('where a path leads', () => {
  it('whoever asks with the payload of one call in one moment shares the answer', async () => {
    const call = { cwd: folder };
    const first = canonicalPath(join(folder, 'link'), call);
    expect(canonicalPath(join(folder, 'link'), call)).toBe(first);
    expect(await first).toBe(join(folder, 'a'));
  });

  it('another call sees at once that a link was changed', async () => {
    expect(await canonicalPath(join(folder, 'link'), { cwd: folder })).toBe(join(folder, 'a'));
    relink();
    expect(await canonicalPath(join(folder, 'link'), { cwd: folder })).toBe(join(folder, 'b'));
    expect(await canonicalPath(join(folder, 'link'), folder)).toBe(join(folder, 'b'));
  });

  it('a call that is judged for long looks again', async () => {
    const call = { cwd: folder };
    expect(await canonicalPath(join(folder, 'link'), call)).toBe(join(folder, 'a'));
    relink();
    const later = performance.now() + 60;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(await canonicalPath(join(folder, 'link'), call)).toBe(join(folder, 'b'));
  });
});
