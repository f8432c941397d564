import type { Platform } from './access.js';

/** A URI read as a place on this machine: its path, why it has none, or neither when it is no `file:` URI. */
export interface UriPlace {
  path?: string;
  problem?: string;
}

/** Each byte of a path may take three characters of a URI. */
const MAX_URI_LENGTH = 98_304;

// Parsers of URLs drop control characters around a URL, and tabs and line ends in it. A browser shows the
// same file behind `view-source:`.
function plainUri(text: string): string {
  return text
    .trim()
    .replace(/^[\0- ]+|[\t\r\n]/g, '')
    .replace(/^(?:view-source:[\0- ]*)+/i, '');
}

/** Whether a text is a `file:` URI. */
export function isFileUri(text: string): boolean {
  return /^file:[\\/]/i.test(plainUri(text));
}

/** The local path that a `file:` URI stands for, percent-decoded. */
export function fileUriPlace(text: string, platform: Platform): UriPlace {
  const uri = plainUri(text);
  if (!/^file:/i.test(uri)) return {};
  if (uri.length > MAX_URI_LENGTH) return { problem: 'is too long for a path' };
  if (!isFileUri(uri)) return { problem: 'is a file URI without a path' };
  try {
    const { host, pathname } = new URL(uri);
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
