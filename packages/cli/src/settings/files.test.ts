import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { piecesBeside } from './files.js';

it('the organisation’s pieces are read by name, and only those that the host takes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookloom-managed-'));
  try {
    const file = { scope: 'managed', path: join(folder, 'managed-settings.json') } as const;
    expect(piecesBeside(file)).toEqual([]);
    mkdirSync(join(folder, 'managed-settings.d'));
    for (const name of ['20-b.json', '10-a.json', '.hidden.json', 'notes.txt']) {
      writeFileSync(join(folder, 'managed-settings.d', name), '{}');
    }
    const found = piecesBeside(file);
    expect(found.map(({ path }) => basename(path))).toEqual(['10-a.json', '20-b.json']);
    expect(found.map(({ scope }) => scope)).toEqual(['managed', 'managed']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
