import type { SearchScope } from '../../access.js';
import type { Invocation } from '../invocation.js';
import { isPlainRoot, noteNames, type Parted } from '../name-lists.js';
import { resolvePlaces, touch } from '../paths.js';
import { type Field, fieldOf, HOLE, isKnown, joinListings, type Listing, type Text } from '../text.js';

const WITH_VALUE = new Set(
  '-amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype -printf '.split(
    ' ',
  ),
);
const PLAIN = new Set(
  '-daystart -depth -d -empty -executable -false -follow -ignore_readdir_race -mount -nogroup -noleaf -nouser -print -print0 -prune -quit -readable -true -warn -nowarn -writable -xdev -ls -not ! ( ) -a -and -o -or ,'.split(
    ' ',
  ),
);
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const FILES = /^-(?:fprint|fprint0|fls|fprintf)$/;
const NAMED = '-files0-from';

interface Alternative {
  include: string[];
  exclude: string[];
  pruned: boolean;
}

interface Action {
  command: Field[];
}

interface Expression {
  alternatives: Alternative[];
  actions: Action[];
  files: Field[];
  deletes: boolean;
  depth?: number;
  type?: string;
  unknown?: Field | undefined;
}

function readExpression(fields: readonly Field[]): Expression {
  let current: Alternative = { include: [], exclude: [], pruned: false };
  const found: Expression = { alternatives: [current], actions: [], files: [], deletes: false };
  let negated = false;
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as Field;
    const { text } = field;
    if (RUNS.test(text)) {
      const end = fields.findIndex(
        (each, at) =>
          at > index && (each.text === ';' || (each.text === '+' && fields[at - 1]?.text.includes('{}'))),
      );
      const stop = end < 0 ? fields.length : end;
      found.actions.push({ command: fields.slice(index + 1, stop) });
      index = stop;
    } else if (FILES.test(text)) {
      const file = fields[index + 1];
      if (file) found.files.push(file);
      index += text === '-fprintf' ? 2 : 1;
    } else if (text === '-delete') found.deletes = true;
    else if (text === '!' || text === '-not') negated = !negated;
    else if (text === '-o' || text === '-or' || text === ',') {
      current = { include: [], exclude: [], pruned: false };
      found.alternatives.push(current);
      negated = false;
    } else if (WITH_VALUE.has(text)) {
      const value = fields[index + 1]?.text ?? '';
      index += 1;
      if (/^-(?:i?name|i?path|i?wholename)$/.test(text)) {
        const glob = /name$/.test(text) && !/whole/.test(text) ? value : value.replace(/^\.\//, '/');
        (negated ? current.exclude : current.include).push(
          text.startsWith('-i') && !text.startsWith('-ip') ? glob.toLowerCase() : glob,
        );
      } else if (text === '-maxdepth' && Number.isInteger(Number(value))) found.depth = Number(value);
      else if (text === '-type' && !negated) found.type = value;
      negated = false;
    } else if (/^-newer[aBcm][aBcmt]$/.test(text)) {
      index += 1;
      negated = false;
    } else if (text === '-prune') current.pruned = true;
    else if (!PLAIN.has(text)) found.unknown ??= field;
  }
  return found;
}

// What is found is opened by its name: a link that is found is followed, unless only plain files are.
function followed(fields: readonly Field[], { type }: Expression): SearchScope['follows'] {
  const given = fields.findLast(({ text }) => /^-[HLP]$/.test(text))?.text;
  if (given === '-L' || fields.some(({ text }) => text === '-follow')) return 'all';
  return type === 'f' || type === 'd' ? undefined : 'files';
}

function scopeOf({ alternatives, depth, type }: Expression): SearchScope {
  const pruned = alternatives
    .filter((each) => each.pruned)
    .flatMap(({ include }) => include.map((glob) => `${glob}/`));
  const open = alternatives.filter((each) => !each.pruned);
  const all = open.some(({ include }) => include.length === 0);
  const include = all ? [] : open.flatMap((each) => each.include.slice(0, 1));
  const exclude = [...pruned, ...(open.length === 1 ? (open[0]?.exclude ?? []) : [])];
  return {
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
    ...(depth !== undefined && { depth }),
    ...(type === 'd' && { type: 'd' }),
  };
}

interface Start {
  readonly listing: Listing;
  /** The word that names its folder. */
  readonly span: Field['span'];
}

function runAction({ command }: Action, starts: readonly Start[], call: Invocation): void {
  const { shell } = call;
  shell.report.impure('find runs a command');
  for (const { listing, span } of starts) {
    const fields = command.map(
      (field): Field =>
        field.text.includes('{}')
          ? {
              ...field,
              text: field.text.replaceAll('{}', HOLE),
              listing,
              source: undefined,
              // What begins with a found name lies where the search starts.
              span: field.text.startsWith('{}') ? span : undefined,
            }
          : field,
    );
    shell.runFields(fields, { stdin: undefined });
  }
}

// What it prints besides names could be anything.
function partedBy(fields: readonly Field[]): Parted | undefined {
  if (fields.some(({ text }) => /^-(?:printf|ls)$/.test(text) || RUNS.test(text))) return undefined;
  const nul = fields.some(({ text }) => text === '-print0');
  return nul && fields.some(({ text }) => text === '-print') ? undefined : nul ? 'nul' : 'lines';
}

/** Reads `find`: where it looks, what it takes and leaves, and what it does with what it finds. */
export function readFind(call: Invocation): Text {
  const { shell, fields, via } = call;
  let start = 0;
  while (/^-(?:[HLP]+|O\d?)$/.test(fields[start]?.text ?? '') || fields[start]?.text === '-D') {
    start += fields[start]?.text === '-D' ? 2 : 1;
  }
  let end = start;
  while (end < fields.length && !/^(?:-.|[(!,]$)/.test((fields[end] as Field).text)) end += 1;
  const roots = end > start ? fields.slice(start, end) : [fieldOf('.')];
  const expression = readExpression(fields.slice(end));
  const follows = followed(fields, expression);
  const scope = { ...scopeOf(expression), ...(follows && { follows }) };
  if (expression.unknown)
    shell.report.impure(`find has a test that is not known: ${expression.unknown.text.slice(0, 40)}`);
  if (fields.some(({ text }) => text.startsWith(HOLE)))
    shell.report.impure('find has an argument that is not known');
  const starts = roots.flatMap((root): Start[] => {
    touch(root, ['list'], via, shell);
    if (!isKnown(root)) return root.listing ? [{ listing: root.listing, span: undefined }] : [];
    return resolvePlaces(root.text, shell).map((path) => ({
      listing: { root: path, scope },
      span: root.span,
    }));
  });
  const listings = starts.map(({ listing }) => listing);
  for (const file of expression.files) touch(file, ['write'], via, shell);
  const list = fields[fields.findIndex(({ text }) => text === NAMED) + 1];
  if (list && fields.some(({ text }) => text === NAMED)) touch(list, ['read'], via, shell);
  if (expression.deletes) {
    for (const root of roots) touch(root, ['write'], via, shell, scopeOf(expression));
  }
  for (const action of expression.actions) runAction(action, starts, call);
  const names: Text = { text: HOLE, listing: joinListings(listings) };
  const parted = partedBy(fields);
  return parted && roots.every(isPlainRoot) ? noteNames(names, parted) : names;
}
