import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** What a settings file was before Hookloom wrote to it: it brings back what no look at the file could tell. */
export interface UndoRecord {
  /** The text before; `null` where there was no file. */
  readonly before: string | null;
  /** Whether the file's folder was made for it. */
  readonly madeFolder: boolean;
  /** The hash of the text that was written. */
  readonly after: string;
}

/** Reads the record of a settings file; only while the file is as it was written does it hold. */
export function readUndo(stateFolder: string, settings: string, text: string): UndoRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(recordFile(stateFolder, settings), 'utf8')) as UndoRecord;
    return record.after === hashOf(text) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is needed to undo a write. */
export function keepUndo(
  stateFolder: string,
  settings: string,
  after: string,
  rest: Omit<UndoRecord, 'after'>,
): void {
  const file = recordFile(stateFolder, settings);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomic.sync(file, JSON.stringify({ ...rest, after: hashOf(after) }), { mode: 0o600 });
}

/** Forgets the record of a settings file. */
export function dropUndo(stateFolder: string, settings: string): void {
  rmSync(recordFile(stateFolder, settings), { force: true });
}

function recordFile(stateFolder: string, settings: string): string {
  return join(stateFolder, 'settings', `${hashOf(settings).slice(0, 32)}.json`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
