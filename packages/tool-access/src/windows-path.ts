import { win32 } from 'node:path';

const DEVICE = /^(?:[\\/]{2}[?.]|\\\?\?)[\\/]/;
const DRIVE = /^[a-z]:/i;
const DRIVE_ROOT = /^[a-z]:[\\/]/i;
const SHARE = /^[\\/]{2}[^\\/]+[\\/]+[^\\/]/;

// `\\?\C:\x`, `\\.\C:\x` and `\\?\UNC\server\share` name ordinary files by another spelling.
function withoutDevice(text: string): string {
  let rest = text;
  while (DEVICE.test(rest)) {
    const inner = rest.replace(DEVICE, '');
    if (/^unc[\\/]/i.test(inner)) rest = `\\\\${inner.slice(4)}`;
    else if (DRIVE.test(inner)) rest = `${inner.slice(0, 2)}\\${inner.slice(2)}`;
    else break;
  }
  return rest;
}

/** Whether a Windows path stands on its own: a drive with its root, or a share. */
export function isWindowsRooted(text: string): boolean {
  const plain = withoutDevice(text);
  return DRIVE_ROOT.test(plain) || SHARE.test(plain);
}

// Windows opens `.env.`, `.env ` and `.env::$DATA` as `.env`.
function openedName(segment: string): string {
  const colon = segment.indexOf(':');
  let end = colon < 0 ? segment.length : colon;
  while (end > 0 && (segment[end - 1] === '.' || segment[end - 1] === ' ')) end -= 1;
  return segment.slice(0, end);
}

function joined(text: string, base: string): string {
  if (isWindowsRooted(text)) return text;
  if (DRIVE.test(text)) {
    const sameDrive = text.slice(0, 2).toLowerCase() === base.slice(0, 2).toLowerCase();
    return `${sameDrive ? base : text.slice(0, 2)}\\${text.slice(2)}`;
  }
  return /^[\\/]/.test(text) ? `${win32.parse(base).root}${text.replace(/^[\\/]+/, '')}` : `${base}\\${text}`;
}

/** The absolute, normal form of a Windows path, without a look at the process or the file system. */
export function resolveWindowsPath(text: string, cwd: string): string {
  const start = withoutDevice(cwd);
  const base = win32.normalize(isWindowsRooted(start) ? start : 'C:\\');
  const normal = win32.normalize(joined(withoutDevice(text), base));
  const root = win32.parse(normal).root;
  const names = normal.slice(root.length).split('\\').map(openedName);
  const drive = DRIVE.test(root) ? root[0]?.toUpperCase() + root.slice(1) : root;
  return drive + names.filter((name) => name !== '').join('\\');
}
