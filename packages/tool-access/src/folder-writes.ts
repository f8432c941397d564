import type { Access } from './access.js';

const MAKES = /(?:^|[ _])(?:mkdir|create_?(?:dir|folder)\w*)|^touch$|^git init$/i;
const CHANGES =
  /^(?:chmod|chown|chgrp|chattr|setfacl|rsync|python[\d.]*|node|nodejs|perl|ruby|php|bun|deno)$/;

/** Whether a write makes a folder, or an empty file, where there is none, and puts nothing else in its place. */
export function makesFolder({ via }: Access, toolName: string): boolean {
  return MAKES.test(via) || MAKES.test(toolName);
}

/** Whether a write of a path that is a folder may change the folder itself, and not only put something into it. */
export function changesFolder({ via, tree }: Access): boolean {
  return CHANGES.test(via) || tree?.tests?.whole === true;
}
