import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { HookloomError } from '@hookloom/core';
import { type Caller, canonicalPath, foldPath, isWithin, systemPaths } from '@hookloom/tool-access';

/** Where a path of the call belongs. */
export type Place =
  /** In the sandbox already. */
  | { readonly kind: 'mounted'; readonly real: string }
  /** Under the root: `target` is its place in the sandbox, `original` where it really is. */
  | { readonly kind: 'inside'; readonly original: string; readonly target: string }
  /** Neither, or a name that only looks like one of the two. */
  | { readonly kind: 'outside' };

/** A root and the folder that stands in for it. Both are canonical: the host does not let a symlinked folder through. */
export class Sandbox {
  readonly mount: string;
  readonly root: string;
  readonly #writtenRoot: string;
  readonly #writtenMount: string;

  /** @throws HookloomError `OPTION_INVALID` for a mount that is the root, holds it, or lies in a system folder. */
  constructor(plugin: string, mount: string, root: string) {
    this.#writtenMount = resolve(mount);
    this.#writtenRoot = resolve(root);
    this.mount = realPathSync(this.#writtenMount);
    this.root = realPathSync(this.#writtenRoot);
    const refuse = (message: string) => {
      throw new HookloomError('OPTION_INVALID', message, { plugin, value: mount });
    };
    if (isBelow(this.root, this.mount))
      refuse('the mount must be another folder than the root, and not hold it');
    const folded = foldPath(this.mount);
    const system = systemPaths().find((path) => isWithin(folded, foldPath(path)));
    if (system !== undefined) refuse(`the mount cannot lie in ${system}, a folder of the system`);
  }

  /** The names of the root, as written and as it is. */
  get roots(): readonly string[] {
    return [...new Set([this.#writtenRoot, this.root])];
  }

  /**
   * Places a lexical absolute path. What is under the root by name must be so in truth, and lead into the sandbox:
   * a link out of either is outside.
   */
  async place(path: string, caller: Caller): Promise<Place> {
    const real = await canonicalPath(path, caller);
    if (real === undefined) return { kind: 'outside' };
    if (isBelow(real, this.mount)) {
      return this.#isNamed(path, this.#writtenMount, this.mount) ||
        this.#isNamed(path, this.#writtenRoot, this.root)
        ? { kind: 'mounted', real }
        : { kind: 'outside' };
    }
    if (!isBelow(real, this.root) || !this.#isNamed(path, this.#writtenRoot, this.root))
      return { kind: 'outside' };
    const target = join(this.mount, relative(this.root, real));
    const leads = await canonicalPath(target, caller);
    return leads !== undefined && isBelow(leads, this.mount)
      ? { kind: 'inside', original: real, target }
      : { kind: 'outside' };
  }

  #isNamed(path: string, written: string, real: string): boolean {
    return isBelow(path, written) || isBelow(path, real);
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

// The folder may not be there yet; its deepest existing parent is.
function realPathSync(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathSync(parent), basename(path));
  }
}
