import type { Platform } from './access.js';

/** A URI read as a place on this machine: its path, why it has none, or neither when it is no `file:` URI. */
export interface UriPlace {
  path?: string;
  problem?: string;
}

/** Each byte of a path may take three characters of a URI. */
const MAX_URI_LENGTH = 98_304;

/** Whether a text is a `file:` URI. */
export function isFileUri(text: string): boolean {
  return /^file:[\\/]/i.test(text);
}

/** The local path that a `file:` URI stands for, percent-decoded. */
export function fileUriPlace(text: string, platform: Platform): UriPlace {
  const trimmed = text.trim();
  if (!/^file:/i.test(trimmed)) return {};
  if (trimmed.length > MAX_URI_LENGTH) return { problem: 'is too long for a path' };
  if (!isFileUri(trimmed)) return { problem: 'is a file URI without a path' };
  try {
    const { host, pathname } = new URL(trimmed);
    const decoded = decodeURIComponent(pathname);
    if (platform === 'win32') {
      if (host !== '') return { path: `\\\\${host}${decoded}` };
      return { path: /^\/[a-z]:/i.test(decoded) ? decoded.slice(1) : decoded };
    }
    return host === '' ? { path: decoded } : { problem: 'is a file URI of another machine' };
  } catch {
    return { problem: 'is a broken file URI' };
  }
}
