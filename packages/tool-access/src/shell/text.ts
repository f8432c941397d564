import type { SearchScope, Span } from '../access.js';

/** Stands in a text for a part that only the running command knows; no word of bash can hold this character. */
export const HOLE = '\0';

/** Where a text came from, when that matters to whoever runs it. */
export type Origin = 'decoded' | 'downloaded' | 'file';

/** The paths that a walk of a folder prints, when they are too many or too uncertain to be listed. */
export interface Listing {
  readonly root: string;
  readonly scope: SearchScope;
  /** Further folders that are walked for the same text. */
  readonly others?: readonly Listing[] | undefined;
}

/** A text that flows through a command: a value, an output, an input. */
export interface Text {
  readonly text: string;
  readonly origin?: Origin | undefined;
  readonly listing?: Listing | undefined;
  /** Part of it is what another command prints. */
  readonly captured?: boolean | undefined;
  /** The same text, where a command that prints nothing else is sure to print it. */
  readonly settled?: string | undefined;
  /** What a process substitution prints: the content of the file that the text names. */
  readonly content?: Text | undefined;
}

/** One argument of a command, after all expansions. */
export interface Field extends Text {
  /** The word in the command's own text; absent where the text is not the original. */
  readonly span?: Span | undefined;
  /** It is one word, whatever stands in it. */
  readonly whole?: boolean | undefined;
  /** The source of the word up to here is the text itself, so that a part of it has a span too. */
  readonly source?: string | undefined;
}

/** A text of which nothing is known. */
export const UNKNOWN: Text = { text: HOLE };

/** Whether all of a text is known. */
export function isKnown({ text }: Text): boolean {
  return !text.includes(HOLE);
}

/** Makes a field that stands nowhere in the source. */
export function fieldOf(text: string): Field {
  return { text };
}

/** The part of a field from an offset on, such as the value in `--output=value`. */
export function tailOf(field: Field, offset: number): Field {
  const { text, span, source } = field;
  const { origin, listing, content, captured } = field;
  const tail = { text: text.slice(offset), origin, listing, content, captured };
  const glued = source !== undefined && source.slice(0, offset) === text.slice(0, offset);
  if (!span || !glued) return tail;
  return { ...tail, span: { start: span.start + offset, end: span.end }, source: source.slice(offset) };
}

/** Every folder whose names stand in a text. */
export function listingsOf({ listing }: Text): readonly Listing[] {
  return listing ? [listing, ...(listing.others ?? [])] : [];
}

const MOST_LISTINGS = 100;

/** One listing of several folders. */
export function joinListings(listings: readonly Listing[]): Listing | undefined {
  const [first, ...others] = listings;
  if (!first || others.length === 0) return first;
  return { root: first.root, scope: first.scope, others: others.slice(0, MOST_LISTINGS) };
}

/** Names that were made into others: of what they are now it is known only what they were. */
export function remade(text: Text): Text {
  const listings = listingsOf(text).map((listing) => ({
    ...listing,
    others: undefined,
    scope: { ...listing.scope, remade: true },
  }));
  return { ...text, text: HOLE, listing: joinListings(listings) };
}

/** Joins texts; what is known of one is not lost by another. */
export function joinTexts(texts: readonly Text[], separator = ''): Text {
  const [only] = texts;
  if (texts.length === 1 && only) return only;
  return {
    text: texts.map(({ text }) => text).join(separator),
    origin: texts.find(({ origin }) => origin !== undefined)?.origin,
    listing: joinListings(texts.flatMap(listingsOf)),
    content: texts.find(({ content }) => content !== undefined)?.content,
    captured: texts.some(({ captured }) => captured),
  };
}
