import type { SearchScope } from '../../access.js';
import type { Invocation } from '../invocation.js';
import { isChanger, isPlainRoot, isReader, noteNames, type Parted, tightened } from '../name-lists.js';
import { resolvePlaces, touch } from '../paths.js';
import { type Field, fieldOf, HOLE, isKnown, joinListings, type Listing, type Text } from '../text.js';
import { type FindToken, testsOf } from './find-tests.js';

const WITH_VALUE = new Set(
  '-amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype -printf '.split(
    ' ',
  ),
);
const PLAIN = new Set(
  '-daystart -delete -depth -d -empty -executable -false -follow -ignore_readdir_race -mount -nogroup -noleaf -nouser -print -print0 -prune -quit -readable -true -warn -nowarn -writable -xdev -ls -not ! ( ) -a -and -o -or ,'.split(
    ' ',
  ),
);
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const FILES = /^-(?:fprint|fprint0|fls|fprintf)$/;
const NAMED = '-files0-from';

/** A command that is run, each time in the folder of what is found or where find itself is run. */
interface Action {
  readonly command: readonly Field[];
  readonly inFolder: boolean;
}

interface Expression {
  tokens: FindToken[];
  actions: Action[];
  files: Field[];
  deletes: boolean;
  depth?: number;
  unknown?: Field | undefined;
}

function readExpression(fields: readonly Field[]): Expression {
  const found: Expression = { tokens: [], actions: [], files: [], deletes: false };
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as Field;
    const { text } = field;
    if (RUNS.test(text)) {
      const mayBatch = text.startsWith('-exec');
      const end = fields.findIndex(
        (each, at) =>
          at > index &&
          (each.text === ';' || (mayBatch && each.text === '+' && fields[at - 1]?.text === '{}')),
      );
      const stop = end < 0 ? fields.length : end;
      found.actions.push({ command: fields.slice(index + 1, stop), inFolder: text.endsWith('dir') });
      found.tokens.push({ option: text, acts: true });
      index = stop;
    } else if (FILES.test(text)) {
      const file = fields[index + 1];
      if (file) found.files.push(file);
      found.tokens.push({ option: text, acts: true });
      index += text === '-fprintf' ? 2 : 1;
    } else if (WITH_VALUE.has(text) || /^-newer[aBcm][aBcmt]$/.test(text)) {
      const value = fields[index + 1];
      found.tokens.push({ option: text, value, acts: text === '-printf' });
      if (text === '-maxdepth' && Number.isInteger(Number(value?.text))) found.depth = Number(value?.text);
      index += 1;
    } else {
      found.deletes ||= text === '-delete';
      found.tokens.push({ option: text });
      if (!PLAIN.has(text)) found.unknown ??= field;
    }
  }
  return found;
}

/** Gives the scope of a search that starts at a folder as it is written, for what is deleted or for what is opened. */
type ScopeFrom = (start: string, isDeleted: boolean) => SearchScope;

function scopeOf(fields: readonly Field[], switches: readonly Field[], expression: Expression): ScopeFrom {
  const { tokens, deletes, depth, unknown } = expression;
  const isGiven = (names: RegExp) => tokens.some(({ option }) => names.test(option));
  // What is not one word may bring any expression.
  const isSure = !unknown && fields.every(({ text, whole }) => whole || !text.includes(HOLE));
  // Where a folder comes after what is in it, it is too late to leave that out.
  const prunes = !deletes && !isGiven(/^-(?:d|depth|mindepth)$/);
  const tests = (isSure && testsOf(tokens, prunes)) || { kinds: 'fdl', loose: true };
  const given = switches.findLast(({ text }) => /^-[HLP]+$/.test(text))?.text.at(-1);
  const follows = given === 'L' || isGiven(/^-follow$/) ? 'all' : undefined;
  // What is found is opened by its name: a link that is found is followed, unless only plain files are.
  const opened = follows ?? (tests.kinds.includes('l') ? 'files' : undefined);
  return (start, isDeleted) => ({
    tests: { ...tests, start, ...(!isDeleted && { loose: true }) },
    ...(isSure && depth !== undefined && { depth }),
    ...(isDeleted ? follows && { follows } : opened && { follows: opened }),
  });
}

/** Where it looks, and what stands for a name that is found there. */
interface Start {
  readonly name: string;
  /** Absent where the folder is not known. */
  readonly listing?: Listing;
  /** The word that names the folder. */
  readonly span?: Field['span'];
}

