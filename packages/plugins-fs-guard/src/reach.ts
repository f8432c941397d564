import { isAbsolute, relative, sep } from 'node:path';
import { type Access, type Asking, changesFolder, findReached, type Reach } from '@hookloom/tool-access';
import type { Rules } from './judgement.js';
import { compileGlobs } from './protection.js';

/** Looks for something protected that an access reaches below a folder (canonical), of which its scope may leave some out. */
export async function reachOf(
  folder: string,
  access: Access,
  { protection, reachable }: Rules,
  asking: Asking,
): Promise<Reach> {
  const { mode, tree: { glob, ...scope } = {} } = access;
  const { tests, follows } = scope;
  const listing = mode === 'list' ? glob : undefined;
  const holdsPlace = async (path: string) => (await protection.placeIn(path)) !== undefined;
  // Names that go through a script may become others, and what is not searched for need not be there yet.
  const isNarrow = listing !== undefined || (tests !== undefined && !tests.loose);
  if (!isNarrow) {
    const place = await protection.placeIn(folder);
    if (place !== undefined) return { found: place };
    if (!protection.needsLook && follows === undefined) return 'nothing';
  }
  const lists = listing === undefined ? () => true : compileListing(listing, folder);
  const isSought = async (path: string, isLink: boolean) => {
    if (!lists(path)) return false;
    // What is exempt by its name may have got another one.
    if ((await protection.covers(path, scope.remade)) || (isNarrow && (await protection.isAlias(path))))
      return true;
    // A folder above stays in its place; to delete it, it would have to be empty.
    return reachable === true && (isLink || changesFolder(access)) && (await holdsPlace(path));
  };
  const mayHold = async (path: string) =>
    isNarrow && ((await protection.covers(path)) || (await holdsPlace(path)));
  return findReached(folder, scope, { isSought, mayHold, anywhere: protection.needsLook }, asking);
}

function compileListing(glob: string, folder: string): (path: string) => boolean {
  const pattern = isAbsolute(glob) || glob.startsWith('~') ? '**' : glob.replace(/^(?:\.\/)+/, '');
  const matches = compileGlobs([pattern, `${pattern}/**`]);
  return (path) => matches(relative(folder, path).replaceAll(sep, '/'));
}
