import { type Field, HOLE } from './text.js';

// `set -- $(ls)` may give any number of them.
function isSeveral({ text, listing, captured, whole }: Field): boolean {
  return text === HOLE && !whole && (listing !== undefined || captured === true);
}

/** The arguments of a shell from one on; one that may stand for several is there however far they are counted. */
export function argumentsFrom<T extends Field>(all: readonly T[], start: number): readonly T[] {
  const left = start < 0 ? [] : all.slice(start);
  const several = left.length === 0 && start > 0 ? all.findLast(isSeveral) : undefined;
  return several ? [several] : left;
}
