import { noteNames, partedNames } from './name-lists.js';
import type { Arguments } from './options.js';
import { isCheap } from './regexp-cost.js';
import { joinListings, listingsOf, type Text } from './text.js';
import { regExpOf } from './text-tools.js';

function sourceOf(pattern: string, args: Arguments, name: string): string {
  const literal = args.has('-F --fixed-strings') || name === 'fgrep';
  const source = literal ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : pattern;
  if (args.has('-x --line-regexp')) return `^(?:${source})$`;
  return args.has('-w --word-regexp') ? `(?<!\\w)(?:${source})(?!\\w)` : source;
}

function matcherOf(patterns: readonly Text[], args: Arguments, longest: number): RegExp | undefined {
  const extended = args.has('-E --extended-regexp -P --perl-regexp -F --fixed-strings');
  const sources: string[] = [];
  for (const { text } of patterns) {
    for (const line of text.split('\n')) {
      const one = regExpOf(line, extended, '');
      if (!one) return undefined;
      sources.push(sourceOf(args.has('-F --fixed-strings') ? line : one.source, args, ''));
    }
  }
  if (sources.length === 0) return undefined;
  try {
    const source = sources.join('|');
    return isCheap(source, longest) ? new RegExp(source, args.has('-i --ignore-case') ? 'i' : '') : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a known text that a grep lets through. */
export function filterLines(text: Text, patterns: readonly Text[], args: Arguments): Text {
  const longest = Math.max(...text.text.split('\n', 5000).map(({ length }) => length));
  const matcher = matcherOf(patterns, args, longest);
  if (!matcher || args.has('-o --only-matching') || text.text.includes('\0')) return text;
  const inverted = args.has('-v --invert-match');
  const lines = text.text.split('\n').filter((line) => line !== '' && matcher.test(line) !== inverted);
  return { ...text, text: lines.map((line) => `${line}\n`).join('') };
}

/** Options of a grep that prints lines as they are. */
const KEEPS_LINES = /^-[ivEFGPwxe]$/;

/** A listing of which a grep lets only some names through. */
export function narrowListing(text: Text, patterns: readonly Text[], args: Arguments): Text {
  // Tried on each path below a folder.
  const matcher = matcherOf(patterns, args, 100);
  if (!matcher || !text.listing || args.has('-o --only-matching')) return { ...text };
  const key = args.has('-v --invert-match') ? 'unlike' : 'like';
  const source = matcher.ignoreCase ? `(?i)${matcher.source}` : matcher.source;
  const listings = listingsOf(text).map(({ root, scope }) => ({
    root,
    scope: { ...scope, [key]: [...(scope[key] ?? []), source] },
  }));
  const narrowed = { ...text, listing: joinListings(listings) };
  const areLines = partedNames(text) === 'lines';
  const isPlain = args.options.every(({ spec }) => KEEPS_LINES.test(spec.names[0] ?? ''));
  return areLines && isPlain ? noteNames(narrowed, 'lines') : narrowed;
}