// Of a folder that is not known the names are, as far as the tests say.
function unknownStarts({ tests }: SearchScope): Start[] {
  const named = tests?.some?.find((list) => list.every((test) => test.of === 'name'));
  const names = named?.map(({ glob }) =>
    glob.replace(/\\(.)|\[[^\]]*\]|[*?]/g, (_, plain?: string) => plain ?? HOLE),
  );
  return names?.map((name) => ({ name: `${HOLE}/${name}` })) ?? [{ name: HOLE }];
}

function runAction({ command, inFolder }: Action, starts: readonly Start[], call: Invocation): void {
  const { shell } = call;
  shell.report.impure('find runs a command');
  const program = command[0]?.text ?? '';
  const isDirect = isReader(program) || isChanger(program);
  for (const { name, listing, span } of starts) {
    const fields = command.map(
      (field): Field =>
        field.text.includes('{}')
          ? {
              ...field,
              text: field.text.replaceAll('{}', () => name),
              listing: listing && isDirect ? tightened(listing) : listing,
              source: undefined,
              // What begins with a found name lies where the search starts.
              span: field.text.startsWith('{}') ? span : undefined,
            }
          : field,
    );
    const outer = shell.scope;
    if (inFolder) {
      shell.scope = outer.clone();
      shell.scope.move([HOLE]);
    }
    try {
      shell.runFields(fields, { stdin: undefined });
    } finally {
      shell.scope = outer;
    }
  }
}

// What it prints besides names could be anything.
function partedBy(fields: readonly Field[]): Parted | undefined {
  if (fields.some(({ text }) => /^-(?:printf|ls)$/.test(text) || RUNS.test(text))) return undefined;
  const nul = fields.some(({ text }) => text === '-print0');
  return nul && fields.some(({ text }) => text === '-print') ? undefined : nul ? 'nul' : 'lines';
}

/** Where the starts begin: behind the options that come before them. */
function startsAt(fields: readonly Field[]): number {
  let at = 0;
  for (; at < fields.length; at += 1) {
    const text = fields[at]?.text ?? '';
    if (text === '--') return at + 1;
    if (text === '-D') at += 1;
    else if (!/^-(?:[HLP]+|O.*)$/.test(text)) break;
  }
  return Math.min(at, fields.length);
}

/** Reads `find`: where it looks, what it takes and leaves, and what it does with what it finds. */
export function readFind(call: Invocation): Text {
  const { shell, fields, via } = call;
  const start = startsAt(fields);
  let end = start;
  while (end < fields.length && !/^(?:-.|[(!,]$)/.test((fields[end] as Field).text)) end += 1;
  const expression = readExpression(fields.slice(end));
  const areNamed = fields.some(({ text }) => text === NAMED);
  // What stands in a file, or behind an option that is not known, may name any folder.
  const isOpen = areNamed || (end === start && expression.unknown !== undefined);
  const given = end > start ? fields.slice(start, end) : [fieldOf('.')];
  const roots = isOpen ? [...given, fieldOf(HOLE)] : given;
  const scope = scopeOf(fields, fields.slice(0, start), expression);
  if (expression.unknown)
    shell.report.impure(`find has a test that is not known: ${expression.unknown.text.slice(0, 40)}`);
  if (fields.some(({ text }) => text.startsWith(HOLE)))
    shell.report.impure('find has an argument that is not known');
  const starts = roots.flatMap((root): Start[] => {
    touch(root, ['list'], via, shell);
    if (root.listing && !isKnown(root)) return [{ name: HOLE, listing: root.listing }];
    const found = scope(root.text, false);
    const places = isKnown(root) ? resolvePlaces(root.text, shell) : [];
    if (places.length === 0) return unknownStarts(found);
    return places.map((path) => ({ name: HOLE, listing: { root: path, scope: found }, span: root.span }));
  });
  const listings = starts.flatMap(({ listing }) => listing ?? []);
  for (const file of expression.files) touch(file, ['write'], via, shell);
  const list = fields[fields.findIndex(({ text }) => text === NAMED) + 1];
  if (list && areNamed) touch(list, ['read'], via, shell);
  if (expression.deletes) {
    for (const root of roots) touch(root, ['write'], via, shell, scope(root.text, true));
  }
  for (const action of expression.actions) runAction(action, starts, call);
  const names: Text = { text: HOLE, listing: joinListings(listings) };
  const parted = partedBy(fields);
  return parted && roots.every(isPlainRoot) ? noteNames(names, parted) : names;
}
