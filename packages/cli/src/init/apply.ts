import { existsSync, mkdirSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { editHooks } from '../settings/edit-hooks.js';
import type { InitPlan } from './plan.js';
import { dropUndo, keepUndo } from './undo-record.js';

/** Writes what was planned: each file whole or not at all, a settings file with the mode that it had. */
export function applyInit({ settings, after, undo, starter, removes }: InitPlan, stateFolder: string): void {
  const { path, text } = settings;
  if (starter !== undefined) {
    mkdirSync(dirname(starter.path), { recursive: true });
    writeFileAtomic.sync(starter.path, starter.text);
  }
  if (after === text) return;
  if (after === undefined) {
    rmSync(path, { force: true });
    if (undo?.madeFolder) removeIfEmpty(dirname(path));
    dropUndo(stateFolder, path);
    return;
  }
  const madeFolder = undo?.madeFolder ?? !existsSync(dirname(path));
  const target = targetOf(path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileAtomic.sync(target, after);
  if (removes) {
    dropUndo(stateFolder, path);
    return;
  }
  // Who edited the file since the last time has hooks of ours in it, which are no part of what was before.
  const before = undo ? undo.before : text === undefined ? null : editHooks(text, {});
  keepUndo(stateFolder, path, after, { before, madeFolder });
}

/** Where a link leads to nothing yet, the file that it means: a link is somebody's order, and stays. */
function targetOf(path: string): string {
  try {
    return existsSync(path) ? path : resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Others keep files in it.
  }
}
