import { resolveWindowsPath } from '../windows-path.js';

/** A path of Windows as bash there writes it: `C:\repo` is `/c/repo`. */
export function posixForm(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  return slashed.replace(/^([A-Za-z]):(?:\/|$)/, (_, drive: string) => `/${drive.toLowerCase()}/`);
}

/** The path that Windows opens for one of bash: `/c/repo` is `C:\repo`. */
export function windowsForm(path: string, cwd: string): string {
  const drive = /^\/([A-Za-z])(?:\/|$)/.exec(path)?.[1];
  return resolveWindowsPath(drive === undefined ? path : `${drive.toUpperCase()}:/${path.slice(3)}`, cwd);
}
