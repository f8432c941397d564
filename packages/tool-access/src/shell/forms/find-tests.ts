import { type NameTest, regExpOfTest, type SearchTests } from '../../search-tests.js';
import { type Field, HOLE } from '../text.js';

/** What is known of a path; undefined where there can be none. */
type Known = Pick<SearchTests, 'kinds' | 'some' | 'none' | 'empty'> | undefined;

/** Tests each of which is enough; `all` where none is needed. */
type Enough = readonly NameTest[] | 'all';

/** What an expression of find, or a part of it, says of the paths that it is evaluated for. */
interface Meaning {
  /** Where it holds, and where it does not. */
  readonly yes: Known;
  readonly no: Known;
  /** Where an action in it is come to. */
  readonly acts: Known;
  /** What is enough for a folder to make it hold, and to come to a `-prune` in it. */
  readonly holds: Enough;
  readonly pruned: Enough;
  /** Whenever it holds, a `-prune` in it was come to. */
  readonly prunes: boolean;
}

const ANY: Known = { kinds: 'fdl' };
const UNKNOWN: Meaning = { yes: ANY, no: ANY, acts: undefined, holds: [], pruned: [], prunes: false };
const TRUE: Meaning = { ...UNKNOWN, no: undefined, holds: 'all' };
const FALSE: Meaning = { ...UNKNOWN, yes: undefined };
const ACTION: Meaning = { ...UNKNOWN, acts: ANY };
const PRUNE: Meaning = { ...TRUE, pruned: 'all', prunes: true };

const CONSTANTS: Readonly<Record<string, Meaning>> = {
  '-prune': PRUNE,
  '-false': FALSE,
  '-empty': { ...UNKNOWN, yes: { kinds: 'fd', empty: true } },
  ...Object.fromEntries(
    '-true -quit -daystart -depth -d -follow -ignore_readdir_race -mount -noleaf -warn -nowarn -xdev'
      .split(' ')
      .map((name) => [name, TRUE]),
  ),
  ...Object.fromEntries('-print -print0 -ls'.split(' ').map((name) => [name, { ...ACTION, no: undefined }])),
  '-delete': ACTION,
};

function isSame(one: NameTest, other: NameTest): boolean {
  return one.of === other.of && one.glob === other.glob && one.folded === other.folded;
}

// Each test of `none` and each list of `some` says something of its own, so that some of them may be left out.
const MOST_LISTS = 20;
const MOST_TESTS = 100;
const DEEPEST = 100;

function knownOf(
  kinds: string,
  some: readonly (readonly NameTest[])[],
  none: readonly NameTest[],
  empty: boolean | undefined,
): Known {
  const lists = some.filter(({ length }) => length <= MOST_TESTS).slice(0, MOST_LISTS);
  return {
    kinds,
    ...(lists.length > 0 && { some: lists }),
    ...(none.length > 0 && { none: none.slice(0, MOST_TESTS) }),
    ...(empty && { empty }),
  };
}

/** What is known where both are. */
function meet(one: Known, other: Known): Known {
  if (!one || !other) return undefined;
  const kinds = [...one.kinds].filter((kind) => other.kinds.includes(kind)).join('');
  const some = [...(one.some ?? []), ...(other.some ?? [])];
  const none = [...(one.none ?? []), ...(other.none ?? [])];
  return knownOf(kinds, some, none, one.empty || other.empty);
}

/** What is known where one of them is. */
function join(one: Known, other: Known): Known {
  if (!one || !other) return one ?? other;
  const kinds = [...'fdl'].filter((kind) => one.kinds.includes(kind) || other.kinds.includes(kind)).join('');
  const some = one.some?.flatMap((list) => other.some?.map((each) => [...list, ...each]) ?? []) ?? [];
  const none = one.none?.filter((test) => other.none?.some((each) => isSame(each, test))) ?? [];
  return knownOf(kinds, some, none, one.empty && other.empty);
}

function either(one: Enough, other: Enough): Enough {
  return one === 'all' || other === 'all' ? 'all' : [...one, ...other].slice(0, MOST_TESTS);
}

function both(one: Enough, other: Enough): Enough {
  if (one === 'all') return other;
  return other === 'all' ? one : [];
}

function and(one: Meaning, other: Meaning): Meaning {
  return {
    yes: meet(one.yes, other.yes),
    no: join(one.no, meet(one.yes, other.no)),
    acts: join(one.acts, meet(one.yes, other.acts)),
    holds: both(one.holds, other.holds),
    pruned: either(one.pruned, both(one.holds, other.pruned)),
    prunes: one.prunes || other.prunes,
  };
}

