import { constants, lstatSync, promises, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { Access } from '@hookloom/tool-access';
import type { Place } from './sandbox.js';

/** One path of a call that goes to the sandbox. `changes`: what is there before matters to what the call does. */
export interface Redirect {
  readonly access: Access;
  readonly place: Extract<Place, { kind: 'inside' }>;
  readonly changes: boolean;
}

/** Makes the folders of a copy, and the copy itself where the call changes what is there. */
export async function prepareCopy({ access, place, changes }: Redirect): Promise<void> {
  if (access.mode !== 'write') return;
  await promises.mkdir(dirname(place.target), { recursive: true });
  const original = changes ? statOf(place.original) : undefined;
  if (!original?.isFile() || statOf(place.target)) return;
  await promises.copyFile(place.original, place.target, constants.COPYFILE_EXCL);
}

/** What is at a path of which it was asked before where it leads: the disk answers. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
