import type { Platform } from './access.js';

/** The path rules of this machine. */
export const PLATFORM: Platform = process.platform === 'win32' ? 'win32' : 'posix';

// Characters that HFS+ leaves out when it compares names.
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Folds a path to the form in which paths are compared: one case, one Unicode form, forward slashes.
 * File systems that ignore case would open `.ENV` as `.env`, so case is folded on every platform. On Windows
 * `C:\p\.env.`, `.env::$DATA` and `\\?\C:\p\.env` open `.env` too.
 */
export function foldPath(path: string, platform: Platform = PLATFORM): string {
  const folded = path.normalize('NFC').replace(IGNORED, '').toLowerCase();
  if (platform === 'posix') return folded;
  return folded
    .replaceAll('\\', '/')
    .replace(/^\/\/[?.]\/unc\//, '//')
    .replace(/^\/\/[?.]\//, '')
    .split('/')
    .map((part, index) => (index === 0 && /^[a-z]:$/.test(part) ? part : foldWindowsName(part)))
    .join('/');
}

function foldWindowsName(name: string): string {
  if (name === '.' || name === '..') return name;
  return name.replace(/:.*$/, '').replace(/[. ]+$/, '');
}

/** The last name of a folded path. */
export function baseName(folded: string): string {
  return folded.slice(folded.lastIndexOf('/') + 1);
}

/** Tells whether a folded path lies in a folded folder, or is it. */
export function isWithin(folded: string, folder: string): boolean {
  return folded === folder || folded.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
