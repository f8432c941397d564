/** What a search shall leave out. Names and paths are folded, as `foldPath` folds them. */
export interface LeftOut {
  /** Names of files anywhere; wildcards are `*`, `?`, `[ ]` and `{ }`. */
  readonly names: readonly string[];
  /** Those of the names that hold for folders too, with all that is in them. */
  readonly folderNames: readonly string[];
  /** Names that are left in although another takes them. */
  readonly kept: readonly string[];
  readonly places: readonly LeftOutPlace[];
}

/** A file, or a folder with all that is in it. */
export interface LeftOutPlace {
  /** Its absolute paths, letter by letter: as it is written, and where it leads. */
  readonly forms: readonly string[];
  /** Its paths with wildcards: the folder that they start from, and the rest. */
  readonly globs: readonly (readonly [start: string, rest: string])[];
}
