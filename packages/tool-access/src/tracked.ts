import { promises } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const MOST_BYTES = 50_000_000;

async function indexAbove(folder: string): Promise<{ root: string; index: Buffer } | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const file = join(root, '.git', 'index');
    try {
      if ((await promises.stat(file)).size > MOST_BYTES) return undefined;
      return { root, index: await promises.readFile(file) };
    } catch {
      if (dirname(root) === root) return undefined;
    }
  }
}

/** Tells whether git tracks a file below a folder: its index holds the paths as plain text. Unknown counts as tracked. */
export async function trackedBy(folder: string): Promise<(path: string) => boolean> {
  const found = await indexAbove(folder);
  if (!found) return () => true;
  const { root, index } = found;
  // Version 4 leaves out what a path shares with the one before it.
  if (index.readUInt32BE(4) > 3) return () => true;
  return (path) => index.includes(`${relative(root, path)}\0`);
}
