import { posix } from 'node:path';
import type { SearchScope } from '../access.js';
import { scopeReaches } from '../search-scope.js';
import type { Entry, FileView } from './files.js';
import type { Shell } from './shell.js';
import { isKnown, type Text } from './text.js';

type MadeLinks = Pick<Shell, 'links'>;

/** Where a path leads by a link that this very command made, which is no link on disk yet. */
export function throughMadeLinks(path: string, { links }: MadeLinks): Text | undefined {
  for (const [link, target] of links.entries()) {
    if (path !== link && !path.startsWith(`${link}/`)) continue;
    const leads = target.text + path.slice(link.length);
    return { ...target, text: isKnown(target) ? posix.normalize(leads) : leads };
  }
  return undefined;
}

/** What the links lead to that this very command made where a search comes by. */
export function madeLinksBelow(root: string, scope: SearchScope, { links }: MadeLinks): Text[] {
  const found: Text[] = [];
  for (const [link, target] of links.entries()) {
    const path = posix.relative(root, link);
    if (path !== '' && !/^\.\.(?:\/|$)/.test(path) && scopeReaches(scope, path)) found.push(target);
  }
  return found;
}

/** The disk as it is once the links of this very command are made. */
export function withMadeLinks(files: FileView, shell: MadeLinks): FileView {
  const links = [...shell.links.entries()];
  if (links.length === 0) return files;
  const leads = (path: string) => {
    const found = throughMadeLinks(path, shell);
    return found && isKnown(found) ? found.text : path;
  };
  return {
    kind: (path) => files.kind(leads(path)),
    real: (path) => files.real(leads(path)),
    entries: (folder) => {
      const place = leads(folder);
      const there = files.entries(place);
      const made = links
        .map(([link]) => link)
        .filter(
          (link) => posix.dirname(link) === place && !there?.some(({ name }) => link.endsWith(`/${name}`)),
        )
        .map((link): Entry => ({ name: posix.basename(link), kind: 'link' }));
      return there && [...there, ...made];
    },
    get isSpent() {
      return files.isSpent;
    },
  };
}
