import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConfigFile } from '../config/find.js';
import { transcriptFolder } from './transcript-folder.js';

/**
 * Makes the test whether a payload is of a session in this server's project. Another project's may be sent to the same port,
 * and must not be judged by this one's config. The host keeps the transcript of a session in a folder that is named after
 * the one in which it began (measured). What says nothing of that passes, and so does every session where the configs are of
 * no project.
 */
export function ownSessions(configs: readonly ConfigFile[]): (payload: unknown) => boolean {
  const config = configs.find(({ scope }) => scope !== 'user');
  if (config === undefined) return () => true;
  const folder = dirname(config.path);
  const roots = [...new Set([folder, realpathSync(folder)])];
  const known = new Map<string, boolean>();
  return (payload) => {
    const path = (payload as { transcript_path?: unknown }).transcript_path;
    const name = typeof path === 'string' ? sessionFolder(path) : undefined;
    if (name === undefined) return true;
    let isOwn = known.get(name);
    if (isOwn === undefined) {
      isOwn = roots.some((root) => isWithin(name, root));
      known.set(name, isOwn);
    }
    return isOwn;
  };
}

/** The name of the folder that holds a transcript; `undefined` where it is none that the host made of a path. */
function sessionFolder(transcript: string): string | undefined {
  return /[\\/]projects[\\/]((?:-|[A-Za-z]--)[\w-]*)[\\/][^\\/]+\.jsonl$/.exec(transcript)?.[1];
}

// Different characters become the same dash, so that only a folder that is there tells a part from a neighbour.
function isWithin(name: string, folder: string): boolean {
  const own = transcriptFolder(folder);
  if (name === own) return true;
  if (!name.startsWith(own.endsWith('-') ? own : `${own}-`)) return false;
  return foldersIn(folder).some((child) => isWithin(name, child));
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
