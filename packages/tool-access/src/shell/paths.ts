import { posix } from 'node:path';
import type { AccessMode, SearchScope } from '../access.js';
import type { SearchTests } from '../search-tests.js';
import type { Invocation } from './invocation.js';
import { madeLinksBelow, throughMadeLinks } from './made-links.js';
import { literalPattern } from './pattern.js';
import type { Shell } from './shell.js';
import { type Field, HOLE, isKnown, listingsOf, type Text } from './text.js';
import { posixForm } from './windows-form.js';

/** Paths that stand for the command's own streams, or for nothing. */
const OWN_STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d+|tty)$/;

const MOST_NAMES = 500;
// As many as Linux follows; they may lead around in a circle.
const MOST_LINKS = 40;
const CLIMBS = /\/\.\.(?:\/|$)/;

/** The absolute paths that a known text may name from here; none when a folder on the way is not known. */
export function resolvePlaces(written: string, shell: Shell): string[] {
  const text = shell.windows ? posixForm(written) : written;
  if (text.startsWith('/')) return [posix.resolve(text)];
  return shell
    .places()
    .filter((place) => !place.includes(HOLE))
    .map((place) => posix.resolve(place, text));
}

/** Remembers what this very command wrote into a file. */
export function rememberOutput(name: string, output: Text, shell: Shell): void {
  for (const path of resolvePlaces(name, shell)) shell.written.set(path, output);
}

/** What a file holds, when this very command wrote it or is its pipe. */
export function knownContent(field: Field, shell: Shell): Text | undefined {
  if (field.content || field.text.includes(HOLE)) return field.content;
  const [path] = resolvePlaces(field.text, shell);
  return path === undefined ? undefined : shell.written.get(path);
}

/** The pattern of a path of which parts are not known: a HOLE may stand for several folders. */
function patternOf(text: string, shell: Shell): string {
  const from = /^[/\0]/.test(text) ? '' : `${shell.places()[0] ?? HOLE}/`;
  // What is above a folder that is not known may be anywhere.
  return posix.normalize(`${from}${text}`.replace(/^.*\0.*\/\.\.(?=\/|$)/s, HOLE));
}

const VERBS: Readonly<Record<AccessMode, string>> = {
  read: 'read',
  write: 'write',
  list: 'list',
  execute: 'run',
};

/** What is reached by a text that holds the names of a search, by a command that goes below what it is given or does not. */
function scopeOfNames(scope: SearchScope, text: string, goesBelow: boolean): SearchScope {
  const [, before, after] = /^([^\0]*)\0([^\0\n]*)\n?$/.exec(text) ?? [];
  // Put together with a folder it may be any name, also one behind a link.
  if (after === undefined || (before !== '' && before !== './') || after.includes('/'))
    return { follows: 'all' };
  const { tests, depth, hidden, ...rest } = scope;
  if (tests) {
    const whole = goesBelow && { whole: true };
    return { ...scope, tests: { ...(after === '' ? tests : lengthened(tests, after)), ...whole } };
  }
  // A list of what is in a folder holds other folders too.
  return goesBelow && depth !== undefined ? rest : scope;
}

/** What is known of names that get an ending. */
function lengthened({ start, kinds, some, pruned }: SearchTests, ending: string): SearchTests {
  const longer = some?.map((list) =>
    list.map((test) => ({ ...test, glob: test.glob + literalPattern(ending) })),
  );
  return {
    start,
    kinds,
    ...(longer && { some: longer }),
    ...(pruned && { pruned }),
    loose: true,
  };
}

/** What is reached in a folder that the names of a search go into: there they are their last parts. */
export function namesInto(start: string, source: Field): SearchScope[] {
  return listingsOf(source).flatMap(({ scope: { tests } }) => {
    if (!tests) return [];
    const some = tests.some?.filter((list) => list.every((test) => test.of === 'name')) ?? [];
    return [{ tests: { start, kinds: 'fdl', some, whole: true, loose: true } }];
  });
}

/** Reports what is done to the path that a field names. */
export function touch(
  field: Field,
  modes: readonly AccessMode[],
  via: string,
  shell: Shell,
  below?: SearchScope,
  led: Set<string> = new Set(),
): void {
  const { text, span, listing, content } = field;
  const { report } = shell;
  // What a process substitution prints is one file.
  const tree = content ? undefined : below;
  if (text === '') return;
  const touchLinked = (targets: readonly Text[], how: readonly AccessMode[]) => {
    for (const target of targets) {
      if (led.has(target.text) || led.size > MOST_LINKS) continue;
      led.add(target.text);
      touch({ ...target, span }, how, via, shell, tree, led);
    }
  };
  if (modes.includes('write') && !OWN_STREAMS.test(text)) report.impure(`${via} writes`);
  if (listing && text.includes(HOLE) && !CLIMBS.test(text)) {
    for (const { root, scope } of listingsOf(field)) {
      const reached = scopeOfNames(scope, text, below !== undefined);
      const behind = throughMadeLinks(root, shell);
      const roots = behind && isKnown(behind) ? [root, behind.text] : [root];
      for (const start of roots)
        for (const mode of modes) report.access(start, mode, { via, span, tree: reached });
      if (roots.length === 1 && behind) touchLinked([behind], modes);
      touchLinked(madeLinksBelow(root, reached, shell), modes);
    }
    return;
  }
  const paths = text.includes(HOLE) ? [] : resolvePlaces(text, shell);
  for (const path of paths) {
    for (const mode of modes) report.access(path, mode, { via, span, tree });
    const linked = throughMadeLinks(path, shell);
    if (linked) touchLinked([linked], modes);
    if (tree?.follows) touchLinked(madeLinksBelow(path, tree, shell), modes);
  }
  if (paths.length === 0) {
    report.impure(`${via} is given a name that is not known`);
    if (modes.every((mode) => mode === 'list')) return;
    const verb = modes.map((mode) => VERBS[mode]).join(' and ');
    const message = `${via} is to ${verb} a file whose name only the running command knows`;
    report.problem('computed', message, span, {
      pattern: patternOf(text, shell).replaceAll(HOLE, '*'),
      modes: [...modes],
    });
  }
}

/** Reports the files whose names a text lists, one a line, as read. */
export function touchNames(
  names: Text | undefined,
  { shell, via, tree }: Pick<Invocation, 'shell' | 'via' | 'tree'>,
): void {
  for (const text of names?.text.split(names.listing ? '\n' : /[\n\0]/).slice(0, MOST_NAMES) ?? [])
    if (text !== '') touch({ ...names, text }, ['read'], via, shell, tree);
}

/** Reports a folder that is looked at or changed with everything below it. */
export function touchTree(
  field: Field,
  modes: readonly AccessMode[],
  via: string,
  shell: Shell,
  tree: SearchScope = {},
): void {
  touch(field, modes, via, shell, tree);
}