function or(one: Meaning, other: Meaning): Meaning {
  return {
    yes: join(one.yes, meet(one.no, other.yes)),
    no: meet(one.no, other.no),
    acts: join(one.acts, meet(one.no, other.acts)),
    holds: either(one.holds, other.holds),
    pruned: either(one.pruned, one.prunes ? other.pruned : []),
    prunes: one.prunes && other.prunes,
  };
}

function not({ yes, no, acts, pruned }: Meaning): Meaning {
  return { yes: no, no: yes, acts, pruned, holds: [], prunes: false };
}

function nameMeaning(option: string, { text }: Field): Meaning {
  const test: NameTest = {
    of: /name$/.test(option) && !option.includes('whole') ? 'name' : 'path',
    glob: text.replaceAll(HOLE, '*'),
    ...(option.startsWith('-i') && { folded: true }),
  };
  if (!regExpOfTest(test)) return UNKNOWN;
  const yes = { kinds: 'fdl', some: [[test]] };
  // A part that only the running command knows may be anything.
  return text.includes(HOLE)
    ? { ...UNKNOWN, yes }
    : { ...UNKNOWN, yes, no: { kinds: 'fdl', none: [test] }, holds: [test] };
}

function kindMeaning({ text }: Field): Meaning {
  const kinds = text.split(',');
  if (!kinds.every((kind) => /^[bcdflps]$/.test(kind))) return UNKNOWN;
  const found = [...new Set(kinds.map((kind) => (/[dl]/.test(kind) ? kind : 'f')))].join('');
  // What is no plain file may be a pipe, which counts as one.
  const rest = [...'fdl'].filter((kind) => kind === 'f' || !kinds.includes(kind)).join('');
  return {
    ...UNKNOWN,
    yes: { kinds: found },
    no: { kinds: rest },
    holds: kinds.includes('d') ? 'all' : [],
  };
}

const NAMES = /^-(?:i?name|i?path|i?wholename)$/;

/** What a test with a value says. */
function valueMeaning(option: string, value: Field): Meaning {
  if (NAMES.test(option)) return nameMeaning(option, value);
  if (option === '-type') return kindMeaning(value);
  return option.endsWith('depth') ? TRUE : UNKNOWN;
}

/** A part of an expression: an operator, or a test or an action with the value that it takes. */
export interface FindToken {
  readonly option: string;
  readonly value?: Field | undefined;
  readonly acts?: boolean;
}

function meaningOf({ option, value, acts }: FindToken): Meaning {
  if (acts) return ACTION;
  return value ? valueMeaning(option, value) : (CONSTANTS[option] ?? UNKNOWN);
}

/**
 * Reads the operators of an expression; undefined for one that find would refuse, and for a comma: what stands before it
 * gets mixed up with what stands behind it (measured with GNU find 4.9).
 */
function parse(tokens: readonly FindToken[]): Meaning | undefined {
  let at = 0;
  let depth = 0;
  const next = () => tokens[at]?.option ?? ')';
  const skip = (...options: string[]) => {
    const skips = tokens[at]?.value === undefined && options.includes(next());
    if (skips) at += 1;
    return skips;
  };
  const chain = (
    part: () => Meaning | undefined,
    goesOn: () => boolean,
    joined: (one: Meaning, other: Meaning) => Meaning,
  ) => {
    let found = part();
    while (found && goesOn()) {
      const other = part();
      found = other && joined(found, other);
    }
    return found;
  };
  const primary = (): Meaning | undefined => {
    if (depth > DEEPEST) return undefined;
    if (skip('!', '-not')) {
      depth += 1;
      const negated = primary();
      depth -= 1;
      return negated && not(negated);
    }
    if (skip('(')) {
      depth += 1;
      const inner = ors();
      depth -= 1;
      return skip(')') ? inner : undefined;
    }
    const token = tokens[at];
    if (!token || /^(?:[),]|-a|-and|-o|-or)$/.test(token.option)) return undefined;
    at += 1;
    return meaningOf(token);
  };
  const ands = () => chain(primary, () => skip('-a', '-and') || !/^(?:[),]|-or?)$/.test(next()), and);
  const ors = (): Meaning | undefined => chain(ands, () => skip('-o', '-or'), or);
  const found = ors();
  return at === tokens.length ? found : undefined;
}

/**
 * What an expression of find tells apart by name and kind, whatever its other tests say: what an action in it is come to
 * for, or what is printed where it has none. Undefined where that cannot be told.
 */
export function testsOf(
  tokens: readonly FindToken[],
  prunes: boolean,
): Omit<SearchTests, 'start'> | undefined {
  const found = tokens.length === 0 ? TRUE : parse(tokens);
  const known = found?.acts ?? found?.yes;
  if (!found || !known) return undefined;
  const pruned = prunes && found.pruned !== 'all' ? found.pruned : [];
  return { ...known, ...(pruned.length > 0 && { pruned }) };
}
