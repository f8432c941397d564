import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalPath } from './canonical-path.js';

/**
 * Makes a look-up of where each of many paths really leads, as `canonicalPath` tells it, which looks at a folder above them
 * once. A path of which it cannot be told stands as it is. Most of such paths are in a few folders, many are not there, and
 * a short process waits longer for a promise of the disk than for the disk.
 */
export function createPlaceFinder(): (path: string) => Promise<string> {
  const known = new Map<string, string | Promise<string>>();

  function find(path: string): string | Promise<string> {
    let place = known.get(path);
    if (place === undefined) {
      place = isMissing(path) && !isOfProcess(path) ? below(dirname(path), path) : whereIs(path);
      known.set(path, place);
    }
    return place;
  }

  function below(folder: string, path: string): string | Promise<string> {
    if (folder === path) return path;
    const name = path.slice(
      folder.endsWith('/') || folder.endsWith('\\') ? folder.length : folder.length + 1,
    );
    const real = find(folder);
    return typeof real === 'string' ? join(real, name) : real.then((led) => join(led, name));
  }

  return async (path) => find(path);
}

function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

// What is under /proc may be another thing in the tool's process.
function isOfProcess(path: string): boolean {
  return path.startsWith('/proc/') || path.startsWith('/dev/');
}

function whereIs(path: string): string | Promise<string> {
  try {
    if (!isOfProcess(path) && realpathSync.native(path) === path) return path;
  } catch {
    // A link that leads nowhere, or a folder that cannot be read.
  }
  return canonicalPath(path, path).then((real) => real ?? path);
}
